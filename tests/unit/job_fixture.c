/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Script -------------------------------------------------------------------------------- */

struct script {
    char *decisions;
};

static const gau_property script_properties[] = {
    GAU_STRING(struct script, decisions, "Decisions", "a", "A letter per event"),
    GAU_PROPERTY_END,
};

static gau_status open_sections(void)
{
    GAU_SECTION("part");
    {
        GAU_SECTION("inner");
    }
    return GAU_OK;
}

static gau_status script_execute(void *self, gau_context *ctx)
{
    const struct script *const script = self;

    switch (script->decisions[(ctx->event - 1) % strlen(script->decisions)]) {
    case 'a': return GAU_OK;
    case 's': return open_sections();
    case 'e': return gau_fail(ctx->error, GAU_ERR_FAILED, "event %d is bad", (int)ctx->event);
    case 'm': return GAU_ERR_FAILED;
    case '0': return GAU_END;
    case '7': return (gau_status)77;
    case 't':
        (void)gau_fail(ctx->error, GAU_ERR_FAILED, "event %d is fine", (int)ctx->event);
        return GAU_OK;
    default: return GAU_REJECT;
    }
}

static const gau_class script_class = {
    GAU_CLASS("Script", struct script, "Decides by its script."),
    .properties = script_properties,
    .algorithm = GAU_ALGORITHM(.execute = script_execute),
};

/* --- Numbers ------------------------------------------------------------------------------- */

struct numbers {
    int64_t events, read_error, decode_error, read;
};

static const gau_property numbers_properties[] = {
    GAU_INT(struct numbers, events, "Events", 10, 0, INT64_MAX, "", "How many there are"),
    GAU_INT(struct numbers, read_error, "ReadError", 0, 0, INT64_MAX, "", "Cannot be read"),
    GAU_INT(struct numbers, decode_error, "DecodeError", 0, 0, INT64_MAX, "", "Cannot be decoded"),
    GAU_PROPERTY_END,
};

static gau_status numbers_read(void *self, gau_context *ctx)
{
    struct numbers *const numbers = self;

    if (numbers->read == numbers->events)
        return GAU_END;
    if (++numbers->read == numbers->read_error)
        return gau_fail(ctx->error, GAU_ERR_IO, "line %d is torn", (int)numbers->read);
    return GAU_OK;
}

static gau_status numbers_decode(void *self, gau_context *ctx)
{
    const struct numbers *const numbers = self;

    if ((int64_t)ctx->event == numbers->decode_error)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "event %d is garbled", (int)ctx->event);
    return GAU_OK;
}

static const gau_class numbers_class = {
    GAU_CLASS("Numbers", struct numbers, "Empty events."),
    .properties = numbers_properties,
    .input = GAU_INPUT(.read = numbers_read, .decode = numbers_decode),
};

/* --- CallLog ------------------------------------------------------------------------------- */

enum { BOOK_SIZE = 1 << 20 };

static char book[BOOK_SIZE];
static size_t book_length;
static pthread_mutex_t book_lock = PTHREAD_MUTEX_INITIALIZER;

const char *call_log_text(void)
{
    return book;
}

void call_log_clear(void)
{
    book[0] = '\0';
    book_length = 0;
}

struct call_log {
    bool bounds, branches;
    const char *name;
    const gau_context *ctx;
};

static const gau_property call_log_properties[] = {
    GAU_BOOL(struct call_log, bounds, "Bounds", false, "Also begins and ends of events"),
    GAU_BOOL(struct call_log, branches, "Branches", false, "Also new branches"),
    GAU_PROPERTY_END,
};

void call_log_note(const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    pthread_mutex_lock(&book_lock);
    length = vsnprintf(book + book_length, BOOK_SIZE - book_length, format, args);
    if (length < 0 || book_length + (size_t)length + 2 > BOOK_SIZE)
        abort(); /* a test that writes so much has no use for it */
    book_length += (size_t)length;
    memcpy(book + book_length++, "\n", 2);
    pthread_mutex_unlock(&book_lock);
    va_end(args);
}

static void write_line(const struct call_log *log, char sign, const char *what, const char *outcome)
{
    call_log_note("%s%c %s%s%s", log->name, sign, what, outcome[0] ? " " : "", outcome);
}

static const char *path_of(const gau_context *ctx)
{
    return gau_branch_at(ctx, ctx->branch)->path;
}

static char letter_of(gau_status status)
{
    return status < 0 ? 'e' : status == GAU_OK ? 'a' : status == GAU_REJECT ? 'r' : '?';
}

static void call_log_before(void *self, const gau_context *ctx)
{
    write_line(self, '(', path_of(ctx), "");
}

static void write_outcome(const struct call_log *log, char sign, const gau_context *ctx,
                          gau_outcome outcome)
{
    char text[8], *end = text;

    *end++ = letter_of(outcome.raw);
    *end++ = letter_of(outcome.final);
    for (int i = 0; i < 4; i++)
        if (outcome.flags & (1u << i))
            *end++ = "!usx"[i];
    *end = '\0';
    write_line(log, sign, path_of(ctx), text);
}

static void call_log_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    write_outcome(self, ')', ctx, outcome);
}

static void call_log_not_called(void *self, const gau_context *ctx, gau_outcome outcome)
{
    write_outcome(self, '.', ctx, outcome);
}

static void bound(const struct call_log *log, char sign, const gau_context *ctx)
{
    char event[24];

    snprintf(event, sizeof event, "%llu", (unsigned long long)ctx->event);
    if (log->bounds)
        write_line(log, sign, event, "");
}

static void call_log_begin(void *self, const gau_context *ctx)
{
    bound(self, '[', ctx);
}

static void call_log_end(void *self, const gau_context *ctx)
{
    bound(self, ']', ctx);
}

static void call_log_branch(void *self, gau_branch branch)
{
    const struct call_log *const log = self;

    if (log->branches)
        write_line(log, '+', gau_branch_at(log->ctx, branch)->path, "");
}

static gau_status call_log_initialize(void *self, gau_context *ctx)
{
    ((struct call_log *)self)->name = ctx->name;
    ((struct call_log *)self)->ctx = ctx;
    return GAU_OK;
}

static const gau_class call_log_class = {
    GAU_CLASS("CallLog", struct call_log, "Writes its hook calls down."),
    .properties = call_log_properties,
    .initialize = call_log_initialize,
    .auditor = GAU_AUDITOR(.branch_added = call_log_branch, .begin_event = call_log_begin,
                           .end_event = call_log_end, .before = call_log_before,
                           .after = call_log_after, .not_called = call_log_not_called),
};

/* --- jobs ---------------------------------------------------------------------------------- */

void job_class(struct job *job, const gau_class *cls)
{
    assert_int_equal(gau_registry_add(job->registry, cls, &job->error), GAU_OK);
}

gau_status job_add_classes(gau_registry *registry, gau_error *err)
{
    GAU_TRY(gau_registry_add(registry, &script_class, err));
    GAU_TRY(gau_registry_add(registry, &numbers_class, err));
    return gau_registry_add(registry, &call_log_class, err);
}

void job_begin(struct job *job)
{
    *job = (struct job){.registry = gau_registry_new(), .options = gau_options_new("job.xml")};
    assert_true(job->registry && job->options);
    assert_int_equal(job_add_classes(job->registry, &job->error), GAU_OK);
    call_log_clear();
}

void job_end(struct job *job)
{
    gau_app_free(job->app);
    gau_options_free(job->options);
    gau_registry_free(job->registry);
    *job = (struct job){0};
    call_log_clear();
}

gau_node *job_add(struct job *job, gau_node *parent, gau_node_kind kind, const char *type,
                  const char *name)
{
    gau_node *const node =
        gau_options_add(job->options, parent ? parent : gau_options_root(job->options), kind, type,
                        name, (gau_source_location){"job.xml", ++job->line});

    assert_non_null(node);
    return node;
}

void job_set(struct job *job, gau_node *node, const char *name, const char *value)
{
    assert_true(gau_options_set(job->options, node, name, value, node->location));
}

gau_node *job_sequence(struct job *job, gau_node *parent, const char *name)
{
    return job_add(job, parent, GAU_NODE_SEQUENCE, NULL, name);
}

gau_node *job_script(struct job *job, gau_node *parent, const char *name, const char *decisions)
{
    gau_node *const node =
        job_add(job, parent, GAU_NODE_ALGORITHM, decisions ? "Script" : NULL, name);

    if (decisions)
        job_set(job, node, "Decisions", decisions);
    return node;
}

gau_node *job_auditor(struct job *job, const char *type, const char *name)
{
    return job_add(job, NULL, GAU_NODE_AUDITOR, type, name);
}

gau_node *job_input(struct job *job, const char *events)
{
    gau_node *const node = job_add(job, NULL, GAU_NODE_INPUT, "Numbers", "In");

    job_set(job, node, "Events", events);
    return node;
}

gau_status job_make(struct job *job)
{
    job->settings.verbosity = -1;
    job->status = gau_app_new(&job->app, job->registry, job->options, &job->settings, &job->error);
    return job->status;
}

gau_status job_run(struct job *job)
{
    if (job_make(job) >= 0)
        job->status = gau_app_run(job->app, &job->summary, &job->error);
    return job->status;
}

void job_must_run(struct job *job, uint64_t events)
{
    job->settings.events = events;
    if (job_run(job) < 0)
        fail_msg("%s", job->error.message);
    assert_int_equal(job->summary.exit_status, 0);
}
