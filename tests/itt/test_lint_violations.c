/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "collector/lint/violations.h"
#include "run_lint.h"
#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every violation, with exactly what is printed about it. */

#define MEND_WHILE_PAUSED "the mark is lost: call resume before it, or leave it out\n"
#define MEND_END_WHILE_PAUSED "the end is lost: end the mark before calling pause\n"
#define MEND_END_WITHOUT_START \
    "start it before, an event on the thread that ends it, and end it once\n"
#define MEND_TASK_END "begin a task before, in this domain and on the thread that ends it\n"
#define MEND_NEVER_ENDED "end it on every way out, before its thread or the program ends\n"
#define MEND_UNKNOWN                                                                           \
    "create the event first, and use the number that this gives: it is not 0 when there is a " \
    "collector\n"
#define MEND_ORDER "end what was started last first: time goes to the later start\n"
#define MEND_FRAMES "end a frame before the next begins, or use a domain for each thread\n"
#define MEND_NAME "create names before the first mark, and keep what this gives\n"
#define MEND_LONG "keep names below 256 bytes\n"
#define MEND_FLAGS "do not write to the flags of a domain: they are the collector's\n"
#define ONCE "1 time on 1 thread, first on thread T after S s; "
#define TWICE "2 times on 1 thread, first on thread T after S s; "
#define X20 "xxxxxxxxxxxxxxxxxxxx"
#define X120 X20 X20 X20 X20 X20 X20

static const struct violation {
    const char *arguments, *output;
    int status;
} violations[] = {
    {"LINT_CLIENT clean", "no violations in 32 calls from 1 thread\n", 0},
    {"LINT_CLIENT while_paused",
     "while-paused: event 'e': " TWICE MEND_WHILE_PAUSED
     "while-paused: frame of domain 'test': " ONCE MEND_WHILE_PAUSED
     "while-paused: mark 'point': " TWICE MEND_WHILE_PAUSED
     "while-paused: marker 't': " ONCE MEND_WHILE_PAUSED
     "while-paused: task 't' of domain 'test': " ONCE MEND_WHILE_PAUSED
     "7 violations in 17 calls from 1 thread\n",
     6},
    {"LINT_CLIENT end_while_paused",
     "end-while-paused: event 'e': " ONCE MEND_END_WHILE_PAUSED
     "end-while-paused: frame of domain 'test': " ONCE MEND_END_WHILE_PAUSED
     "name-in-loop: domain 'test': " ONCE MEND_NAME "3 violations in 8 calls from 1 thread\n",
     6},
    {"LINT_CLIENT unknown_event",
     "unknown-event: event number 0: " TWICE MEND_UNKNOWN
     "unknown-event: event number 77: " ONCE MEND_UNKNOWN "3 violations in 3 calls from 1 thread\n",
     6},
    {"--ignore name-in-loop LINT_CLIENT end_without_start",
     "end-without-start: event 'e': " ONCE MEND_END_WITHOUT_START
     "end-without-start: frame of domain 'test': " ONCE MEND_END_WITHOUT_START
     "2 violations in 6 calls from 1 thread\n",
     6},
    {"LINT_CLIENT on_another_thread",
     "end-without-start: event 'e': " ONCE MEND_END_WITHOUT_START
     "never-ended: event 'e': " ONCE MEND_NEVER_ENDED "2 violations in 3 calls from 2 threads\n",
     6},
    {"--ignore=name-in-loop LINT_CLIENT task_end_without_begin",
     "task-end-without-begin: domain 'test': " ONCE MEND_TASK_END
     "1 violation in 6 calls from 1 thread\n",
     6},
    {"LINT_CLIENT unclosed_tasks",
     "never-ended: event 'e': " TWICE MEND_NEVER_ENDED
     "never-ended: event 'in a worker': 1 time on 1 thread, first on thread T 'worker' after S "
     "s; " MEND_NEVER_ENDED "never-ended: frame of domain 'test': " ONCE MEND_NEVER_ENDED
     "never-ended: task '' of domain 'test': " ONCE MEND_NEVER_ENDED
     "5 violations in 9 calls from 2 threads\n",
     6},
    {"LINT_CLIENT never_ended_often",
     "never-ended: event 'e': 100000 times on 1 thread, first on thread T after S "
     "s; " MEND_NEVER_ENDED "100000 violations in 100001 calls from 1 thread\n",
     6},
    {"LINT_CLIENT out_of_order",
     "out-of-order: event 'outer', ended before 'inner': " ONCE MEND_ORDER
     "1 violation in 6 calls from 1 thread\n",
     6},
    {"LINT_CLIENT control_rate",
     "control-rate: pause and resume: " TWICE
     "pause and resume at most once a second, around whole phases\n"
     "2 violations in 6 calls from 1 thread\n",
     6},
    {"-q --ignore control-rate LINT_CLIENT doubles",
     "double-pause: pause: " ONCE "pause once: it concerns all threads and is not counted\n"
     "double-resume: resume: " ONCE "resume once: it concerns all threads and is not counted\n",
     6},
    {"LINT_CLIENT overlapping_frames",
     "overlapping-frames: frame 'old': " ONCE MEND_FRAMES
     "overlapping-frames: frame of domain 'test': " ONCE MEND_FRAMES
     "2 violations in 15 calls from 1 thread\n",
     6},
    {"--ignore while-paused LINT_CLIENT name_in_loop",
     "name-in-loop: counter 'number': " ONCE MEND_NAME
     "name-in-loop: domain 'test': " ONCE MEND_NAME "name-in-loop: event 'again': " TWICE MEND_NAME
     "name-in-loop: string 'first': " ONCE MEND_NAME "5 violations in 21 calls from 2 threads\n",
     6},
    {"LINT_CLIENT long_name",
     "long-name: event '" X120 "...' of 256 bytes: " ONCE MEND_LONG "long-name: thread '" X120
     "...' of 300 bytes: 1 time on 1 thread, first on thread T '" X120 "' after S s; " MEND_LONG
     "2 violations in 3 calls from 1 thread\n",
     6},
    {"LINT_CLIENT domain_flags",
     "domain-flags: domain 'switched off': " ONCE MEND_FLAGS
     "domain-flags: domain 'test': " ONCE MEND_FLAGS "2 violations in 4 calls from 1 thread\n",
     6},
    {"LINT_CLIENT touched_before",
     "domain-flags: domain 'before': " ONCE MEND_FLAGS "1 violation in 2 calls from 1 thread\n", 6},
    {"LINT_CLIENT thread_renamed",
     "thread-renamed: thread 'one', then 'two': 1 time on 1 thread, first on thread T 'one' after "
     "S "
     "s; name a thread once, when it starts\n"
     "1 violation in 2 calls from 1 thread\n",
     6},
    {"LINT_CLIENT awkward_names",
     "end-without-start: event '': " ONCE MEND_END_WITHOUT_START
     "end-without-start: event 'a \"b\" \\ ?? \xc3\xa4': " ONCE MEND_END_WITHOUT_START
     "2 violations in 4 calls from 1 thread\n",
     6},
    {"LINT_CLIENT started_paused", "no violations in 7 calls from 1 thread\n", 0},
    {"--start-paused LINT_CLIENT started_paused",
     "while-paused: event 'e': " ONCE MEND_WHILE_PAUSED "1 violation in 7 calls from 1 thread\n",
     6},
    {"--start-paused --ignore long-name,while-paused LINT_CLIENT started_paused",
     "no violations in 7 calls from 1 thread\n", 0},
    {"-q LINT_CLIENT clean", "", 0},
    {"true", "no ITT static part called the collector\n", 0},
    {"-- sh -c 'exit 7'", "no ITT static part called the collector\n", 7},
};

static void each_violation_is_reported_with_its_place_and_its_fix(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(violations); i++) {
        struct lint_run run;

        lint_run(&run, violations[i].arguments);
        lint_run_is(&run, violations[i].status, violations[i].output);
        lint_run_free(&run);
    }
}

/* The number of violations depends on the machine. */
static void too_many_frames_are_a_violation(void **state)
{
    static const char start[] = "frame-rate: frame of domain 'test': ";
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT frame_rate");
    assert_memory_equal(run.output, start, sizeof start - 1);
    assert_non_null(strstr(run.output, " on 1 thread, first on thread T after S s; keep below 1000 "
                                       "frames per second: let several rounds make a frame\n"));
    assert_int_equal(run.status, 6);
    assert_in_range(lint_log_count(&run.log, "@violation", "frame-rate"), 1, 1900);
    lint_run_free(&run);
}

static void the_log_has_every_call_with_its_names_byte_for_byte(void **state)
{
    struct lint_run run;

    (void)state;
    lint_run(&run, "LINT_CLIENT awkward_names");
    assert_int_equal(lint_log_count(&run.log, "event_create", "a \"b\" \\ \n\x01 \xc3\xa4"), 1);
    assert_int_equal(lint_log_count(&run.log, "event_end", "a \"b\" \\ \n\x01 \xc3\xa4"), 1);
    lint_run_free(&run);
    lint_run(&run, "LINT_CLIENT clean");
    assert_int_equal(lint_log_count(&run.log, "event_start", "outer"), 1);
    assert_int_equal(lint_log_count(&run.log, "event_end", "inner"), 2);
    assert_int_equal(lint_log_count(&run.log, "task_begin", "task"), 1);
    assert_int_equal(lint_log_count(&run.log, "task_end", "task"), 1);
    assert_int_equal(lint_log_count(&run.log, "frame_begin_v3", "test"), 2);
    assert_int_equal(lint_log_count(&run.log, "counter_set_value", "42"), 1);
    assert_int_equal(lint_log_count(&run.log, "metadata_str_add", "te"), 1);
    assert_int_equal(lint_log_count(&run.log, "resume", NULL), 1);
    assert_int_equal(lint_log_count(&run.log, "pause", NULL), 2);
    assert_true(lint_log_first(&run.log, "resume", NULL)->ns <=
                lint_log_first(&run.log, "event_start", NULL)->ns);
    assert_true(lint_log_last(&run.log, "event_end", NULL)->ns <=
                lint_log_last(&run.log, "pause", NULL)->ns);
    assert_true(lint_log_nests(&run.log));
    lint_run_free(&run);
}

static void the_reader_notices_what_does_not_nest(void **state)
{
    static const char *const scenarios[] = {"out_of_order", "while_paused", "unclosed_tasks",
                                            "on_another_thread"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(scenarios); i++) {
        char arguments[64];
        struct lint_run run;

        snprintf(arguments, sizeof arguments, "LINT_CLIENT %s", scenarios[i]);
        lint_run(&run, arguments);
        assert_false(lint_log_nests(&run.log));
        lint_run_free(&run);
    }
}

/* doc/itt.md has a row for each kind, with the words that are printed. */
static void each_kind_is_documented_in_the_same_words(void **state)
{
    char *const page = folder_read(LINT_PAGE);
    char line[1024];

    (void)state;
    for (unsigned rule = 0; rule < GAU_LINT_N_RULES; rule++) {
        const struct gau_lint_violation violation = {
            .first = {.rule = (enum gau_lint_rule)rule, .place = "", .thread = ""},
        };
        const char *mend;
        char name[64];

        snprintf(name, sizeof name, "`%s`", gau_lint_rule_name((enum gau_lint_rule)rule));
        assert_non_null(strstr(page, name));
        gau_lint_describe(&violation, "", line, sizeof line);
        mend = strstr(line, "; ");
        assert_non_null(mend);
        if (!strstr(page, mend + 2))
            fail_msg("not in doc/itt.md: %s", mend + 2);
    }
    free(page);
}

/* The line of the only place in the scenarios with that text. */
static unsigned line_of(const char *source, const char *text)
{
    const char *const at = strstr(source, text);
    unsigned line = 1;

    assert_non_null(at);
    assert_null(strstr(at + 1, text));
    for (const char *c = source; c < at; c++)
        line += *c == '\n';
    return line;
}

static const struct caller {
    const char *scenario, *violation, *function;
    const char *source; /* of its line; NULL: the violation is of no call */
} callers[] = {
    {"unknown_event", "unknown-event: event number 77: ", "unknown_event", "(77);"},
    {"on_another_thread", "end-without-start: event 'e': ", "end_event", "(event_end)(*(int"},
    {"unclosed_tasks", "never-ended: event 'in a worker': ", "never_end", "(event_start)(*(int"},
    {"never_ended_often", "never-ended: event 'e': ", "never_ended_often", "(event_start)(id); /*"},
    {"domain_flags", "domain-flags: domain 'test': ", NULL, NULL},
};

static void a_violation_names_the_function_and_line_of_its_call(void **state)
{
    char *const source = folder_read(LINT_SCENARIOS);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(callers); i++) {
        const struct caller *const caller = &callers[i];
        char arguments[64], expected[128];
        const char *violation;
        struct lint_run run;

        snprintf(arguments, sizeof arguments, "LINT_CLIENT %s", caller->scenario);
        lint_run(&run, arguments);
        violation = strstr(run.callers, caller->violation);
        assert_non_null(violation);
        violation = strstr(violation, "after S s");
        assert_non_null(violation);
        if (caller->function)
            snprintf(expected, sizeof expected, "after S s in %s (lint_violations.c:%u); ",
                     caller->function, line_of(source, caller->source));
        else
            snprintf(expected, sizeof expected, "after S s; ");
        if (strncmp(violation, expected, strlen(expected)) != 0)
            fail_msg("%s: expected '%s' in:\n%s", caller->scenario, expected, run.callers);
        lint_run_free(&run);
    }
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_violation_is_reported_with_its_place_and_its_fix),
        cmocka_unit_test(a_violation_names_the_function_and_line_of_its_call),
        cmocka_unit_test(too_many_frames_are_a_violation),
        cmocka_unit_test(the_log_has_every_call_with_its_names_byte_for_byte),
        cmocka_unit_test(each_kind_is_documented_in_the_same_words),
        cmocka_unit_test(the_reader_notices_what_does_not_nest),
    };

    return cmocka_run_group_tests_name("lint_violations", tests, folder_enter, folder_leave);
}
