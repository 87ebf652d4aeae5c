/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"
#include "trace_fixture.h"

#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

#define N(array) (sizeof(array) / sizeof *(array))

/* --- wrong input --------------------------------------------------------------------------- */

static void assert_refused(const char *part)
{
    gau_error error = {0};
    struct gau_agreement agreement = agreement_read_here(&error);

    if (!strstr(error.message, part))
        fail_msg("'%s' is not in '%s'", part, error.message);
    assert_null(strchr(error.message, '\n'));
    assert_int_equal(agreement.n, 0);
    gau_agreement_clear(&agreement);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    agreement_write_all();
    remove("timer.json");
    assert_refused("'.' has no timer.json: record it with");
    agreement_write_timer();
    remove("samples.gtr");
    assert_refused("'.' holds no samples");
    agreement_write_samples(" ", (const int[]){0, 0, 0, 0, 0});
    assert_refused("there are no samples");
    agreement_write_samples(" ", (const int[]){0, 0, 0, 0, 5});
    assert_refused("none of the samples of '.' is in the event loop");
}

static void other_versions_are_refused(void **state)
{
    (void)state;
    agreement_write_all();
    scene_write(".", "timer.json", "{'schema':99,'branches':[],'warm_up':[]}");
    assert_refused("schema");
    agreement_write_timer();
    scene_write(".", "itt.json", "{'schema':99}");
    assert_refused("schema");
    agreement_write_marks(" ", 1, 10);
    folder_write("samples.gtr", "GAUDIT9");
    assert_refused("samples.gtr");
}

static void an_empty_window_is_refused(void **state)
{
    static const struct scene_row none[] = {{0, -1, "Event", "Event", "Event", 0, 0, 0, 0}};

    (void)state;
    agreement_write_all();
    scene_write_timer(".", "timer", &(struct scene_timer){none, 1, NULL, 0});
    assert_refused("the timer of '.' saw no event");
}

static void a_job_without_tasks_is_refused(void **state)
{
    (void)state;
    agreement_write_all();
    agreement_open_samples();
    scene_thread(1, "worker");
    scene_sample(1, 0, 0, 10 * MS, 10 * MS);
    scene_end();
    assert_refused("no branch of '.' is a task in the samples");
}

static void hostile_documents_are_refused(void **state)
{
    static const char *const texts[] = {"",
                                        "[]",
                                        "{",
                                        "{'schema':2,'event_window':'all'}",
                                        "{'schema':2,'event_window':[1]}",
                                        "{'schema':2,'delimiter':7}",
                                        "{'schema':2,'truncated_names':-3}",
                                        "{'schema':'1'}"};

    (void)state;
    agreement_write_all();
    for (size_t i = 0; i < N(texts); i++) {
        scene_write(".", "itt.json", texts[i]);
        assert_refused("itt.json");
    }
}

/* --- formats ------------------------------------------------------------------------------- */

static const char *const here = ".";
static const struct gau_agreement_runs runs = {.timers = &here, .samples = &here, .n = 1};

static void assert_no_nonsense(enum gau_table_format format)
{
    static const char *const tables[] = {NULL, "shares", "test"};
    struct gau_view_options options = {.format = format};

    for (size_t i = 0; i < N(tables); i++) {
        gau_error error = {0};
        char *text;

        options.table = tables[i];
        gau_agreement_report(&runs, 1, &options, "out", &error);
        assert_string_equal(error.message, "");
        text = folder_read("out");
        assert_true(text[0]);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
    }
}

static void every_format_is_free_of_nonsense(void **state)
{
    static const enum gau_table_format formats[] = {GAU_TABLE_TEXT, GAU_TABLE_CSV, GAU_TABLE_JSON,
                                                    GAU_TABLE_MARKDOWN, GAU_TABLE_LATEX};
    static const int counts[][5] = {{11, 0, 60, 29, 7}, {0, 0, 1, 0, 0}, {0, 0, 0, 30, 0}};

    (void)state;
    agreement_write_all();
    for (size_t i = 0; i < N(counts); i++) {
        agreement_write_samples(" ", counts[i]);
        for (size_t f = 0; f < N(formats); f++)
            assert_no_nonsense(formats[f]);
    }
}

static void one_branch_is_nothing_to_compare(void **state)
{
    static const struct scene_row one[] = {{0, -1, "Event", "Event", "Event", 9, 1, 1, 1}};
    struct gau_agreement agreement;
    char *verdict;

    (void)state;
    agreement_write_all();
    scene_write_timer(".", "timer", &(struct scene_timer){one, 1, NULL, 0});
    agreement = agreement_read_well();
    assert_int_equal(agreement.n, 1);
    verdict = gau_agreement_verdict(&agreement, false);
    assert_non_null(strstr(verdict, "There is one branch"));
    free(verdict);
    gau_agreement_clear(&agreement);
    assert_no_nonsense(GAU_TABLE_TEXT);
    assert_no_nonsense(GAU_TABLE_JSON);
}

static void a_table_that_is_not_there_is_refused(void **state)
{
    const struct gau_view_options options = {.table = "loop_times"};
    gau_error error = {0};

    (void)state;
    agreement_write_all();
    gau_agreement_report(&runs, 1, &options, "out", &error);
    assert_int_equal(error.status, GAU_ERR_USAGE);
    assert_string_equal(error.message,
                        "comparison has no table 'loop_times'; there is: shares, test");
}

static void every_allocation_may_fail(void **state)
{
    const struct gau_view_options options = {0};
    uint64_t n = 0;

    (void)state;
    agreement_write_all();
    for (bool failed = true; failed;) {
        gau_error error = {0};

        allocations_fail_at(++n);
        gau_agreement_report(&runs, 1, &options, "out", &error);
        failed = allocations_failed_call() != NULL;
        allocations_fail_at(0);
        assert_true(n < 100000);
    }
    assert_true(n > 50);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_missing_is_named),         TEST(other_versions_are_refused),
        TEST(an_empty_window_is_refused),       TEST(a_job_without_tasks_is_refused),
        TEST(hostile_documents_are_refused),    TEST(every_format_is_free_of_nonsense),
        TEST(one_branch_is_nothing_to_compare), TEST(a_table_that_is_not_there_is_refused),
        TEST(every_allocation_may_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
