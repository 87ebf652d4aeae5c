/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include "captured_stderr.h"

#include <stdio.h>
#include <string.h>

/*
 * In                           the input, below Background
 * Hlt                          below Event
 *     L0
 *     Hlt1
 *         Velo                 with the sections "part" and in it "inner"
 *         Muon
 * Late
 *     Velo                     decided already
 *     Calo                     disabled
 * Top
 */
static void build(struct job *job)
{
    gau_node *hlt, *hlt1, *late, *calo;

    job_begin(job);
    job_input(job, "1");
    hlt = job_sequence(job, NULL, "Hlt");
    job_script(job, hlt, "L0", "a");
    hlt1 = job_sequence(job, hlt, "Hlt1");
    job_script(job, hlt1, "Velo", "s");
    job_script(job, hlt1, "Muon", "r");
    late = job_sequence(job, NULL, "Late");
    job_script(job, late, "Velo", NULL);
    calo = job_script(job, late, "Calo", "a");
    job_set(job, calo, "Enable", "false");
    job_script(job, NULL, "Top", "a");
}

/* The branches of the calls in the call log that begin with @p sign, such as "D(". */
static const char *audited(const char *sign)
{
    static char text[4096];
    size_t length = 0;

    text[0] = '\0';
    for (const char *line = call_log_text(); *line; line = strchr(line, '\n') + 1)
        if (strncmp(line, sign, strlen(sign)) == 0)
            length +=
                (size_t)snprintf(text + length, sizeof text - length, "%s%.*s", length ? ", " : "",
                                 (int)(strcspn(line, "\n") - strlen(sign) - 1),
                                 line + strlen(sign) + 1);
    return text;
}

/* --- order --------------------------------------------------------------------------------- */

static void auditors_nest(void **unused)
{
    struct job job;
    gau_node *sequence;

    (void)unused;
    job_begin(&job);
    job_set(&job, job_auditor(&job, "CallLog", "A"), "Bounds", "true");
    job_set(&job, job_auditor(&job, "CallLog", "B"), "Bounds", "true");
    sequence = job_sequence(&job, NULL, "S");
    job_script(&job, sequence, "X", "s");
    job_script(&job, sequence, "X", NULL);
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "A[ 1\nB[ 1\n"
                                         "A( Event\nB( Event\n"
                                         "A( S\nB( S\n"
                                         "A( S X\nB( S X\n"
                                         "A( S X part\nB( S X part\n"
                                         "A( S X part inner\nB( S X part inner\n"
                                         "B) S X part inner aa\nA) S X part inner aa\n"
                                         "B) S X part aa\nA) S X part aa\n"
                                         "B) S X aa\nA) S X aa\n"
                                         "A. S X aau\nB. S X aau\n"
                                         "B) S aa\nA) S aa\n"
                                         "B) Event aa\nA) Event aa\n"
                                         "B] 1\nA] 1\n");
    job_end(&job);
}

/* Also when an error gives the event up below them. */
static void every_before_gets_its_after(void **unused)
{
    static const struct {
        const char *policy, *end;
    } cases[] = {
        {"FailJob", "D) O S X ee!\nD) O S rrx\nD) O rrx\nD) Event rrx\n"},
        {"AbortEvent", "D) O S X er!x\nD) O S rrx\nD) O rrx\nD) Event rrx\n"},
        {"Reject", "D) O S X er!\nD) O S rr!\nD) O rr!\nD) Event rr!\n"},
        {"Ignore", "D) O S X ea!\nD) O S aa\nD) O aa\nD) Event aa\n"},
    };

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct job job;
        gau_node *x;

        job_begin(&job);
        job_auditor(&job, "CallLog", "D");
        x = job_script(&job, job_sequence(&job, job_sequence(&job, NULL, "O"), "S"), "X", "e");
        job_set(&job, x, "OnError", cases[i].policy);
        job.settings.events = 1;
        capture_stderr_begin();
        job_run(&job);
        capture_stderr_end();
        assert_memory_equal(call_log_text(), "D( Event\nD( O\nD( O S\nD( O S X\n", 30);
        assert_string_equal(strchr(call_log_text(), ')') - 1, cases[i].end);
        job_end(&job);
    }
}

/* --- filters --------------------------------------------------------------------------------- */

#define ALL                                                                 \
    "In, Event, Hlt, Hlt L0, Hlt Hlt1, Hlt Hlt1 Velo, Hlt Hlt1 Velo part, " \
    "Hlt Hlt1 Velo part inner, Hlt Hlt1 Muon, Late, Top"

static const struct filter_case {
    const char *include, *exclude, *max_depth, *audited, *not_called;
} filters[] = {
    {"", "", "0", ALL, "Late Velo aau, Late Calo aas"},
    {"", "", "9", ALL, "Late Velo aau, Late Calo aas"},
    {"", "", "1", "In, Event, Hlt, Late, Top", ""},
    {"", "", "3", "In, Event, Hlt, Hlt L0, Hlt Hlt1, Hlt Hlt1 Velo, Hlt Hlt1 Muon, Late, Top",
     "Late Velo aau, Late Calo aas"},
    {"Hlt1", "", "0",
     "[excluded], Event, Hlt, Hlt [excluded], Hlt Hlt1, Hlt Hlt1 Velo, Hlt Hlt1 Velo part, "
     "Hlt Hlt1 Velo part inner, Hlt Hlt1 Muon, [excluded], [excluded]",
     ""},
    {"Muon", "", "0",
     "[excluded], Event, Hlt, Hlt [excluded], Hlt Hlt1, Hlt Hlt1 [excluded], Hlt Hlt1 Muon, "
     "[excluded], [excluded]",
     ""},
    {"Hlt*", "", "2", "[excluded], Event, Hlt, Hlt L0, Hlt Hlt1, [excluded], [excluded]", ""},
    {"Late Velo, In", "", "0", "In, Event, [excluded], Late, [excluded]", "Late Velo aau"},
    {"", "Hlt", "0", "In, Event, [excluded], Late, Top", "Late Velo aau, Late Calo aas"},
    {"", "Hlt1", "0", "In, Event, Hlt, Hlt L0, Hlt [excluded], Late, Top",
     "Late Velo aau, Late Calo aas"},
    {"", "Hlt Hlt1 Velo", "0",
     "In, Event, Hlt, Hlt L0, Hlt Hlt1, Hlt Hlt1 [excluded], Hlt Hlt1 Muon, Late, Top",
     "Late Velo aau, Late Calo aas"},
    {"", "Velo", "0",
     "In, Event, Hlt, Hlt L0, Hlt Hlt1, Hlt Hlt1 [excluded], Hlt Hlt1 Muon, Late, Top",
     "Late Calo aas"},
    {"Hlt", "Hlt1, [LT]*", "0",
     "[excluded], Event, Hlt, Hlt [excluded], Hlt [excluded], "
     "[excluded], [excluded]",
     ""},
    {"Velo", "Velo", "0",
     "[excluded], Event, Hlt, Hlt [excluded], Hlt Hlt1, Hlt Hlt1 [excluded], Hlt Hlt1 [excluded], "
     "Late, [excluded]",
     ""},
    {"", "*", "0", "[excluded], Event, [excluded], [excluded], [excluded]", ""},
    {"", "*", "1", "[excluded], Event, [excluded], [excluded], [excluded]", ""},
};

static void filters_select_the_audited_branches(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(filters); i++) {
        struct job job;
        gau_node *log;

        build(&job);
        log = job_auditor(&job, "CallLog", "D");
        job_set(&job, log, "IncludeAlgorithms", filters[i].include);
        job_set(&job, log, "ExcludeAlgorithms", filters[i].exclude);
        job_set(&job, log, "MaxDepth", filters[i].max_depth);
        job_must_run(&job, 1);
        assert_string_equal(audited("D("), filters[i].audited);
        assert_string_equal(audited("D."), filters[i].not_called);
        job_end(&job);
    }
}

/* Nor are unaudited branches made there. */
static void inside_an_excluded_branch_sections_cost_nothing(void **unused)
{
    struct job job;

    (void)unused;
    job_begin(&job);
    job_script(&job, NULL, "X", "s");
    job_set(&job, job_auditor(&job, "CallLog", "D"), "ExcludeAlgorithms", "X");
    job_must_run(&job, 1);
    assert_int_equal(gau_branch_count(gau_app_context(job.app)), 4); /* with [excluded] */
    job_end(&job);
}

/* What one auditor excludes, another one still gets; both nest. */
static void auditors_have_filters_of_their_own(void **unused)
{
    struct job job;
    gau_node *sequence;

    (void)unused;
    job_begin(&job);
    sequence = job_sequence(&job, NULL, "S");
    job_script(&job, sequence, "X", "s");
    job_auditor(&job, "CallLog", "A");
    job_set(&job, job_auditor(&job, "CallLog", "B"), "ExcludeAlgorithms", "X");
    job_set(&job, job_auditor(&job, "CallLog", "C"), "MaxDepth", "3");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "A( Event\nB( Event\nC( Event\n"
                                         "A( S\nB( S\nC( S\n"
                                         "A( S X\nB( S [excluded]\nC( S X\n"
                                         "A( S X part\nC( S X part\n"
                                         "A( S X part inner\n"
                                         "A) S X part inner aa\n"
                                         "C) S X part aa\nA) S X part aa\n"
                                         "C) S X aa\nB) S [excluded] aa\nA) S X aa\n"
                                         "C) S aa\nB) S aa\nA) S aa\n"
                                         "C) Event aa\nB) Event aa\nA) Event aa\n");
    job_end(&job);
}

static void an_auditor_that_is_not_enabled_is_not_called(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    job_set(&job, job_auditor(&job, "CallLog", "D"), "Enable", "false");
    job_must_run(&job, 1);
    assert_string_equal(call_log_text(), "");
    job_end(&job);
}

static const struct wrong {
    const char *property, *value, *message;
} wrongs[] = {
    {"IncludeAlgorithms", "L0, Mion",
     "job.xml:11: D: IncludeAlgorithms: 'Mion' matches no component and no branch; did you mean "
     "'Muon'?"},
    {"ExcludeAlgorithms", "Velo Hlt*",
     "job.xml:11: D: ExcludeAlgorithms: 'Velo Hlt*' matches no component and no branch"},
    {"IncludeAlgorithms", "part",
     "job.xml:11: D: IncludeAlgorithms: 'part' matches no component and no branch"},
    {"StopAtEventN", "5",
     "job.xml:11: D: StopAtEventN: '5' leaves no event: the window starts with event 5 "
     "(StartFromEventN) and ends before StopAtEventN"},
    {"StopAtEventN", "1",
     "job.xml:11: D: StopAtEventN: '1' leaves no event: the window starts with event 5 "
     "(StartFromEventN) and ends before StopAtEventN"},
    {"StartFromEventN", "0", "job.xml:11: D.StartFromEventN: '0' is out of range: at least 1"},
    {"MaxDepth", "-1", "job.xml:11: D.MaxDepth: '-1' is out of range: from 0 to 1000"},
    {"Phases", "Execute, Initialise",
     "job.xml:11: D.Phases: 'Initialise' is not one of: Initialize, Start, Execute, Stop, "
     "Finalize; did you mean 'Initialize'?"},
};

static void wrong_filters_are_explained(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        struct job job;
        gau_node *log;

        build(&job);
        log = job_auditor(&job, "CallLog", "D");
        job_set(&job, log, "StartFromEventN", "5");
        job_set(&job, log, wrongs[i].property, wrongs[i].value);
        assert_true(job_make(&job) < 0);
        assert_string_equal(job.error.message, wrongs[i].message);
        job_end(&job);
    }
}

static void what_is_wrong_on_the_command_line_has_no_line(void **unused)
{
    struct job job;

    (void)unused;
    build(&job);
    assert_int_equal(gau_options_add_auditor(job.options, "CallLog:StopAtEventN=1", &job.error),
                     GAU_OK);
    assert_true(job_make(&job) < 0);
    assert_string_equal(
        job.error.message,
        "command line: CallLog: StopAtEventN: '1' leaves no event: the window starts "
        "with event 1 (StartFromEventN) and ends before StopAtEventN");
    job_end(&job);
}

static void there_are_at_most_64_auditors(void **unused)
{
    (void)unused;
    for (int n = 64; n <= 65; n++) {
        struct job job;
        char name[8];

        job_begin(&job);
        job_script(&job, NULL, "A", "a");
        for (int i = 0; i < n; i++) {
            snprintf(name, sizeof name, "D%d", i);
            job_auditor(&job, "CallLog", name);
        }
        job.settings.events = 1;
        if (n == 64) {
            assert_int_equal(job_run(&job), GAU_OK);
            assert_non_null(strstr(call_log_text(), "D63( A\nD63) A aa\nD62) A aa\n"));
        } else {
            assert_int_equal(job_run(&job), GAU_ERR_RANGE);
            assert_string_equal(job.error.message, "job.xml:66: D64: more than 64 auditors");
        }
        job_end(&job);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(auditors_nest),
        cmocka_unit_test(every_before_gets_its_after),
        cmocka_unit_test(filters_select_the_audited_branches),
        cmocka_unit_test(inside_an_excluded_branch_sections_cost_nothing),
        cmocka_unit_test(auditors_have_filters_of_their_own),
        cmocka_unit_test(an_auditor_that_is_not_enabled_is_not_called),
        cmocka_unit_test(wrong_filters_are_explained),
        cmocka_unit_test(what_is_wrong_on_the_command_line_has_no_line),
        cmocka_unit_test(there_are_at_most_64_auditors),
    };

    return cmocka_run_group_tests_name("auditors", tests, NULL, NULL);
}
