/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_fixture.h"
#include "trace_fixture.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Timer and samples of groups of branches; the scene is that of agreement_fixture.h. */

static const char *const here = ".";

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < 1e-9);
}

static struct gau_agreement read_groups(const char *key, const char *relative_to)
{
    gau_error error = {0};
    struct gau_branch_key group_by;
    const struct gau_agreement_runs runs = {.timers = &here,
                                            .samples = &here,
                                            .n = 1,
                                            .group_by = key ? &group_by : NULL,
                                            .relative_to = relative_to};
    struct gau_agreement agreement;

    if (key)
        assert_true(gau_branch_key_read(&group_by, key, strlen(key), &error));
    agreement_write_all();
    gau_agreement_read(&agreement, &runs, NULL, &error);
    assert_string_equal(error.message, "");
    return agreement;
}

/* S is entered by its own 10 calls and left by none: what passes between it, A and B does not
 * count. Event begins with each call of its own, and with each return from S. */
static void a_group_has_the_times_samples_and_entries_of_its_branches(void **state)
{
    struct gau_agreement agreement = read_groups("level=1", NULL);
    const struct gau_agreement_row *const group = agreement_row_of(&agreement, "S");

    (void)state;
    assert_int_equal(agreement.n, 2);
    assert_near(group->timer_s, 0.901);
    assert_int_equal(group->samples, 89);
    assert_near(group->sampled_s, 0.89);
    assert_near(group->entries, 10);
    assert_near(agreement_row_of(&agreement, "Event")->entries, 20);
    assert_near(agreement.timer_s, 1.011);
    assert_int_equal(agreement.outside, 7);
    gau_agreement_clear(&agreement);
}

static void branches_of_one_name_are_one_row_beside_their_siblings(void **state)
{
    struct gau_agreement agreement = read_groups("children=S", NULL);

    (void)state;
    assert_int_equal(agreement.n, 4);
    assert_near(agreement_row_of(&agreement, "A")->timer_s, 0.6);
    assert_near(agreement_row_of(&agreement, "B")->timer_s, 0.3);
    assert_near(agreement_row_of(&agreement, "S")->timer_s, 0.001);
    gau_agreement_clear(&agreement);
}

static void shares_are_relative_to_a_branch_with_all_below_it(void **state)
{
    struct gau_agreement agreement = read_groups(NULL, "S");
    const struct gau_agreement_row *const a = agreement_row_of(&agreement, "S A"),
                                          *const event = agreement_row_of(&agreement, "Event");
    double sum = 0;

    (void)state;
    for (size_t i = 0; i < agreement.n; i++)
        sum += strcmp(agreement.rows[i].path, "Event") ? agreement.rows[i].relative_sampled : 0;
    assert_near(sum, 1);
    assert_near(a->relative_timer, 0.6 / 0.901);
    assert_near(a->relative_sampled, 0.6 / 0.89);
    assert_near(agreement.whole.entries, 10);
    assert_near(agreement.whole.timer, 0.901 / 1.011);
    assert_true(a->relative_error > 0 && a->relative_error < a->error / agreement.whole.timer);
    assert_true(event->relative_error > event->error);
    gau_agreement_clear(&agreement);
}

static void a_group_that_is_the_whole_has_no_error(void **state)
{
    struct gau_agreement agreement = read_groups("level=1", "S");

    (void)state;
    assert_near(agreement_row_of(&agreement, "S")->relative_timer, 1);
    assert_near(agreement_row_of(&agreement, "S")->relative_error, 0);
    assert_true(agreement_row_of(&agreement, "Event")->relative_error > 0);
    gau_agreement_clear(&agreement);
}

static void tables_show_groups_and_relative_shares(void **state)
{
    const struct gau_branch_key key = {.kind = GAU_BRANCHES_BY_LEVEL, .level = 1};
    const struct gau_agreement_runs runs = {
        .timers = &here, .samples = &here, .n = 1, .group_by = &key, .relative_to = "S"};
    gau_error error = {0};
    char *text;

    (void)state;
    agreement_write_all();
    assert_int_equal(gau_agreement_report(&runs, 1, &(struct gau_view_options){.verbose = 1}, "out",
                                          &error),
                     GAU_OK);
    text = folder_read("out");
    assert_non_null(
        strstr(text, "Timer against samples: self time of groups in % of S, CPU time\n"));
    assert_non_null(strstr(text, "\n100.0    100.0    0.0    0.0  -0.1       89      1.00  S\n"
                                 " 12.2     12.4    2.4    0.2   0.1       11      1.10  Event\n"));
    assert_non_null(strstr(text, "\n112.2    112.4                          100            "
                                 "[all branches]\n"));
    assert_non_null(strstr(text,
                           "\n100 %: 'S' with all that is below it, 901 ms by the timer, 890 ms "
                           "by samples\nall: 1.011 s of CPU time by the timer, "));
    free(text);
}

#define PATH_A "HltDecisionSequence HltOne HltOneTrackAllUnit"
#define PATH_B "HltDecisionSequence HltOne HltOneDiMuonUnit"

/* Two branches that differ in the middle alone, alternating in the samples. */
static void write_alike(void)
{
    static const struct scene_row branches[] = {
        {0, -1, "Event", "Event", "Event", 10, 1, 0.1, 0.1},
        {1, 0, "Event", PATH_A, "HltOneTrackAllUnit", 10, 0.6, 0.1, 0.1},
        {2, 1, "Event", PATH_A " FastVeloHlt", "FastVeloHlt", 10, 0.5, 0.5, 0.5},
        {3, 0, "Event", PATH_B, "HltOneDiMuonUnit", 10, 0.3, 0.1, 0.1},
        {4, 3, "Event", PATH_B " FastVeloHlt", "FastVeloHlt", 10, 0.2, 0.2, 0.2},
    };

    scene_write_timer(".", "timer", &(struct scene_timer){branches, 5, NULL, 0});
    scene_write_run(".", "");
    agreement_write_marks(" ", 0, 10);
    agreement_open_samples();
    scene_thread(1, "worker");
    for (uint32_t i = 0; i < 5; i++)
        scene_task(i + 1, "", branches[i].path);
    for (uint32_t i = 0; i < 100; i++)
        scene_sample(1, 0,
                     i < 40   ? 3
                     : i < 60 ? 5
                     : i % 2  ? 2
                              : 4,
                     (i + 1) * 10000000ULL, 10000000);
    scene_end();
}

static size_t rows_with(const char *text, const char *name)
{
    size_t n = 0;

    for (; (text = strstr(text, name)); text++)
        n++;
    return n;
}

static void rows_that_differ_in_the_middle_look_different(void **state)
{
    const struct gau_branch_key level = {.kind = GAU_BRANCHES_BY_LEVEL, .level = 9};
    struct gau_agreement_runs runs = {.timers = &here, .samples = &here, .n = 1};
    gau_error error = {0};
    char *text;

    (void)state;
    write_alike();
    for (int by_level = 0; by_level < 2; by_level++) {
        runs.group_by = by_level ? &level : NULL;
        assert_int_equal(gau_agreement_report(&runs, 1, &(struct gau_view_options){.width = 80},
                                              "out", &error),
                         GAU_OK);
        text = folder_read("out");
        assert_int_equal(rows_with(text, "  HltOneTrackAllUnit FastVeloHlt\n"), 1);
        assert_int_equal(rows_with(text, "  HltOneDiMuonUnit FastVeloHlt\n"), 1);
        assert_non_null(strstr(text, "'HltOneTrackAllUnit FastVeloHlt' is furthest off"));
        assert_null(strstr(text, "..."));
        free(text);
    }
}

/* "[other branches]" is no identifier. */
static void names_of_groups_are_whole(void **state)
{
    const struct gau_branch_key key = {.kind = GAU_BRANCHES_BY_CHILDREN, .branch = PATH_A};
    const struct gau_agreement_runs runs = {
        .timers = &here, .samples = &here, .n = 1, .group_by = &key};
    gau_error error = {0};
    char *text;

    (void)state;
    write_alike();
    gau_agreement_report(&runs, 1, &(struct gau_view_options){.width = 80}, "out", &error);
    assert_string_equal(error.message, "");
    text = folder_read("out");
    assert_int_equal(rows_with(text, "  [other branches]\n"), 1);
    free(text);
}

static void the_sum_of_groups_is_named_by_them(void **state)
{
    static const struct {
        const char *key, *heading, *sum;
    } cases[] = {{"algorithm", "Algorithm\n", "[all algorithms]\n"},
                 {"component-class", "Component class\n", "[all component classes]\n"},
                 {"level=1", "Branch\n", "[all branches]\n"},
                 {"children=S", "Child\n", "[all branches]\n"}};

    (void)state;
    agreement_write_all();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        gau_error error = {0};
        struct gau_branch_key key;
        const struct gau_agreement_runs runs = {
            .timers = &here, .samples = &here, .n = 1, .group_by = &key};
        char *text;

        assert_true(gau_branch_key_read(&key, cases[i].key, strlen(cases[i].key), &error));
        gau_agreement_report(&runs, 1, &(struct gau_view_options){0}, "out", &error);
        assert_string_equal(error.message, "");
        text = folder_read("out");
        assert_non_null(strstr(text, cases[i].heading));
        assert_non_null(strstr(text, cases[i].sum));
        free(text);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_group_has_the_times_samples_and_entries_of_its_branches),
        TEST(branches_of_one_name_are_one_row_beside_their_siblings),
        TEST(shares_are_relative_to_a_branch_with_all_below_it),
        TEST(a_group_that_is_the_whole_has_no_error),
        TEST(tables_show_groups_and_relative_shares),
        TEST(rows_that_differ_in_the_middle_look_different),
        TEST(names_of_groups_are_whole),
        TEST(the_sum_of_groups_is_named_by_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
