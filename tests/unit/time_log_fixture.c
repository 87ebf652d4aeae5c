/* SPDX-License-Identifier: Apache-2.0 */
#include "time_log_fixture.h"

#include "auditors/time_log/time_log_auditor.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*time_log_script)(uint64_t event);

enum { WORKERS = 3 };

static struct time_log *self;
static struct time_log_worker workers[WORKERS];
static bool is_made[WORKERS];
static gau_context context; /* a copy: the job has its own */

static const gau_class *original(void)
{
    return gau_module_time_log.classes[0];
}

/* --- the clock ----------------------------------------------------------------------------- */

static gau_status initialize(void *instance, gau_context *ctx)
{
    const gau_status status = original()->initialize(instance, ctx);

    self = instance;
    context = *ctx;
    self->root = 1000;
    tick_is(1);
    for (uint32_t i = 0; i < WORKERS; i++)
        workers[i] = (struct time_log_worker){.log = self};
    memset(is_made, 0, sizeof is_made);
    return status;
}

void tick_is(double ns)
{
    context.internal->app->tick_s = 1e-9 * ns;
}

void work_as(uint32_t worker)
{
    context.worker = worker;
}

/* What the framework does for a thread. */
static struct time_log_worker *thread_now(void)
{
    struct time_log_worker *const worker = &workers[context.worker];
    gau_context before = context;

    before.branch = GAU_NO_BRANCH; /* these are workers: no root is left out */
    if (!is_made[context.worker])
        original()->auditor->thread_begin(worker, &before);
    is_made[context.worker] = true;
    return worker;
}

/* --- the hooks ----------------------------------------------------------------------------- */

static void begin_event(void *instance, const gau_context *ctx)
{
    (void)instance;
    context = *ctx;
    tick_is(1);
    time_log_script(ctx->event);
}

static void end_event(void *instance, const gau_context *ctx)
{
    (void)instance;
    original()->auditor->end_event(thread_now(), ctx);
}

static gau_status finalize(void *instance, gau_context *ctx)
{
    context = *ctx;
    tick_is(1);
    context.event = 0;
    time_log_script(0);
    for (uint32_t i = 0; i < WORKERS; i++)
        original()->auditor->thread_end(&workers[i], &context);
    return original()->finalize(instance, ctx);
}

static gau_branch find(const char *name)
{
    struct gau_branch_table *const branches = &context.internal->job->branches;

    for (gau_branch b = 0; b < branches->count; b++)
        if (strcmp(branches->infos[b].name, name) == 0)
            return b;
    return gau_branch_table_add(branches, GAU_ROOT_EVENT, name, GAU_NO_COMPONENT,
                                GAU_BRANCH_SECTION);
}

void enter(const char *name, uint64_t ticks)
{
    context.branch = find(name);
    context.timestamp = ticks;
    original()->auditor->before(thread_now(), &context);
}

void leave(const char *name, uint64_t ticks)
{
    context.branch = find(name);
    context.timestamp = ticks;
    original()->auditor->after(thread_now(), &context, (gau_outcome){0});
}

void script_none(uint64_t event)
{
    (void)event;
}

void script_single(uint64_t event)
{
    if (event != 1)
        return;
    enter("a", 2000);
    leave("a", 3000);
}

/* --- the job ------------------------------------------------------------------------------- */

void scripted_begin(struct job *job, const char *properties)
{
    gau_class cls = *original();
    gau_node *node;
    char text[512], *rest = text;

    cls.name = "Scripted";
    cls.initialize = initialize;
    cls.finalize = finalize;
    cls.auditor =
        GAU_AUDITOR(.wants_timestamps = true, .begin_event = begin_event, .end_event = end_event);
    job_begin(job);
    job_class(job, &cls);
    node = job_auditor(job, "Scripted", "Log");
    snprintf(text, sizeof text, "%s", properties ? properties : "File=log.txt");
    for (char *part; (part = strtok_r(rest, ";", &rest));) {
        char *const value = strchr(part, '=');

        *value = '\0';
        job_set(job, node, part, value + 1);
    }
}

void scripted_run(struct job *job, uint64_t events)
{
    job_must_run(job, events);
    job_end(job);
}

void fails(const char *properties, const char *message)
{
    struct job job;
    char wanted[300];

    scripted_begin(&job, properties);
    job.settings.events = 3;
    assert_true(job_run(&job) < 0);
    snprintf(wanted, sizeof wanted, "job.xml:1: Log: %s", message);
    assert_string_equal(job.error.message, wanted);
    assert_int_equal(job.summary.exit_status, 5);
    job_end(&job);
}

void has_text(const char *path, const char *text)
{
    char *const found = folder_read(path);

    assert_string_equal(found, text);
    free(found);
}
