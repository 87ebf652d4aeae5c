/* SPDX-License-Identifier: Apache-2.0 */
#include "counted_instances.h"

#include <gaudit/result.h>
#include <gaudit/section.h>

#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct counted {
    char *fail; /* "destroy1": step and worker that fail; "destroy": in all */
    const char *name;
    uint32_t worker;
    bool destroyed;
};

static const gau_property counted_properties[] = {
    GAU_STRING(struct counted, fail, "Fail", "", "Step, and worker or none, such as destroy1"),
    GAU_PROPERTY_END,
};

uint32_t initialized, destroyed;
static uint32_t faults;

static gau_status step(struct counted *self, gau_context *ctx, const char *name)
{
    const size_t length = strlen(name);

    self->name = ctx->name;
    self->worker = ctx->worker;
    if (strncmp(self->fail, name, length) != 0 ||
        (self->fail[length] && self->fail[length] != (char)('0' + ctx->worker)))
        return GAU_OK;
    return gau_fail(ctx->error, GAU_ERR_FAILED, "%s%u is broken", name, ctx->worker);
}

static gau_status counted_initialize(void *self, gau_context *ctx)
{
    __atomic_add_fetch(&initialized, 1, __ATOMIC_RELAXED);
    return step(self, ctx, "initialize");
}

static gau_status counted_start(void *self, gau_context *ctx)
{
    return step(self, ctx, "start");
}

/* A test is not left while the framework has a lock. */
#define CLAIM(claim)                               \
    do {                                           \
        if (!(claim)) {                            \
            print_error("%s is not so\n", #claim); \
            faults++;                              \
        }                                          \
    } while (0)

static void counted_merge(void *self, void *other)
{
    CLAIM(!((struct counted *)self)->destroyed && !((struct counted *)other)->destroyed);
}

static gau_status counted_finalize(void *self, gau_context *ctx)
{
    struct counted *const c = self;

    call_log_note("%s finalize%u", ctx->name, ctx->worker);
    gau_result_integer(gau_result_open(ctx, "counts"), "n", "", 7);
    return step(c, ctx, "finalize");
}

static gau_status counted_destroy(void *self, gau_context *ctx)
{
    struct counted *const c = self;

    CLAIM(!c->destroyed);
    CLAIM(strcmp(ctx->name, c->name) == 0);
    CLAIM(ctx->worker == c->worker);
    CLAIM(ctx->phase == GAU_FINALIZE);
    CLAIM(access("out/counts-A.json", F_OK) == -1); /* results come later */
    c->destroyed = true;
    destroyed++;
    call_log_note("%s destroy%u", ctx->name, ctx->worker);
    return step(c, ctx, "destroy");
}

static void counted_release(void *self)
{
    const struct counted *const c = self;

    CLAIM(c->destroyed);
    call_log_note("%s release%u", c->name, c->worker);
}

static void *help(void *barrier)
{
    GAU_SECTION("helping");
    pthread_barrier_wait(barrier); /* all at the same time, so each has a slot */
    return NULL;
}

static gau_status no_work(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

/* Each of its threads gets instances of the auditors. */
static gau_status starter_execute(void *self, gau_context *ctx)
{
    pthread_t helpers[HELPERS];
    pthread_barrier_t barrier;

    (void)self, (void)ctx;
    pthread_barrier_init(&barrier, NULL, HELPERS);
    for (int i = 0; i < HELPERS; i++)
        assert_int_equal(pthread_create(&helpers[i], NULL, help, &barrier), 0);
    for (int i = 0; i < HELPERS; i++)
        pthread_join(helpers[i], NULL);
    pthread_barrier_destroy(&barrier);
    return GAU_OK;
}

static void no_before(void *self, const gau_context *ctx)
{
    (void)self, (void)ctx;
}

#define COUNTED(name_)                                                                \
    GAU_CLASS(name_, struct counted, "Counts its instances."),                        \
        .properties = counted_properties, .initialize = counted_initialize,           \
        .start = counted_start, .merge = counted_merge, .finalize = counted_finalize, \
        .release = counted_release, .destroy = counted_destroy

static const gau_class algorithm_class = {COUNTED("Counted"),
                                          .algorithm = GAU_ALGORITHM(.execute = no_work)};
static const gau_class auditor_class = {COUNTED("Watcher"),
                                        .auditor = GAU_AUDITOR(.before = no_before)};
static const gau_class input_class = {COUNTED("Reader"), .input = GAU_INPUT(.read = no_work)};
static const gau_class starter_class = {GAU_CLASS("Starter", char, "Has threads."),
                                        .algorithm = GAU_ALGORITHM(.execute = starter_execute)};

void counted_begin(struct job *job, const struct part *parts, const char *const *fails, size_t n,
                   uint32_t workers)
{
    job_begin(job);
    job_class(job, &algorithm_class);
    job_class(job, &auditor_class);
    job_class(job, &input_class);
    job_class(job, &starter_class);
    for (size_t i = 0; i < n; i++) {
        gau_node *const node = job_add(job, NULL, parts[i].kind, parts[i].type, parts[i].name);

        if (fails[i])
            job_set(job, node, "Fail", fails[i]);
    }
    job->settings.events = 3;
    job->settings.workers = workers;
    initialized = destroyed = faults = 0;
}

void counted_build(struct job *job, uint32_t workers, const char *const fails[4])
{
    static const struct part parts[] = {{GAU_NODE_INPUT, "Reader", "R"},
                                        {GAU_NODE_AUDITOR, "Watcher", "E"},
                                        {GAU_NODE_ALGORITHM, "Counted", "A"},
                                        {GAU_NODE_ALGORITHM, "Counted", "B"}};

    counted_begin(job, parts, fails, COUNT_OF(parts), workers);
}

void counted_end(struct job *job)
{
    job_end(job);
    assert_int_equal(faults, 0);
}

const char *const no_failures[4];

const char *destroy_log(void)
{
    const char *const found = strstr(call_log_text(), " destroy");

    return found ? found - 1 : "";
}
