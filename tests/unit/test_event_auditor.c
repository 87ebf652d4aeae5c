/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "auditors/event/event_auditor.h"
#include "captured_stderr.h"
#include "framework/src/job/app_state.h"
#include "temp_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * EventAuditor under a virtual clock, where a tick is 1 us, with a /proc/self/status of the test's
 * own: k4Bench's file as it must be, byte by byte.
 */

extern const gau_module gau_module_event;

enum { WORKERS = 3, STEPS_MAX = 16 };

/* An event, or a part of one: what it has at its begin, what at its end. */
struct step {
    uint32_t worker;
    uint64_t number; /* 0: no more steps */
    uint64_t start, end;
    int before_kb, after_kb; /* anonymous memory; of files there are 500 kB */
    gau_status final;
    uint32_t flags;
};

static struct step steps[STEPS_MAX];
static bool has_status;
static struct event_log *self;
static struct event_worker workers[WORKERS];

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
    if (has_status)
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
    const struct step *open[WORKERS] = {0};

    for (const struct step *step = steps; step->number; step++) {
        if (open[step->worker])
            end_step(open[step->worker], ctx);
        begin_step(step, ctx);
        open[step->worker] = step;
    }
    for (uint32_t i = 0; i < WORKERS; i++)
        if (open[i])
            end_step(open[i], ctx);
}

static gau_status finalize(void *instance, gau_context *ctx)
{
    gau_context own = *ctx;

    own.internal->app->tick_s = 1e-6;
    own.branch = GAU_ROOT_EVENT;
    memset(workers, 0, sizeof workers);
    play(&own);
    memory_is(1000);
    for (uint32_t i = 0; i < WORKERS; i++)
        if (workers[i].log)
            original()->auditor->thread_end(&workers[i], &own);
    return original()->finalize(instance, ctx);
}

/* --- the job ------------------------------------------------------------------------------- */

/* @p properties "File=x;K4Bench=true", or "". Returns the messages. */
static const char *run_as(const char *name, const char *folder, const char *properties)
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

static const char *run_with(const char *folder, const char *properties)
{
    return run_as(NULL, folder, properties);
}

static int begin(void **state)
{
    memset(steps, 0, sizeof steps);
    has_status = true;
    unsetenv("K4BENCH_EVENT_JSON");
    return folder_enter(state);
}

static void script(const struct step *list, size_t n)
{
    memcpy(steps, list, n * sizeof *list);
}
#define SCRIPT(...)                            \
    script((const struct step[]){__VA_ARGS__}, \
           sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step))

static void has_text(const char *path, const char *text)
{
    char *const found = folder_read(path);

    assert_string_equal(found, text);
    free(found);
}

static bool is_there(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0;
}

/* --- the file ------------------------------------------------------------------------------ */

static void three_events(void)
{
    SCRIPT({0, 1, 1000, 251000, 1024, 1088, GAU_OK, 0},
           {0, 2, 300000, 300001, 1088, 1088, GAU_REJECT, 0},
           {0, 3, 400000, 1900000, 1088, 3136, GAU_OK, GAU_OUTCOME_ABORTED});
}

static const char of_three[] = "{\n"
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

static void the_file_of_k4bench_has_nine_keys_in_order(void **state)
{
    (void)state;
    three_events();
    assert_string_equal(run_with("r", ""), "");
    has_text("r/k4bench_events.json", of_three);
    assert_true(is_there("r/events.gtr"));
}

static void without_events_its_arrays_are_empty(void **state)
{
    (void)state;
    run_with("r", "Label=none");
    has_text("r/none_events.json", "{\n  \"schema_version\": 1,\n  \"peak_vmem_mb\": 8388608.000,\n"
                                   "  \"event_numbers\": [],\n  \"event_times_s\": [],\n"
                                   "  \"event_rss_begin_mb\": [],\n  \"event_rss_end_mb\": [],\n"
                                   "  \"event_rss_anon_begin_mb\": [],\n"
                                   "  \"event_rss_anon_end_mb\": [],\n"
                                   "  \"event_rss_file_end_mb\": []\n}\n");
}

static void what_is_not_known_is_minus_one_kb(void **state)
{
    char *text;

    (void)state;
    has_status = false;
    SCRIPT({0, 1, 0, 1000000, 0, 0, GAU_OK, 0});
    run_with("r", "");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"peak_vmem_mb\": -1.000,\n"));
    assert_non_null(strstr(text, "\"event_rss_anon_end_mb\": [-0.001],\n"));
    assert_non_null(strstr(text, "\"event_rss_file_end_mb\": [-0.001]\n"));
    free(text);
}

static void memory_that_is_not_wanted_is_not_known(void **state)
{
    char *text;

    (void)state;
    three_events();
    run_with("r", "Memory=false");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_rss_end_mb\": [-0.001, -0.001, -0.001],\n"));
    free(text);
}

static void events_of_several_workers_are_in_the_order_of_their_numbers(void **state)
{
    char *text;

    (void)state;
    SCRIPT({2, 1, 100, 200, 1, 1, GAU_OK, 0}, {0, 2, 110, 900, 1, 1, GAU_OK, 0},
           {1, 3, 120, 130, 1, 1, GAU_OK, 0}, {2, 4, 210, 215, 1, 1, GAU_OK, 0},
           {1, 5, 220, 250, 1, 1, GAU_OK, 0});
    run_with("r", "");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0, 1, 2, 3, 4],\n"));
    assert_non_null(strstr(text, "[0.000100, 0.000790, 0.000010, 0.000005, 0.000030],\n"));
    free(text);
}

static void an_event_without_an_end_leaves_nothing(void **state)
{
    char *text;

    (void)state;
    three_events();
    steps[1].flags = GAU_OUTCOME_UNFINISHED;
    run_with("r", "");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0, 2],\n"));
    free(text);
}

static void numbers_that_occur_twice_are_counted_in_order_of_time(void **state)
{
    const char *messages;
    char *text;

    (void)state;
    SCRIPT({0, 7, 100, 101, 1, 1, GAU_OK, 0}, {1, 7, 110, 112, 1, 1, GAU_OK, 0},
           {0, 8, 120, 123, 1, 1, GAU_OK, 0});
    messages = run_with("r", "");
    assert_string_equal(
        messages, "gaudit: warning: Scripted: 'r/k4bench_events.json': numbers of events occur "
                  "twice or fall: events are counted there, from 0\n");
    text = folder_read("r/k4bench_events.json");
    assert_non_null(strstr(text, "\"event_numbers\": [0, 1, 2],\n"));
    assert_non_null(strstr(text, "[0.000001, 0.000002, 0.000003],\n"));
    free(text);
}

/* --- where it is --------------------------------------------------------------------------- */

static void the_property_names_it(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "variable.json", 1);
    run_with(NULL, "File=property.json");
    has_text("property.json", of_three);
    assert_false(is_there("variable.json") || is_there("property.json.gtr"));
}

static void else_the_variable_does(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "variable.json", 1);
    run_with("r", "");
    has_text("variable.json", of_three);
    assert_false(is_there("r/k4bench_events.json"));
}

static void an_instance_with_a_name_has_a_file_of_its_own(void **state)
{
    (void)state;
    three_events();
    run_as("Mine", "r", "Label=x");
    has_text("r/x-Mine_events.json", of_three);
    assert_true(is_there("r/events-Mine.gtr"));
}

static void an_empty_variable_means_no_file_and_a_warning(void **state)
{
    (void)state;
    three_events();
    setenv("K4BENCH_EVENT_JSON", "", 1);
    assert_string_equal(run_with("r", ""),
                        "gaudit: warning: Scripted: K4BENCH_EVENT_JSON is empty: "
                        "no file for k4Bench is written\n");
    assert_false(is_there("r/k4bench_events.json"));
    assert_true(is_there("r/events.gtr"));
}

static void in_the_working_directory_it_is_only_if_wanted(void **state)
{
    (void)state;
    three_events();
    run_with(NULL, "");
    assert_false(is_there("k4bench_events.json"));
    run_with(NULL, "K4Bench=true");
    has_text("k4bench_events.json", of_three);
}

static void what_cannot_be_written_is_a_warning(void **state)
{
    (void)state;
    three_events();
    assert_string_equal(run_with("r", "File=no/such/folder.json"),
                        "gaudit: warning: Scripted: 'no/such/folder.json' is not written: No such "
                        "file or directory\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_file_of_k4bench_has_nine_keys_in_order),
        TEST(without_events_its_arrays_are_empty),
        TEST(what_is_not_known_is_minus_one_kb),
        TEST(memory_that_is_not_wanted_is_not_known),
        TEST(events_of_several_workers_are_in_the_order_of_their_numbers),
        TEST(an_event_without_an_end_leaves_nothing),
        TEST(numbers_that_occur_twice_are_counted_in_order_of_time),
        TEST(the_property_names_it),
        TEST(else_the_variable_does),
        TEST(an_instance_with_a_name_has_a_file_of_its_own),
        TEST(an_empty_variable_means_no_file_and_a_warning),
        TEST(in_the_working_directory_it_is_only_if_wanted),
        TEST(what_cannot_be_written_is_a_warning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
