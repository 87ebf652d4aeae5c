/* SPDX-License-Identifier: Apache-2.0 */
#include "scripted_events.h"

#include "job_fixture.h"

#include "auditors/event/event_auditor.h"
#include "captured_stderr.h"
#include "framework/src/job/app_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern const gau_module gau_module_event;

struct event_script event_script;

static struct event_log *self;
static struct event_worker workers[SCRIPT_WORKERS];

static const gau_class *original(void)
{
    return gau_module_event.classes[0];
}

static void memory_is(int kb)
{
    char text[512];

    snprintf(text, sizeof text,
             "Name:\tx\nVmPeak:\t8589934592 kB\nVmSize:\t 1 kB\nVmRSS:\t%8d kB\n"
             "RssAnon:\t%8d kB\nRssFile:\t     500 kB\nRssShmem:\t 0 kB\n",
             kb + 500, kb);
    folder_write("status", text);
}

/* --- hooks --------------------------------------------------------------------------------- */

static gau_status initialize(void *instance, gau_context *ctx)
{
    const gau_status status = original()->initialize(instance, ctx);

    self = instance;
    gau_private_fd_close(&self->status);
    memory_is(1000);
    if (event_script.has_status)
        gau_private_fd_take(&self->status, open("status", O_RDONLY | O_CLOEXEC));
    return status;
}

static void begin_step(const struct step *step, gau_context *ctx)
{
    struct event_worker *const worker = &workers[step->worker];

    memory_is(step->before_kb);
    ctx->event = step->number;
    ctx->worker = step->worker;
    if (!worker->log) {
        worker->log = self;
        original()->auditor->thread_begin(worker, ctx);
    }
    original()->auditor->begin_event(worker, ctx);
    ctx->timestamp = step->start;
    ctx->cpu_ns = 100;
    original()->auditor->before(worker, ctx);
}

static void end_step(const struct step *step, gau_context *ctx)
{
    struct event_worker *const worker = &workers[step->worker];
    const gau_outcome outcome = {.final = step->final, .flags = step->flags};

    ctx->timestamp = step->end;
    ctx->cpu_ns = 100 + 1000 * (step->end - step->start) / 2;
    original()->auditor->after(worker, ctx, outcome);
    memory_is(step->after_kb);
    original()->auditor->end_event(worker, ctx);
}

/* Events of one worker follow each other; those of several begin in their order, and end in it. */
static void play(gau_context *ctx)
{
    const struct step *open[SCRIPT_WORKERS] = {0};

    for (const struct step *step = event_script.steps; step->number; step++) {
        if (open[step->worker])
            end_step(open[step->worker], ctx);
        begin_step(step, ctx);
        open[step->worker] = step;
    }
    for (uint32_t i = 0; i < SCRIPT_WORKERS; i++)
        if (open[i])
            end_step(open[i], ctx);
}

static gau_status finalize(void *instance, gau_context *ctx)
{
    gau_context own = *ctx;

    own.internal->app->tick_s = 1e-6;
    own.branch = GAU_ROOT_EVENT;
    memset(workers, 0, sizeof workers);
    if (event_script.before)
        event_script.before();
    play(&own);
    memory_is(1000);
    for (uint32_t i = 0; i < SCRIPT_WORKERS; i++)
        if (workers[i].log)
            original()->auditor->thread_end(&workers[i], &own);
    if (event_script.after)
        event_script.after();
    return original()->finalize(instance, ctx);
}

/* --- the job ------------------------------------------------------------------------------- */

const char *run_as(const char *name, const char *folder, const char *properties)
{
    gau_class cls = *original();
    struct job job;
    gau_node *node;
    char text[256], *rest = text;

    cls.name = "Scripted";
    cls.initialize = initialize;
    cls.finalize = finalize;
    cls.auditor = GAU_AUDITOR(.wants_timestamps = true);
    job_begin(&job);
    job_class(&job, &cls);
    node = job_auditor(&job, "Scripted", name);
    snprintf(text, sizeof text, "%s", properties);
    for (char *part; (part = strtok_r(rest, ";", &rest));) {
        char *const value = strchr(part, '=');

        *value = '\0';
        job_set(&job, node, part, value + 1);
    }
    job.settings.output = folder;
    capture_stderr_begin();
    job_must_run(&job, 1);
    job_end(&job);
    return capture_stderr_end();
}

const char *run_with(const char *folder, const char *properties)
{
    return run_as(NULL, folder, properties);
}

int event_script_begin(void **state)
{
    event_script = (struct event_script){.has_status = true};
    unsetenv("K4BENCH_EVENT_JSON");
    return folder_enter(state);
}

void event_script_set(const struct step *list, size_t n)
{
    assert_true(n < SCRIPT_STEPS);
    memcpy(event_script.steps, list, n * sizeof *list);
}

void has_text(const char *path, const char *text)
{
    char *const found = folder_read(path);

    assert_string_equal(found, text);
    free(found);
}

bool is_there(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0;
}

void three_events(void)
{
    SCRIPT({0, 1, 1000, 251000, 1024, 1088, GAU_OK, 0},
           {0, 2, 300000, 300001, 1088, 1088, GAU_REJECT, 0},
           {0, 3, 400000, 1900000, 1088, 3136, GAU_OK, GAU_OUTCOME_ABORTED});
}

const char of_three[] = "{\n"
                        "  \"schema_version\": 1,\n"
                        "  \"peak_vmem_mb\": 8388608.000,\n"
                        "  \"event_numbers\": [0, 1, 2],\n"
                        "  \"event_times_s\": [0.250000, 0.000001, 1.500000],\n"
                        "  \"event_rss_begin_mb\": [1.488, 1.551, 1.551],\n"
                        "  \"event_rss_end_mb\": [1.551, 1.551, 3.551],\n"
                        "  \"event_rss_anon_begin_mb\": [1.000, 1.062, 1.062],\n"
                        "  \"event_rss_anon_end_mb\": [1.062, 1.062, 3.062],\n"
                        "  \"event_rss_file_end_mb\": [0.488, 0.488, 0.488]\n"
                        "}\n";
