/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "captured_stderr.h"
#include "job_fixture.h"

#include <gaudit/algorithm.h>
#include <gaudit/section.h>

/* Steps of life as branches. */

static gau_status table_initialize(void *self, gau_context *ctx)
{
    GAU_SECTION("tables");
    (void)self, (void)ctx;
    return GAU_OK;
}

static gau_status table_execute(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    return GAU_OK;
}

static const gau_class table_class = {
    GAU_CLASS("Table", char, "Opens a section when it is initialized."),
    .initialize = table_initialize,
    .algorithm = GAU_ALGORITHM(.execute = table_execute),
};

static void sections_in_steps_are_audited(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &table_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Table", "T");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Phases", "Initialize");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "D( Initialize T\nD( Initialize T tables\n"
                                         "D) Initialize T tables aa\nD) Initialize T aa\n");
    job_end(&job);
}

static gau_status leaver_initialize(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    gau_section_begin("left");
    return GAU_OK;
}

static const gau_class leaver_class = {
    GAU_CLASS("Leaver", char, "Leaves a section open when it is initialized."),
    .initialize = leaver_initialize,
    .algorithm = GAU_ALGORITHM(.execute = table_execute),
};

static void sections_that_a_step_leaves_open_end_with_it(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_class(&job, &leaver_class);
    job_add(&job, NULL, GAU_NODE_ALGORITHM, "Leaver", "L");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Phases", "Initialize");
    capture_stderr_begin();
    job_must_run(&job, 1);
    assert_string_equal(capture_stderr_end(),
                        "gaudit: warning: job: 1 section begin or end without a match, the first "
                        "for 'left'; sections left open were closed with their parent\n");
    assert_string_equal(call_log_text(), "D( Initialize L\nD( Initialize L left\n"
                                         "D) Initialize L left aa\nD) Initialize L aa\n");
    job_end(&job);
}

static void steps_are_audited_if_phases_select_them(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_input(&job, "1");
    job_script(&job, job_sequence(&job, NULL, "S"), "X", "a");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Phases", "Initialize, Start, Stop, Finalize");
    job_set(&job, job_auditor(&job, "CallLog", "E"), "Phases", "Stop");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "D( Initialize In\nD) Initialize In aa\n"
                                         "D( Initialize X\nD) Initialize X aa\n"
                                         "D( Start In\nD) Start In aa\nD( Start X\nD) Start X aa\n"
                                         "D( Stop In\nE( Stop In\nE) Stop In aa\nD) Stop In aa\n"
                                         "D( Stop X\nE( Stop X\nE) Stop X aa\nD) Stop X aa\n"
                                         "D( Finalize In\nD) Finalize In aa\n"
                                         "D( Finalize X\nD) Finalize X aa\n");
    job_end(&job);
}

static void every_instance_has_its_pair_and_gates_hold(void **unused)
{
    struct job job;
    gau_node *log;

    (void)unused;
    job_begin(&job);
    job_input(&job, "1");
    job_script(&job, NULL, "X", "a");
    log = job_auditor(&job, "CallLog", "D");
    job_set(&job, log, "Phases", "Start");
    job_set(&job, log, "ExcludeAlgorithms", "In");
    job.settings.workers = 2;
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "D( Start [excluded]\nD) Start [excluded] aa\n"
                                         "D( Start X\nD) Start X aa\nD( Start X\nD) Start X aa\n");
    job_end(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_in_steps_are_audited),
        cmocka_unit_test(sections_that_a_step_leaves_open_end_with_it),
        cmocka_unit_test(steps_are_audited_if_phases_select_them),
        cmocka_unit_test(every_instance_has_its_pair_and_gates_hold),
    };

    return cmocka_run_group_tests_name("branches of Setup", tests, NULL, NULL);
}
