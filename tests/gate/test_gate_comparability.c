/* SPDX-License-Identifier: Apache-2.0 */
#include "report/comparison/comparability.h"
#include "report/comparison/tables/explain_changes.h"

#include "tests/unit/test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Metadata of runs: in which order they were made, whether they finished, of which job.
 */
enum { RUNS_MAX = 40 };

struct scene {
    struct gau_timer_result runs[2][RUNS_MAX];
    struct gau_timer_result_set sets[2];
};

static char folder[] = "somewhere";

static void add_run(struct scene *s, int side, size_t second, bool fine)
{
    char start[48];
    struct gau_timer_result *const run = &s->runs[side][s->sets[side].n++];

    snprintf(start, sizeof start,
             fine ? "2026-11-22T10:00:00.%03zu000Z" : "2026-11-22T10:00:%02zuZ", second);
    *run = (struct gau_timer_result){
        .folder = folder,
        .run = json_pack("{s:s, s:s, s:s, s:s}", "start_time", start, "status", "finished", "job",
                         side ? "new/hlt.xml" : "old/hlt.xml", "host", "here")};
    assert_non_null(run->run);
}

/* A letter for each run, in the order of time; those behind a '=' are of the same second. After a
 * '.' all are of one second, a thousandth apart. */
static void plant(struct scene *s, const char *order)
{
    size_t second = 0;

    memset(s, 0, sizeof *s);
    for (int side = 0; side < 2; side++)
        s->sets[side].runs = s->runs[side];
    for (const char *c = order; *c; c++) {
        if (*c == '=' || *c == '.')
            continue;
        second += c == order || c[-1] != '=';
        add_run(s, *c == 'B', second, order[0] == '.');
    }
}

static void fell(struct scene *s)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < s->sets[side].n; i++)
            json_decref(s->runs[side][i].run);
}

static void interleaved_runs_are_recognized_by_how_often_sides_change(void **state)
{
    static const struct {
        const char *order;
        enum gau_runs runs;
    } cases[] = {
        {"ABBAABBAABBA", GAU_RUNS_PAIRED},
        {"ABABABAB", GAU_RUNS_PAIRED},
        {"ABBAAB", GAU_RUNS_PAIRED},
        {"AABBAABB", GAU_RUNS_INTERLEAVED},
        {"BBAABBAA", GAU_RUNS_INTERLEAVED},
        {"A=BA=BA=B", GAU_RUNS_PAIRED},
        {"A=B=A=B=A=B=A=B", GAU_RUNS_SEPARATE},
        {"AB=AB=AB=AB", GAU_RUNS_INTERLEAVED},
        {"AA=BB", GAU_RUNS_SEPARATE},
        {".ABBAABBA", GAU_RUNS_PAIRED},
        {".AAAABBBB", GAU_RUNS_SEPARATE},
        {"AAABBB", GAU_RUNS_SEPARATE},
        {"AAAAAAAAAABBBBBBBBBB", GAU_RUNS_SEPARATE},
        {"AAAAABBBBBBBBBBAAAAA", GAU_RUNS_SEPARATE},
        {"AAAAABAAAAA", GAU_RUNS_SEPARATE},
        {"AAAAABBBBBAAAAABBBBB", GAU_RUNS_SEPARATE},
        {"AAAAAAAAAABBBBBBBBBBAB", GAU_RUNS_SEPARATE},
        {"AB", GAU_RUNS_SEPARATE},
        {"AAAABAAAABAAAABAAAAB", GAU_RUNS_INTERLEAVED},
        {"BBBAABBABABBAAABABAB", GAU_RUNS_INTERLEAVED},
        /* 8 stretches; of 10 and 10 runs there are 11, +- 2.2 */
        {"AABBBAAABBAABBBAAABB", GAU_RUNS_SEPARATE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct gau_differences differences;
        struct scene s;

        plant(&s, cases[i].order);
        gau_runs_sort(&s.sets[0]), gau_runs_sort(&s.sets[1]);
        assert_true(gau_differences_find(&differences, s.sets, NULL));
        if (gau_runs_kind(s.sets, &differences) != cases[i].runs)
            fail_msg("%s", cases[i].order);
        gau_differences_clear(&differences);
        fell(&s);
    }
}

static void assert_refused(const char *key, const char *value, const char *want)
{
    gau_error error = {0};
    struct scene s;

    plant(&s, "ABBA");
    json_object_set_new(s.runs[1][1].run, key, json_string(value));
    assert_false(gau_gate_check_comparable(s.sets, &error));
    assert_int_equal(error.status, GAU_ERR_USAGE);
    assert_string_equal(error.message, want);
    fell(&s);
}

static void what_cannot_be_compared_is_refused(void **state)
{
    gau_error error = {0};
    struct scene s;

    (void)state;
    plant(&s, "ABBA");
    assert_true(gau_gate_check_comparable(s.sets, &error));
    fell(&s);
    assert_refused(
        "status", "running",
        "'somewhere' is still running or was killed: a gate compares runs that finished");
    assert_refused("status", "interrupted",
                   "'somewhere' did not finish (status 'interrupted'): a gate "
                   "compares runs that did");
    assert_refused("job", "new/other.xml",
                   "'somewhere' is a run of 'hlt.xml', 'somewhere' of 'other.xml': a gate compares "
                   "runs of one job");
}

static void runs_of_other_programs_are_refused(void **state)
{
    static const struct {
        const char *commands[2];
        bool refused;
    } cases[] = {
        {{"old/solver 1", "new/build/solver 2 x"}, false},
        {{"'old one/solver' 1", "solver"}, false},
        {{"old/solver 1", "old/other 1"}, true},
        {{"solver", "solver2"}, true},
        {{"solver", ""}, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        gau_error error = {0};
        struct gau_differences differences;
        struct gau_notes notes = {.n = 0};
        struct scene s;

        plant(&s, "ABBA");
        for (int run = 0; run < 4; run++) {
            json_t *const document = s.runs[run / 2][run % 2].run;

            json_object_del(document, "job");
            json_object_set_new(document, "command", json_string(cases[i].commands[run / 2]));
        }
        assert_int_equal(gau_gate_check_programs(s.sets, &error), !cases[i].refused);
        assert_true(gau_differences_find(&differences, s.sets, NULL));
        gau_runs_add_warnings(&notes, s.sets, &differences);
        assert_int_equal(strstr(notes.texts[0], "not the same program") != NULL, cases[i].refused);
        if (i == 2)
            assert_string_equal(error.message,
                                "'somewhere' is a run of 'old/solver 1', 'somewhere' of 'old/other "
                                "1': a gate compares runs of one program");
        gau_differences_clear(&differences);
        fell(&s);
    }
}

static void a_failed_comparison_is_an_error_in_junit(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    (void)state;
    gau_junit_write(NULL, NULL, NULL, "no \"<run>\"", out);
    fclose(out);
    assert_non_null(strstr(text, "tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""));
    assert_non_null(strstr(text, "<error type=\"error\" message=\"no &#34;&#60;run&#62;&#34;\"/>"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interleaved_runs_are_recognized_by_how_often_sides_change),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
        cmocka_unit_test(runs_of_other_programs_are_refused),
        cmocka_unit_test(a_failed_comparison_is_an_error_in_junit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
