/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <gaudit/store.h>

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- an input with or without skip, decode and count --------------------------------------- */

struct source {
    int64_t events, skip_error, odd;
    int64_t read;
    gau_key key;
    const char *name;
};

static const gau_property source_properties[] = {
    GAU_INT(struct source, events, "Events", 10, 0, INT64_MAX, "", "How many there are"),
    GAU_INT(struct source, skip_error, "SkipError", 0, 0, INT64_MAX, "", "Cannot be skipped"),
    GAU_INT(struct source, odd, "Odd", 0, 0, INT64_MAX, "", "Its read returns REJECT"),
    GAU_PROPERTY_END,
};

static gau_status source_initialize(void *self, gau_context *ctx)
{
    ((struct source *)self)->key = gau_store_output(ctx, "number", GAU_TYPE(int64_t));
    ((struct source *)self)->name = ctx->name;
    return GAU_OK;
}

/* Notes the calls in which the context is not as it should be. */
static void look_at_context(const struct source *source, const gau_context *ctx, int64_t event)
{
    if (strcmp(ctx->name, source->name) != 0 || ctx->phase != GAU_EXECUTE ||
        strcmp(gau_branch_at(ctx, ctx->branch)->path, source->name) != 0)
        call_log_note("wrong context: %s in phase %d on branch %u", ctx->name, (int)ctx->phase,
                      ctx->branch);
    if (ctx->event != (uint64_t)event)
        call_log_note("event %d has number %d", (int)event, (int)ctx->event);
}

static gau_status source_read(void *self, gau_context *ctx)
{
    struct source *const source = self;
    int64_t *number;

    if (source->read == source->events)
        return GAU_END;
    look_at_context(source, ctx, ++source->read);
    if (source->read == source->odd)
        return GAU_REJECT;
    number = gau_store_put(ctx, source->key, 1);
    if (!number)
        return GAU_ERR_MEMORY;
    *number = source->read;
    return GAU_OK;
}

static gau_status source_decode(void *self, gau_context *ctx)
{
    const struct source *const source = self;
    int64_t *const number = gau_store_put(ctx, source->key, 1);

    if ((int64_t)ctx->event == source->odd)
        return GAU_END;
    *number = (int64_t)ctx->event;
    return GAU_OK;
}

static gau_status read_only(void *self, gau_context *ctx)
{
    struct source *const source = self;

    if (source->read == source->events)
        return GAU_END;
    look_at_context(source, ctx, ++source->read);
    return GAU_OK;
}

static gau_status source_skip(void *self, uint64_t n, gau_context *ctx)
{
    struct source *const source = self;

    look_at_context(source, ctx, (int64_t)n);
    call_log_note("skip %d", (int)n);
    if (source->skip_error)
        return gau_fail(ctx->error, GAU_ERR_IO, "cannot skip");
    if ((int64_t)n == source->odd)
        return GAU_REJECT;
    source->read += (int64_t)n;
    if (source->read > source->events) {
        source->read = source->events;
        return GAU_END;
    }
    return GAU_OK;
}

static uint64_t source_count(const void *self)
{
    return (uint64_t)((const struct source *)self)->events;
}

#define SOURCE(name_)                                                             \
    GAU_CLASS(name_, struct source, "Numbers."), .properties = source_properties, \
                                                 .initialize = source_initialize

static const gau_class plain_class = {SOURCE("Plain"), .input = GAU_INPUT(.read = source_read)};
static const gau_class full_class = {
    SOURCE("Full"), .input = GAU_INPUT(.read = read_only, .decode = source_decode,
                                       .skip = source_skip, .count = source_count)};

/* --- an algorithm that notes which events it gets ------------------------------------------ */

struct reader {
    gau_key key;
};

static gau_status reader_initialize(void *self, gau_context *ctx)
{
    ((struct reader *)self)->key = gau_store_input(ctx, "number", GAU_TYPE(int64_t));
    return GAU_OK;
}

static gau_status reader_execute(void *self, gau_context *ctx)
{
    const struct reader *const reader = self;
    const int64_t *const number = gau_store_get(ctx, reader->key, NULL);

    call_log_note("%d=%d", (int)ctx->event, number ? (int)*number : -1);
    return GAU_OK;
}

static const gau_class reader_class = {
    GAU_CLASS("Reader", struct reader, "Reads numbers."),
    .initialize = reader_initialize,
    .algorithm = GAU_ALGORITHM(.execute = reader_execute),
};

static gau_node *build(struct job *job, const char *input, const char *events)
{
    gau_node *node = NULL;

    job_begin(job);
    job_class(job, &plain_class);
    job_class(job, &full_class);
    job_class(job, &reader_class);
    if (input) {
        node = job_add(job, NULL, GAU_NODE_INPUT, input, "In");
        job_set(job, node, "Events", events);
        if (strcmp(input, "Numbers") != 0)
            job_add(job, NULL, GAU_NODE_ALGORITHM, "Reader", NULL);
    }
    return node;
}

/* --- which events -------------------------------------------------------------------------- */

static const struct selection {
    const char *events; /* of the input */
    uint64_t skip, n;   /* --skip, -n */
    const char *call_log;
} selections[] = {
    {"3", 0, 0, "1=1\n2=2\n3=3\n"},
    {"3", 0, 2, "1=1\n2=2\n"},
    {"3", 0, 3, "1=1\n2=2\n3=3\n"},
    {"3", 0, 9, "1=1\n2=2\n3=3\n"},
    {"3", 1, 0, "2=2\n3=3\n"},
    {"9", 4, 2, "5=5\n6=6\n"}, /* --only 5 is skip 4, n 1 */
    {"9", 4, 1, "5=5\n"},
    {"3", 3, 0, ""},
    {"3", 4, 0, ""},
    {"3", 4, 5, ""},
    {"0", 0, 0, ""},
    {"3", 2, UINT64_MAX, "3=3\n"},
};

static void events_are_selected_and_keep_their_numbers(void **unused)
{
    static const char *const inputs[] = {"Plain", "Full"};

    (void)unused;
    for (size_t k = 0; k < COUNT_OF(inputs); k++)
        for (size_t i = 0; i < COUNT_OF(selections); i++) {
            const struct selection *const s = &selections[i];
            char skipped[32] = "";
            struct job job;

            build(&job, inputs[k], s->events);
            job.settings.skip = s->skip;
            job_must_run(&job, s->n);
            if (k == 1 && s->skip)
                snprintf(skipped, sizeof skipped, "skip %d\n", (int)s->skip);
            assert_int_equal(strncmp(call_log_text(), skipped, strlen(skipped)), 0);
            assert_string_equal(call_log_text() + strlen(skipped), s->call_log);
            job_end(&job);
        }
}

static void without_an_input_there_are_as_many_events_as_asked_for(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_script(&job, NULL, "A", "ar");
    job.settings.skip = 1;
    job_must_run(&job, 3);
    assert_int_equal(job.summary.events, 3);
    assert_int_equal(job.summary.accepted, 1); /* of 2, 3, 4 */
    job_end(&job);

    job_begin(&job);
    job_script(&job, NULL, "A", "a");
    assert_int_equal(job_make(&job), GAU_ERR_USAGE);
    assert_string_equal(job.error.message,
                        "the job has no input: give the number of events with -n");
    job_end(&job);
}

static int compare_lines(const void *a, const void *b)
{
    return atoi(*(char *const *)a) - atoi(*(char *const *)b);
}

/* The lines of the call log are those of @p n events from 1 on, each once, in any order. */
static void assert_all_events(int n)
{
    char *const text = strdup(call_log_text());
    char **const lines = calloc((size_t)n + 1, sizeof *lines);
    char expected[32];
    int count = 0;

    assert_true(text && lines);
    for (char *line = strtok(text, "\n"); line && count <= n; line = strtok(NULL, "\n"))
        lines[count++] = line;
    assert_int_equal(count, n);
    qsort(lines, (size_t)n, sizeof *lines, compare_lines);
    for (int i = 0; i < n; i++) {
        snprintf(expected, sizeof expected, "%d=%d", i + 1, i + 1);
        assert_string_equal(lines[i], expected);
    }
    free(lines);
    free(text);
}

static void workers_share_the_events(void **unused)
{
    (void)unused;
    for (uint32_t threads = 1; threads <= 4; threads++)
        for (int k = 0; k < 2; k++) {
            struct job job;

            build(&job, k ? "Full" : "Plain", "1000");
            job.settings.workers = threads;
            job_must_run(&job, 0);
            assert_int_equal(job.summary.events, 1000);
            assert_all_events(1000);
            job_end(&job);
        }
}

/* --- inputs that fail ---------------------------------------------------------------------- */

static void fails(const char *property, const char *value, uint32_t threads, uint64_t skip,
                  const char *input, const char *message)
{
    struct job job;
    gau_node *const node = build(&job, input, "50");

    job_set(&job, node, property, value);
    job.settings.workers = threads;
    job.settings.skip = skip;
    assert_true(job_run(&job) < 0);
    assert_string_equal(job.error.message, message);
    assert_int_equal(job.summary.exit_status, 3);
    job_end(&job);
}

static void an_input_that_fails_ends_the_job_with_status_3(void **unused)
{
    (void)unused;
    fails("SkipError", "1", 1, 7, "Full", "job.xml:1: In: event 7: cannot skip");
    for (uint32_t threads = 1; threads <= 3; threads++) {
        fails("ReadError", "9", threads, 0, "Numbers", "job.xml:1: In: event 9: line 9 is torn");
        fails("DecodeError", "9", threads, 0, "Numbers",
              "job.xml:1: In: event 9: event 9 is garbled");
    }
}

static void an_input_that_fails_needs_no_place_for_its_message(void **unused)
{
    struct job job;
    gau_node *const node = build(&job, "Full", "50");

    (void)unused;
    job_set(&job, node, "SkipError", "1");
    job.settings.skip = 2;
    assert_int_equal(job_make(&job), GAU_OK);
    assert_int_equal(gau_app_run(job.app, &job.summary, NULL), GAU_ERR_IO);
    assert_int_equal(job.summary.exit_status, 3);
    job_end(&job);
}

/* An event must not get lost because an input returns an invalid status. */
static void an_input_returns_ok_end_or_an_error(void **unused)
{
    (void)unused;
    fails("Odd", "5", 1, 0, "Plain",
          "job.xml:1: In: event 5: read returned 'event rejected', which is neither ok, no more "
          "events nor an error");
    fails("Odd", "5", 1, 6, "Plain",
          "job.xml:1: In: event 5: read returned 'event rejected', which is neither ok, no more "
          "events nor an error");
    fails("Odd", "5", 1, 5, "Full",
          "job.xml:1: In: event 5: skip returned 'event rejected', which is neither ok, no more "
          "events nor an error");
    fails("Odd", "5", 2, 0, "Full",
          "job.xml:1: In: event 5: decode returned 'no more events', which is neither ok nor an "
          "error");
}

/* --- failures ------------------------------------------------------------------------------ */

/*
 * Of two workers, the second fails in the smaller event, and the first in a later one: it gets that
 * while the second still has its own.
 */
static atomic_uint_fast64_t of_second;
static atomic_bool first_is_later;

static gau_status later_execute(void *self, gau_context *ctx)
{
    (void)self;
    if (ctx->worker == 1) {
        atomic_store(&of_second, ctx->event);
        while (!atomic_load(&first_is_later))
            sched_yield();
        return gau_fail(ctx->error, GAU_ERR_FAILED, "the second fails");
    }
    while (!atomic_load(&of_second))
        sched_yield();
    if (ctx->event < atomic_load(&of_second))
        return GAU_OK;
    atomic_store(&first_is_later, true);
    return gau_fail(ctx->error, GAU_ERR_FAILED, "the first fails");
}

static const gau_class later_class = {
    GAU_CLASS("Later", int, "Fails in a smaller event in the second worker."),
    .algorithm = GAU_ALGORITHM(.execute = later_execute),
};

static void the_smaller_event_of_the_second_worker_is_reported(void **unused)
{
    char message[128];
    struct job job;

    (void)unused;
    of_second = 0;
    first_is_later = false;
    job_begin(&job);
    job_class(&job, &later_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Later", NULL);
    job_input(&job, "3");
    job.settings.workers = 2;
    assert_int_equal(job_run(&job), GAU_ERR_FAILED);
    snprintf(message, sizeof message, "job.xml:1: Later: event %d: the second fails",
             (int)of_second);
    assert_string_equal(job.error.message, message);
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_selected_and_keep_their_numbers),
        cmocka_unit_test(without_an_input_there_are_as_many_events_as_asked_for),
        cmocka_unit_test(workers_share_the_events),
        cmocka_unit_test(an_input_that_fails_ends_the_job_with_status_3),
        cmocka_unit_test(an_input_that_fails_needs_no_place_for_its_message),
        cmocka_unit_test(an_input_returns_ok_end_or_an_error),
        cmocka_unit_test(the_smaller_event_of_the_second_worker_is_reported),
    };

    return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
