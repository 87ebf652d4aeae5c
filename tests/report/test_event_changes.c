/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "comparison_fixture.h"
#include "report/comparison/comparability.h"
#include "report/comparison/event_changes.h"
#include "report/comparison/tables/explain_changes.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 6 };

static void assert_near(double value, double wanted, double most)
{
    if (!(fabs(value - wanted) <= most))
        fail_msg("%.17g is not %.17g", value, wanted);
}

/* --- files --------------------------------------------------------------------------------- */

/* Writes a file of k4Bench with events 0 to 9 of 10 ms and more, longer by a factor, and memory
 * that grows. */
static void write_k4bench(const char *name, double factor, double growth)
{
    char text[2048];
    size_t length = 0;

    for (int array = 0; array < 4; array++) {
        static const char *const keys[] = {"event_numbers", "event_times_s", "event_rss_begin_mb",
                                           "event_rss_end_mb"};

        length += (size_t)snprintf(text + length, sizeof text - length, "%s\"%s\": [",
                                   array ? ", " : "{", keys[array]);
        for (int i = 0; i < 10; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%.9g", i ? "," : "",
                                       array == 0   ? i
                                       : array == 1 ? factor * (0.01 + 0.001 * i)
                                                    : 100 + growth * i);
        length += (size_t)snprintf(text + length, sizeof text - length, "]");
    }
    snprintf(text + length, sizeof text - length, "}\n");
    folder_write(name, text);
}

static void two_files_of_k4bench_are_compared(void **state)
{
    (void)state;
    write_k4bench("a.json", 1, 0.5);
    write_k4bench("b.json", 1.25, 2);
    compare("a.json", "b.json", GAU_TABLE_TEXT, NULL);
    assert_has("Event (9 pairs)  Baseline  Candidate  Ratio  95 % from     to  Verdict\n");
    assert_has("time                15 ms   18.75 ms  1.250      1.250  1.250  not tested\n");
    assert_has("memory growth     0.5 MiB      2 MiB");
    assert_has("events that are not paired: 1 warm-up\n");
    assert_has("baseline: 'a.json', 1 run\ncandidate: 'b.json', 1 run\n");
    assert_has("growth of resident memory per event: +1.5 MiB (+1.5 to +1.5 at 95 %)\n");
    assert_has_not("Different");
    compare("a.json", "b.json", GAU_TABLE_CSV, NULL);
    assert_has("path,pairs,baseline,candidate,ratio,ratio_low,ratio_high,difference,"
               "difference_low,difference_high,p_corrected,limit,verdict,gate\nevent_time,9,");
    assert_has(",,,,,5,not tested,\"\"\ngrowth_mib,9,0.5,2,,,,1.5,1.5,1.5,,,,\n");
    folder_write("bad.json", "{}");
    refused("a.json", "bad.json", NULL, GAU_ERR_IO,
            "bad.json: missing keys: event_numbers, event_times_s, event_rss_begin_mb, "
            "event_rss_end_mb");
}

/* --- a gate -------------------------------------------------------------------------------- */

struct scene {
    struct gau_timer_result runs[2][RUNS];
    char names[2][RUNS][16];
    struct gau_event_changes changes;
};

/* Six runs of each side, each by up to 1 % longer or shorter; those of B by a factor. */
static void plant(struct scene *s, double factor, gau_error *error)
{
    const struct gau_comparison_limits limits = {.max_ratio = 1.05,
                                                 .min_s = NAN,
                                                 .false_positive_rate = 0.001,
                                                 .gate = true,
                                                 .require_decision = true,
                                                 .runs = GAU_RUNS_PAIRED};
    const struct gau_timer_result_set sets[2] = {{s->runs[0], RUNS}, {s->runs[1], RUNS}};
    struct gau_notes notes = {.n = 0};

    s->changes = (struct gau_event_changes){0};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < RUNS; i++) {
            snprintf(s->names[side][i], sizeof s->names[0][0], "%c%d.json", "ab"[side], i);
            write_k4bench(s->names[side][i],
                          (side ? factor : 1) * (1 + 0.01 * ((5 * i + 3 * side) % 7 - 3) / 3.0),
                          side + 0.1 * i);
            s->runs[side][i] = (struct gau_timer_result){.folder = s->names[side][i], .whole = ""};
        }
    if (gau_event_changes_read(&s->changes, &notes, sets, error)) {
        assert_true(s->changes.known && notes.n == 0);
        if (!gau_comparison_make(&s->changes.comparison, &s->changes.matrix, &limits) ||
            !gau_event_changes_finish(&s->changes))
            gau_fail_memory(error, "comparison");
    }
}

static char *text_of_gate(const struct gau_comparison *events, bool junit)
{
    static const struct gau_column column = {.name = "Branch", .key = "branch"};
    const struct gau_matrix matrix = {.kind = GAU_ROWS_BRANCHES};
    const struct gau_matrix_row total = {
        .root = "", .path = "all", .label = "all", .is_total = true};
    const struct gau_comparison rows = {
        .matrix = &matrix,
        .limits = events->limits,
        .total = {.row = &total, .seconds = {1, 1}, .verdict = GAU_NOT_SIGNIFICANT}};
    struct gau_table *const table = gau_table_new(&column, 1);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    gau_sentences_of_gate(&rows, events, table);
    if (junit)
        gau_junit_write(&rows, events, NULL, NULL, out);
    else
        assert_int_equal(gau_table_write(table, GAU_TABLE_TEXT, out), 0);
    fclose(out);
    gau_table_free(table);
    return text;
}

static void assert_gate(double factor, bool junit, const char *has, const char *has_not)
{
    gau_error error = {0};
    struct scene s;
    char *text;

    plant(&s, factor, &error);
    assert_int_equal(error.status, GAU_OK);
    text = text_of_gate(&s.changes.comparison, junit);
    if (!strstr(text, has) || strstr(text, has_not))
        fail_msg("no '%s', or '%s' in:\n%s", has, has_not, text);
    free(text);
    gau_event_changes_clear(&s.changes);
}

static void a_gate_tests_the_time_of_events_by_the_runs(void **state)
{
    (void)state;
    assert_gate(1.1, false,
                "FAILED: event time takes 1.098 times as long (1.084 to 1.113), limit "
                "1.050: 13.26 ms more in a run",
                "passed");
    assert_gate(1.1, true, "tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\"", "undecided");
    assert_gate(1, false, "passed: nothing is above its limit", "FAILED");
    assert_gate(1, true, "tests=\"2\" failures=\"0\"", "all branches");
    assert_gate(1.045, false, "UNDECIDED: event time may take more than 1.05 times", "passed");
    assert_gate(1.045, true, "failure type=\"undecided\"", "slower");
}

/* The slopes of the runs spread by 0.187: far more than within each, where they are exact. */
static void growth_of_many_runs_has_the_error_of_their_spread(void **state)
{
    gau_error error = {0};
    struct scene s;

    (void)state;
    plant(&s, 1, &error);
    assert_false(s.changes.by_pairs);
    assert_near(s.changes.growth[0], 0.25, 1e-9);
    assert_near(s.changes.difference.value, 1, 1e-9);
    assert_near(s.changes.difference.high, 1 + 2.228139 * 0.1870829 / sqrt(3), 1e-6);
    assert_near(s.changes.difference.low, 1 - 2.228139 * 0.1870829 / sqrt(3), 1e-6);
    gau_event_changes_clear(&s.changes);
}

static void out_of_memory_is_reported(void **state)
{
    uint64_t n = 1;
    bool failed;

    (void)state;
    do {
        gau_error error = {0};
        struct scene s;

        allocations_fail_at(n++);
        plant(&s, 1, &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        assert_int_equal(error.status, failed ? GAU_ERR_MEMORY : GAU_OK);
        gau_event_changes_clear(&s.changes);
    } while (failed);
    assert_true(n > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_files_of_k4bench_are_compared),
        cmocka_unit_test(a_gate_tests_the_time_of_events_by_the_runs),
        cmocka_unit_test(growth_of_many_runs_has_the_error_of_their_spread),
        cmocka_unit_test(out_of_memory_is_reported),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
