/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "run_lint.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Modules, processes and threads under `gaudit lint`. */

#define ONCE "1 time on 1 thread, first on thread T after S s; "
#define MEND_END_WITHOUT_START \
    "start it before, an event on the thread that ends it, and end it once\n"

static const struct lifecycle {
    const char *arguments, *output;
    int status;
} lifecycles[] = {
    {"LINT_CLIENT made_before", "no violations in 3 calls from 1 thread\n", 0},
    {"LINT_CLIENT size_184", "no violations in 3 calls from 1 thread\n", 0},
    {"LINT_CLIENT size_192", "no violations in 3 calls from 1 thread\n", 0},
    {"LINT_CLIENT no_client", "no ITT static part called the collector\n", 0},
    {"LINT_CLIENT all_slots",
     "80 bound, 5 left to the part's own code\nno violations in 0 calls from 0 threads\n", 0},
    {"LINT_CLIENT groups", "no violations in 1 call from 1 thread\n", 0},
    {"LINT_CLIENT by_name",
     "double-resume: resume: " ONCE "resume once: it concerns all threads and is not counted\n"
     "1 violation in 3 calls from 1 thread\n",
     6},
    {"env LINT_PLUGIN=" LINT_PLUGIN " LINT_CLIENT plugin",
     "name-in-loop: event 'in the module's memory': 3 times on 1 thread, first on thread T after S "
     "s; create names before the first mark, and keep what this gives\n"
     "name-in-loop: event 'shared': 4 times on 1 thread, first on thread T after S s; create names "
     "before the first mark, and keep what this gives\n"
     "7 violations in 24 calls from 1 thread\n",
     6},
    {"LINT_CLIENT fork_child",
     "end-without-start: event 'e': " ONCE MEND_END_WITHOUT_START
     "1 violation in 5 calls from 2 threads of 2 processes\n",
     6},
    {"LINT_CLIENT leave_early",
     "process P did not end by exit(): what was open then is not checked\n"
     "no violations in 2 calls from 1 thread\n",
     0},
    {"LINT_CLIENT exec_again", "no violations in 35 calls from 1 thread\n", 0},
    {"LINT_CLIENT fail",
     "end-without-start: event 'e': " ONCE MEND_END_WITHOUT_START
     "1 violation in 2 calls from 1 thread\n",
     3},
    {"LINT_CLIENT crash",
     "end-without-start: event 'e': " ONCE MEND_END_WITHOUT_START
     "process P did not end by exit(): what was open then is not checked\n"
     "1 violation in 2 calls from 1 thread\n",
     128 + 6},
    {"LINT_CLIENT wait_for_signal", "no violations in 3 calls from 1 thread\n", 0},
    {"LINT_CLIENT die_of_a_signal",
     "process P did not end by exit(): what was open then is not checked\n"
     "no violations in 3 calls from 1 thread\n",
     128 + 15},
    {"LINT_CLIENT late_in_thread", "no violations in 3 calls from 2 threads\n", 0},
    {"LINT_CLIENT late_in_process", "no violations in 5 calls from 1 thread\n", 0},
};

static void programs_live_and_end_as_they_like(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(lifecycles); i++) {
        struct lint_run run;

        lint_run(&run, lifecycles[i].arguments);
        lint_run_is(&run, lifecycles[i].status, lifecycles[i].output);
        lint_run_free(&run);
    }
}

static void what_was_made_before_the_collector_came_is_known(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT made_before");
    assert_int_equal(lint_log_count(&run.log, "@object", "before"), 1);
    assert_int_equal(lint_log_count(&run.log, "@object", "task"), 1);
    assert_int_equal(lint_log_count(&run.log, "task_begin", "task"), 1);
    assert_int_equal(lint_log_count(&run.log, "task_end", "task"), 1); /* by the other object */
    lint_run_free(&run);
}

/* The texts are the collector's own: those of the module are unloaded. */
static void parts_share_events_of_one_name(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "env LINT_PLUGIN=" LINT_PLUGIN " LINT_CLIENT plugin");
    assert_int_equal(lint_log_count(&run.log, "@init", NULL), 4);
    assert_int_equal(lint_log_count(&run.log, "@fini", NULL), 3);
    assert_int_equal(lint_log_count(&run.log, "event_start", "shared"), 5);
    assert_string_equal(lint_log_first(&run.log, "event_create", "shared")->arguments[0],
                        lint_log_last(&run.log, "event_create", "shared")->arguments[0]);
    assert_int_equal(lint_log_count(&run.log, "event_end", "in the module's memory"), 3);
    assert_true(lint_log_nests(&run.log));
    lint_run_free(&run);
}

static void the_client_that_ships_violates_nothing(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, LINT_ITT);
    lint_run_is(&run, 0, "no violations in 412 calls from 2 threads\n");
    assert_int_equal(lint_log_count(&run.log, "event_start", "Hlt Hlt1"), 200);
    assert_int_equal(lint_log_threads(&run.log, "event_end", "Hlt Hlt1"), 2);
    assert_int_equal(lint_log_count(&run.log, "@fini", NULL), 1);
    assert_true(lint_log_nests(&run.log));
    lint_run_free(&run);
}

static void what_is_no_client_is_left_alone(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT no_client");
    assert_int_equal(lint_log_count(&run.log, "@refused", NULL), 2);
    assert_int_equal(lint_log_count(&run.log, "@init", NULL), 0);
    lint_run_free(&run);
}

static void threads_lose_no_calls(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT many_threads");
    lint_run_is(&run, 0, "no violations in 16016 calls from 8 threads\n");
    assert_int_equal(lint_log_count(&run.log, "@init", NULL), 8);
    assert_int_equal(lint_log_threads(&run.log, "event_start", NULL), 8);
    for (int i = 0; i < 8; i++) {
        char name[32];

        snprintf(name, sizeof name, "thread %d", i);
        assert_int_equal(lint_log_count(&run.log, "event_start", name), 1000);
        assert_int_equal(lint_log_count(&run.log, "event_end", name), 1000);
        assert_int_equal(lint_log_threads(&run.log, "event_end", name), 1);
    }
    assert_true(lint_log_nests(&run.log));
    lint_run_free(&run);
}

static void a_program_that_closes_all_files_does_not_lose_the_log(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT close_all_files");
    lint_run_is(&run, 6,
                "name-in-loop: event 'second': " ONCE
                "create names before the first mark, and keep what this gives\n"
                "1 violation in 6 calls from 1 thread\n");
    assert_int_equal(lint_log_count(&run.log, "event_end", "second"), 1);
    lint_run_free(&run);
}

#define DIRECT "env INTEL_LIBITTNOTIFY64=" LINT_COLLECTOR

static void the_collector_alone_reports_to_standard_error(void **state)
{
    struct lint_run run;

    (void)state;
    lint_shell(&run, DIRECT " LINT_CLIENT never_ended_often >/dev/null");
    lint_run_is(&run, 0,
                "gaudit-lint: never-ended: event 'e': 100000 times on 1 thread, first on thread T "
                "after S s; end it on every way out, before its thread or the program ends\n"
                "gaudit-lint: process P: 100000 violations in 100001 calls from 1 thread\n");
    lint_run_free(&run);
    lint_shell(&run, DIRECT " GAUDIT_LINT_REPORT=report LINT_CLIENT clean");
    lint_run_is(&run, 0, "");
    lint_run_free(&run);
    lint_shell(&run, "cat report");
    lint_run_is(&run, 0, "gaudit-lint: process P: no violations in 32 calls from 1 thread\n");
    lint_run_free(&run);
    lint_shell(&run, DIRECT " GAUDIT_LINT_REPORT= LINT_CLIENT out_of_order");
    lint_run_is(&run, 0, "");
    lint_run_free(&run);
}

static void nothing_is_left_behind_without_a_log(void **state)
{
    struct lint_run run;

    (void)state;
    lint_shell(&run, "mkdir empty && TMPDIR=$PWD/empty " GAUDIT " lint -q LINT_CLIENT clean && "
                     "rmdir empty");
    lint_run_is(&run, 0, "");
    lint_run_free(&run);
}

static const struct wrong {
    const char *arguments, *output;
    int status;
} wrongs[] = {
    {"", "gaudit lint: the program is missing (see 'gaudit help lint')\n", 1},
    {"--ignore out-of-ordr true",
     "gaudit lint: --ignore: there is no rule 'out-of-ordr'; did you mean 'out-of-order'? "
     "(see 'gaudit help lint')\n",
     1},
    {"--ignore never-ended,,xyz true",
     "gaudit lint: --ignore: there is no rule '' (see 'gaudit help lint')\n", 1},
    {"--quite true",
     "gaudit lint: unknown option '--quite'; did you mean '--quiet'? (see 'gaudit help lint')\n",
     1},
    {"--log nowhere/log true", "gaudit: cannot write 'nowhere/log': No such file or directory\n",
     125},
    {"./no-such-program -q", "gaudit: cannot run './no-such-program': No such file or directory\n",
     127},
    {"-- .", "gaudit: cannot run '.': Permission denied\n", 126},
};

static void failures_to_run_have_the_statuses_of_other_launchers(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct lint_run run;
        char line[1024];

        snprintf(line, sizeof line, GAUDIT " lint %s", wrongs[i].arguments);
        lint_shell(&run, line);
        lint_run_is(&run, wrongs[i].status, wrongs[i].output);
        lint_run_free(&run);
    }
}

/* Lines that a process did not finish, or that something else wrote. */
static void a_log_that_others_write_to_is_no_danger(void **state)
{
    struct lint_run run;

    (void)state;
    lint_shell(&run, GAUDIT " lint --log damaged sh -c 'printf \"%s\\n\" \"\" 1 \"1 2 3\" "
                            "\"1 2 3 @violation\" \"1 2 3 @violation never-ended\" "
                            "\"1 2 3 @violation nothing \\\"x\\\"\" \"x y z event_start\" "
                            "\"1 2 3 @violation out-of-order \\\"a\\\\x\" \"\\\"\" "
                            "\"9 2 3 event_end\" >>$GAUDIT_LINT_LOG; printf \"1 2 3 e\" "
                            ">>$GAUDIT_LINT_LOG'");
    lint_run_is(&run, 6,
                "never-ended: : " ONCE "end it on every way out, before its thread or the program "
                "ends\n"
                "out-of-order: ax: " ONCE "end what was started last first: time goes to the later "
                "start\n"
                "process P did not end by exit(): what was open then is not checked\n"
                "2 violations in 2 calls from 1 thread\n");
    lint_run_free(&run);
}

static void an_old_log_is_replaced_by_one_that_is_complete(void **state)
{
    struct lint_run run;

    (void)state;
    lint_shell(&run, "echo old >kept; " GAUDIT " lint --log kept ./no-such-program; cat kept");
    lint_run_is(&run, 0,
                "gaudit: cannot run './no-such-program': No such file or directory\n"
                "old\n");
    lint_run_free(&run);
    lint_shell(&run, GAUDIT " lint -q --log kept sh -c 'cat kept; "
                            "printf \"1 2 3 event_end\\n\" >>$GAUDIT_LINT_LOG'; cat kept");
    lint_run_is(&run, 0, "old\n1 2 3 event_end\n");
    lint_run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_live_and_end_as_they_like),
        cmocka_unit_test(an_old_log_is_replaced_by_one_that_is_complete),
        cmocka_unit_test(what_was_made_before_the_collector_came_is_known),
        cmocka_unit_test(parts_share_events_of_one_name),
        cmocka_unit_test(the_client_that_ships_violates_nothing),
        cmocka_unit_test(what_is_no_client_is_left_alone),
        cmocka_unit_test(threads_lose_no_calls),
        cmocka_unit_test(a_program_that_closes_all_files_does_not_lose_the_log),
        cmocka_unit_test(the_collector_alone_reports_to_standard_error),
        cmocka_unit_test(nothing_is_left_behind_without_a_log),
        cmocka_unit_test(failures_to_run_have_the_statuses_of_other_launchers),
        cmocka_unit_test(a_log_that_others_write_to_is_no_danger),
    };

    return cmocka_run_group_tests_name("lint_lives", tests, folder_enter, folder_leave);
}
