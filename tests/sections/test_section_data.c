/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/captured_stderr.h"
#include "tests/unit/job_fixture.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* Data of sections and branches, which an algorithm asks for while its job runs. */

enum { EVENTS = 50 }; /* of the input */

extern const gau_module gau_module_timer;

static atomic_int faults;
static atomic_int executed; /* by all workers */
static double at_stop, at_finalize;

/* -1: an error */
static double data(const char *name, gau_section_metric metric)
{
    double value = -1;

    return gau_section_data(NULL, name, metric, true, &value, NULL) < 0 ? -1 : value;
}

/* Never called with a true @p reached. */
static void pass_by(bool reached)
{
    if (reached) {
        GAU_SECTION("never reached", 4);
    }
}

/* Calls that are open count, and what has ended before the question is in the answer. */
static gau_status asker_execute(void *self, gau_context *ctx)
{
    uint64_t *const own = self;
    double before, after;

    pass_by(ctx->event == 0);
    before = data("asked", GAU_SECTION_CALLS);
    {
        GAU_SECTION("asked", 2);
    }
    after = data("asked", GAU_SECTION_CALLS);
    ++*own;
    executed++;
    faults += !(after >= before + 1 && after >= (double)*own);
    faults += !(data("A", GAU_SECTION_CALLS) >= (double)*own);
    faults += !(data("Line A", GAU_SECTION_CALLS) >= (double)*own);
    faults += !(data("Line", GAU_SECTION_TOTAL) >= 0);
    if (gau_worker_count(ctx) == 1) { /* no other one goes on meanwhile */
        faults += !(after == (double)*own && before == (double)*own - 1);
        faults += data("Line A asked", GAU_SECTION_CALLS) != after;
        faults += data("Event", GAU_SECTION_CALLS) != (double)ctx->event;
    }
    return GAU_OK;
}

static gau_status asker_stop(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    at_stop = data("asked", GAU_SECTION_CALLS);
    faults += !(data("Root", GAU_SECTION_TOTAL) * (1 + 1e-9) >=
                data("Event", GAU_SECTION_TOTAL) + data("Background", GAU_SECTION_TOTAL));
    faults += data("Root", GAU_SECTION_TOTAL_PERCENT) != 100;
    faults += data("Root", GAU_SECTION_CALLS) != 1;
    faults += !(data("In", GAU_SECTION_CALLS) == EVENTS);
    faults += !(data("Line", GAU_SECTION_CHILDREN) > 0);
    faults += !(data("Line", GAU_SECTION_CHILDREN) <= data("Line", GAU_SECTION_TOTAL));
    return GAU_OK;
}

static gau_status asker_finalize(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    at_finalize = data("asked", GAU_SECTION_CALLS);
    return GAU_OK;
}

static void asker_merge(void *self, void *other)
{
    *(uint64_t *)self += *(uint64_t *)other;
}

static const gau_class asker_class = {
    GAU_CLASS("Asker", uint64_t, "Asks what was used."),
    .stop = asker_stop,
    .merge = asker_merge,
    .finalize = asker_finalize,
    .algorithm = GAU_ALGORITHM(.execute = asker_execute),
};

static void an_algorithm_asks_while_the_job_runs(void **unused)
{
    (void)unused;
    for (uint32_t workers = 1; workers <= 4; workers++) {
        struct job job;

        faults = executed = 0;
        at_stop = at_finalize = -1;
        job_begin(&job);
        job.settings.workers = workers;
        job_class(&job, &asker_class);
        job_class(&job, gau_module_timer.classes[0]);
        job_input(&job, "50");
        job_set(&job, job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "Off"), "Enable",
                "false");
        job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "TimerAuditor");
        job_add(&job, job_sequence(&job, NULL, "Line"), GAU_NODE_ALGORITHM, "Asker", "A");
        job_must_run(&job, EVENTS);
        assert_int_equal(faults, 0);
        assert_int_equal(executed, EVENTS);
        assert_true(at_stop == EVENTS);
        assert_true(at_finalize == EVENTS);
        job_end(&job);
    }
}

/* --- what there is no answer to ------------------------------------------------------------- */

static double never, unknown;
static gau_status known_status, unknown_status;
static gau_error why;
static int branch_faults;

/* What @p name is said to be like. */
static void expect_near(const char *name, const char *near)
{
    gau_error err = {0};
    char end[64];
    double value = 77;

    snprintf(end, sizeof end, "section, use \"Root\". Did you mean '%s'?", near);
    branch_faults +=
        gau_section_data(NULL, name, GAU_SECTION_CALLS, true, &value, &err) != GAU_ERR_UNKNOWN;
    branch_faults += !strstr(err.message, end) || value != 77;
}

static gau_status guesser_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    branch_faults += data("Line Later", GAU_SECTION_CALLS) != 0;
    branch_faults += data("Later", GAU_SECTION_CALLS) != 0;
    branch_faults += data("Line Later never reached", GAU_SECTION_CALLS) != 0;
    branch_faults += data("Line Later never reached never reached", GAU_SECTION_TOTAL) != 0;
    branch_faults += data("Line G", GAU_SECTION_CALLS) != 1;
    branch_faults += data("Line Later nowhere", GAU_SECTION_CALLS) != -1;
    branch_faults += data("Line Later-never reached", GAU_SECTION_CALLS) != -1;
    branch_faults += data("Line Later never reached ", GAU_SECTION_CALLS) != -1;
    expect_near("Line Latre", "Line Later");
    expect_near("Latre", "Later");
    expect_near("rout", "Root");
    expect_near("never raeched", "never reached");
    return GAU_REJECT;
}

static gau_status doubter_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    known_status = gau_section_data(NULL, "never reached", GAU_SECTION_CALLS, true, &never, &why);
    if (known_status >= 0)
        unknown_status =
            gau_section_data(NULL, "no such thing", GAU_SECTION_CALLS, true, &unknown, &why);
    return GAU_OK;
}

static const gau_class doubter_class = {
    GAU_CLASS("Doubter", char, "Asks for what is not there."),
    .algorithm = GAU_ALGORITHM(.execute = doubter_execute),
};

static void run_doubter(bool timed)
{
    struct job job;

    never = unknown = 77;
    job_begin(&job);
    job_class(&job, &doubter_class);
    job_class(&job, gau_module_timer.classes[0]);
    if (timed)
        job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "TimerAuditor");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Doubter", "D");
    job_must_run(&job, 1);
    job_end(&job);
}

static void a_site_that_was_not_reached_is_0_and_no_site_is_an_error(void **unused)
{
    (void)unused;
    run_doubter(true);
    assert_int_equal(known_status, GAU_OK);
    assert_true(never == 0);
    assert_int_equal(unknown_status, GAU_ERR_UNKNOWN);
    assert_true(unknown == 77);
    assert_string_equal(why.message,
                        "Unknown PerfGraph section name \"no such thing\" in "
                        "PerfGraph::sectionData(). If you are attempting to retrieve the root "
                        "section, use \"Root\".");
}

static const gau_class guesser_class = {
    GAU_CLASS("Guesser", char, "Asks for what is nearly there."),
    .algorithm = GAU_ALGORITHM(.execute = guesser_execute),
};

static void a_branch_that_was_not_reached_is_0_and_a_near_name_is_offered(void **unused)
{
    gau_node *line;
    struct job job;

    (void)unused;
    branch_faults = 0;
    job_begin(&job);
    job_class(&job, &guesser_class);
    job_class(&job, gau_module_timer.classes[0]);
    job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "TimerAuditor");
    line = job_sequence(&job, NULL, "Line");
    job_add(&job, line, GAU_NODE_ALGORITHM, "Guesser", "G");
    job_add(&job, line, GAU_NODE_ALGORITHM, "Guesser", "Later");
    job_must_run(&job, 1);
    job_end(&job);
    assert_int_equal(branch_faults, 0);
}

static void without_a_timer_there_are_no_data(void **unused)
{
    (void)unused;
    run_doubter(false);
    assert_int_equal(known_status, GAU_ERR_STATE);
    assert_string_equal(why.message, "data of sections need a TimerAuditor");
    assert_true(never == 77);
}

static void outside_of_a_job_it_is_not_asked(void **unused)
{
    double value = 77;

    (void)unused;
    run_doubter(true);
    assert_int_equal(gau_section_data(NULL, "asked", GAU_SECTION_CALLS, true, &value, &why),
                     GAU_ERR_STATE);
    assert_string_equal(why.message, "there is no session");
    assert_true(value == 77);
}

/* --- two sites with one name ---------------------------------------------------------------- */

/* Never called with a true @p reached. */
static void quarrel_unreached(bool reached)
{
    if (!reached)
        return;
    {
        GAU_SECTION("agreed elsewhere");
    }
    {
        GAU_SECTION("agreed elsewhere", 3, "Agreeing");
    }
    {
        GAU_SECTION("agreed elsewhere", 3, "Agreeing");
    }
    {
        GAU_SECTION("quarrel elsewhere", 2, "Quarrelling");
    }
    {
        GAU_SECTION("quarrel elsewhere", 3);
    }
    {
        GAU_SECTION("quarrel elsewhere", 2, "Shouting");
    }
    {
        GAU_SECTION("quarrel elsewhere", 2, "Quarrelling", true);
    }
}

static gau_status quarrel_execute(void *self, gau_context *ctx)
{
    (void)self;
    {
        GAU_SECTION("agreed", 3, "Agreeing");
    }
    {
        GAU_SECTION("agreed", 3, "Agreeing");
    }
    {
        GAU_SECTION("agreed");
    }
    {
        GAU_SECTION("quarrel", 2);
    }
    {
        GAU_SECTION("quarrel", 3);
    }
    {
        GAU_SECTION("quarrel", 2, "Quarrelling");
    }
    quarrel_unreached(ctx->event == 77);
    return GAU_OK;
}

static const gau_class quarrel_class = {
    GAU_CLASS("Quarrel", char, "Has sites that do not agree."),
    .algorithm = GAU_ALGORITHM(.execute = quarrel_execute),
};

static void two_sites_of_one_name_that_differ_are_reported(void **unused)
{
    struct job job;
    const char *text;

    (void)unused;
    job_begin(&job);
    job_class(&job, &quarrel_class);
    job_class(&job, gau_module_timer.classes[0]);
    job_add(&job, NULL, GAU_NODE_AUDITOR, "TimerAuditor", "TimerAuditor");
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Quarrel", "Q");
    job.settings.events = 1;
    capture_stderr_begin();
    job_run(&job);
    text = capture_stderr_end();
    assert_int_equal(job.status, GAU_OK);
    assert_non_null(
        strstr(text, "job: 5 places in the code open a section with another level, message or "
                     "no_dots than the first place of that name, such as 'quarrel'; those "
                     "of the place that is reached first count\n"));
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_algorithm_asks_while_the_job_runs),
        cmocka_unit_test(a_site_that_was_not_reached_is_0_and_no_site_is_an_error),
        cmocka_unit_test(a_branch_that_was_not_reached_is_0_and_a_near_name_is_offered),
        cmocka_unit_test(without_a_timer_there_are_no_data),
        cmocka_unit_test(outside_of_a_job_it_is_not_asked),
        cmocka_unit_test(two_sites_of_one_name_that_differ_are_reported),
    };

    return cmocka_run_group_tests_name("data of sections in jobs", tests, NULL, NULL);
}
