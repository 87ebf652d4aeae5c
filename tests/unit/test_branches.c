/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"

#include <gaudit/clock.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void limit(struct job *job, uint32_t max_branches)
{
    gau_options_root(job->options)->max_branches = max_branches;
}

/* Runs one event and returns the warnings. */
static const char *run_one(struct job *job)
{
    const char *warnings;

    capture_stderr_begin();
    job->settings.events = 1;
    job_run(job);
    warnings = capture_stderr_end();
    if (job->status < 0)
        fail_msg("%s", job->error.message);
    return warnings;
}

/* --- branches that do not fit --------------------------------------------------------------- */

static void what_has_no_branch_is_charged_to_what_is_above_it(void **unused)
{
    struct job job;
    gau_node *inner;

    (void)unused;
    job_begin(&job);
    limit(&job, 5); /* Event, Background, S, S A, S T */
    inner = job_sequence(&job, NULL, "S");
    job_script(&job, inner, "A", "a");
    inner = job_sequence(&job, inner, "T");
    job_script(&job, inner, "B", "s");
    inner = job_sequence(&job, inner, "U");
    job_script(&job, inner, "C", "r");
    job_script(&job, inner, "B", NULL);
    job_auditor(&job, "CallLog", "D");
    assert_string_equal(
        run_one(&job),
        "gaudit: warning: job: 4 nodes of the sequence tree and 2 calls of "
        "sections had no branch of their own: more than maxBranches=5, or an "
        "identifier of 4096 bytes; their time is charged to the branches above them\n");
    assert_string_equal(call_log_text(), "D( Event\nD( S\nD( S A\nD) S A aa\nD( S T\nD) S T rr\n"
                                         "D) S rr\nD) Event rr\n");
    job_end(&job);
}

static void sections_that_do_not_fit_are_counted(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    limit(&job, 4); /* Event, Background, A, A part */
    job_script(&job, NULL, "A", "s");
    job_auditor(&job, "CallLog", "D");
    assert_non_null(strstr(run_one(&job), " job: 1 call of "));
    assert_string_equal(call_log_text(), "D( Event\nD( A\nD( A part\nD) A part aa\nD) A aa\n"
                                         "D) Event aa\n");
    job_end(&job);
}

static void an_input_without_a_branch_is_charged_to_background(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    limit(&job, 3);
    job_script(&job, NULL, "A", "a");
    job_input(&job, "1");
    job_auditor(&job, "CallLog", "D");
    assert_non_null(strstr(run_one(&job), " job: 1 node of the sequence tree had "));
    assert_string_equal(call_log_text(),
                        "D( Background\nD) Background aa\nD( Event\nD( A\nD) A aa\n"
                        "D) Event aa\n");
    job_end(&job);
}

/* Above them is nothing that is called itself. */
static void steps_of_life_without_a_branch_are_counted(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    limit(&job, 7); /* Event, Background, A, B, Setup, Start, Start A */
    job_script(&job, NULL, "A", "a");
    job_script(&job, NULL, "B", "a");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Phases", "Start");
    assert_non_null(strstr(run_one(&job), " job: 1 node of the sequence tree had "));
    assert_string_equal(call_log_text(), "D( Start A\nD) Start A aa\n");
    job_end(&job);

    job_begin(&job);
    limit(&job, 5);
    job_script(&job, NULL, "A", "a");
    job_script(&job, NULL, "B", "a");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Phases", "Start");
    assert_int_equal(job_make(&job), GAU_ERR_RANGE);
    assert_string_equal(job.error.message, "maxBranches leaves no room for the branch Start");
    job_end(&job);
}

/* Then its time stays with its parent, and nothing inside is audited either. */
static void an_excluded_branch_needs_room_for_its_hidden_one(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    limit(&job, 3);
    job_script(&job, NULL, "A", "s");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "ExcludeAlgorithms", "A");
    assert_non_null(strstr(run_one(&job), " job: 1 node of the sequence tree had "));
    assert_string_equal(call_log_text(), "D( Event\nD) Event aa\n");
    job_end(&job);
}

/* What comes behind it has one again. */
static void a_path_that_is_too_long_makes_no_branch(void **unused)
{
    char name[200];
    struct job job;
    gau_node *above = NULL;

    (void)unused;
    memset(name, 'x', sizeof name);
    job_begin(&job);
    for (int i = 0; i < 25; i++) { /* 20 of them have a path of less than 4096 bytes */
        snprintf(name, sizeof name, "%d", i);
        name[strlen(name)] = 'x';
        name[sizeof name - 1] = '\0';
        above = job_sequence(&job, above, name);
    }
    job_script(&job, above, "A", "a");
    job_script(&job, job_sequence(&job, NULL, "S"), "B", "a");
    job_auditor(&job, "CallLog", "D");
    assert_non_null(strstr(run_one(&job), " job: 6 nodes of the sequence tree had "));
    assert_non_null(strstr(call_log_text(), "D( S\nD( S B\nD) S B aa\nD) S aa\n"));
    job_end(&job);
}

/* --- many ---------------------------------------------------------------------------------- */

struct counter {
    uint64_t *branches;
    uint64_t calls, added;
};

static struct counter result;

static void counter_branch(void *self, gau_branch branch)
{
    struct counter *const counter = self;

    if (branch != counter->added++)
        call_log_note("branch %u comes as number %llu", branch, (unsigned long long)counter->added);
}

static void counter_before(void *self, const gau_context *ctx)
{
    struct counter *const counter = self;

    counter->calls++;
    counter->branches[ctx->branch]++;
}

static gau_status counter_finalize(void *self, gau_context *ctx)
{
    result = *(struct counter *)self;
    for (gau_branch b = 0; b < gau_branch_count(ctx); b++)
        if (result.branches[b] > 1 && gau_branch_at(ctx, b)->kind != GAU_BRANCH_EXCLUDED)
            call_log_note("branch %u was called %llu times", b,
                          (unsigned long long)result.branches[b]);
    return GAU_OK;
}

static const gau_class counter_class = {
    GAU_CLASS("Counter", struct counter, "Counts calls."),
    .finalize = counter_finalize,
    .auditor = GAU_AUDITOR(.branch_added = counter_branch, .before = counter_before,
                           GAU_PER_BRANCH(struct counter, branches)),
};

/* Algorithms in @p width sequences of @p length. */
static gau_node *build_many(struct job *job, int width, int length)
{
    char name[16];

    job_begin(job);
    job_class(job, &counter_class);
    limit(job, 300000);
    for (int i = 0; i < width; i++) {
        gau_node *sequence;

        snprintf(name, sizeof name, "S%d", i);
        sequence = job_sequence(job, NULL, name);
        for (int k = 0; k < length; k++) {
            snprintf(name, sizeof name, "A%d.%d", i, k);
            job_script(job, sequence, name, "a");
        }
    }
    return job_auditor(job, "Counter", NULL);
}

static void there_may_be_a_hundred_thousand_branches(void **unused)
{
    struct job job;

    (void)unused;
    build_many(&job, 1000, 100);
    assert_string_equal(run_one(&job), "");
    assert_string_equal(call_log_text(), "");
    assert_int_equal(result.calls, 1 + 1000 + 100000);
    assert_int_equal(result.added, 2 + 1000 + 100000);
    job_end(&job);
}

/* In time that grows with their number, not with its square. */
static void many_siblings_can_be_excluded(void **unused)
{
    const uint64_t began = gau_clock_thread_ns();
    struct job job;

    (void)unused;
    job_set(&job, build_many(&job, 1, 100000), "ExcludeAlgorithms", "A*");
    assert_string_equal(run_one(&job), "");
    assert_int_equal(result.calls, 1 + 1 + 100000);
    assert_int_equal(result.added, 2 + 1 + 100000 + 1);
    job_end(&job);
    assert_true(gau_clock_thread_ns() - began < 20000000000u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_branch_is_charged_to_what_is_above_it),
        cmocka_unit_test(sections_that_do_not_fit_are_counted),
        cmocka_unit_test(an_input_without_a_branch_is_charged_to_background),
        cmocka_unit_test(steps_of_life_without_a_branch_are_counted),
        cmocka_unit_test(an_excluded_branch_needs_room_for_its_hidden_one),
        cmocka_unit_test(a_path_that_is_too_long_makes_no_branch),
        cmocka_unit_test(there_may_be_a_hundred_thousand_branches),
        cmocka_unit_test(many_siblings_can_be_excluded),
    };

    return cmocka_run_group_tests_name("branches", tests, NULL, NULL);
}
