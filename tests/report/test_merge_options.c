/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/test.h"

#include "report/merge/merge_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROPERTY(name, value) "    <property name=\"" name "\" value=\"" value "\"/>\n"
#define JOB(input, auditor, fit)                                                               \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<job>\n"                                      \
    "  <input type=\"Csv\" name=\"Events\"" input "  <auditor type=\"Trace\"" auditor          \
    "  <sequence name=\"Hlt\">\n    <not><algorithm name=\"L0\"/></not>\n"                     \
    "    <not><sequence name=\"Veto\">\n    <property name=\"Enable\" value=\"false\"/>\n"     \
    "      <algorithm type=\"Spin\" name=\"Fit\"" fit "    </sequence></not>\n  </sequence>\n" \
    "</job>\n"
#define INPUT(properties) ">\n" properties "  </input>\n"
#define AUDITOR(properties) ">\n" properties "  </auditor>\n"
#define FIT(properties) ">\n" properties "      </algorithm>\n"
#define NONE "/>\n"

/* In both orders; @p common: NULL if they differ, as the message of the difference says. */
static void check(const char *a, const char *b, const char *common, const char *difference)
{
    for (int turn = 0; turn < 2; turn++) {
        const char *const sides[2] = {turn ? b : a, turn ? a : b};
        struct gau_merge_options_difference found = {0};
        char *text, said[512];
        const enum gau_merge_options result =
            gau_merge_options_compare(sides[0], sides[1], &found, &text);

        assert_int_equal(result, common ? GAU_MERGE_OPTIONS_SAME : GAU_MERGE_OPTIONS_DIFFER);
        if (common) {
            assert_string_equal(text, common);
        } else {
            assert_null(text);
            snprintf(said, sizeof said, "%s: %s, %s", found.property, found.values[turn],
                     found.values[!turn]);
            assert_string_equal(said, difference);
        }
        free(text);
    }
}

static void parts_of_a_job_may_have_other_files_and_seeds(void **state)
{
    (void)state;
    check(JOB(INPUT(PROPERTY("Files", "a") PROPERTY("Key", "e") PROPERTY("Seed", "1")), NONE, NONE),
          JOB(INPUT(PROPERTY("Files", "b") PROPERTY("Key", "e") PROPERTY("Seed", "1")), NONE, NONE),
          JOB(INPUT(PROPERTY("Key", "e") PROPERTY("Seed", "1")), NONE, NONE), NULL);
    check(JOB(INPUT(PROPERTY("Files", "a")), NONE, NONE), JOB(NONE, NONE, NONE),
          JOB(NONE, NONE, NONE), NULL);
    check(JOB(NONE, AUDITOR(PROPERTY("File", "a") PROPERTY("Api", "x")), FIT(PROPERTY("N", "1"))),
          JOB(NONE, AUDITOR(PROPERTY("Api", "x")), FIT(PROPERTY("N", "1"))),
          JOB(NONE, AUDITOR(PROPERTY("Api", "x")), FIT(PROPERTY("N", "1"))), NULL);
}

static void the_order_of_properties_does_not_matter(void **state)
{
    (void)state;
    check(JOB(NONE, NONE, FIT(PROPERTY("B", "2") PROPERTY("A", "1") PROPERTY("AB", "3"))),
          JOB(NONE, NONE, FIT(PROPERTY("AB", "3") PROPERTY("B", "2") PROPERTY("A", "1"))),
          JOB(NONE, NONE, FIT(PROPERTY("A", "1") PROPERTY("AB", "3") PROPERTY("B", "2"))), NULL);
}

static void the_first_property_that_differs_is_named(void **state)
{
    (void)state;
    check(JOB(NONE, NONE, FIT(PROPERTY("A", "1") PROPERTY("B", "2") PROPERTY("C", "5"))),
          JOB(NONE, NONE, FIT(PROPERTY("A", "1") PROPERTY("B", "3") PROPERTY("C", "6"))), NULL,
          "Fit.B: 2, 3");
    check(JOB(NONE, NONE, FIT(PROPERTY("A", "1") PROPERTY("Seed", ""))),
          JOB(NONE, NONE, FIT(PROPERTY("A", "1") PROPERTY("Seed", "1"))), NULL,
          "Fit.Seed: empty, 1");
    check(JOB(NONE, NONE, NONE), JOB(NONE, NONE, FIT(PROPERTY("Files", "x"))), NULL,
          "Fit.Files: not set, x");
    check(JOB(NONE, AUDITOR(PROPERTY("Seed", "1")), NONE),
          JOB(NONE, AUDITOR(PROPERTY("Seed", "2")), NONE), NULL, "Trace.Seed: 1, 2");
    check(JOB(INPUT(PROPERTY("File", "a") PROPERTY("Key", "e")), NONE, NONE),
          JOB(INPUT(PROPERTY("File", "b") PROPERTY("Key", "f")), NONE, NONE), NULL,
          "Events.Key: e, f");
    check("<job>\n  <algorithm type=\"Fit\">\n    <property name=\"A\" value='\"1\"'/>\n",
          "<job>\n  <algorithm type=\"Fit\">\n    <property name=\"A\" value=\"2\"/>\n", NULL,
          "Fit.A: \"1\", 2");
}

static void other_components_are_another_job(void **state)
{
    (void)state;
    check("<job>\n  <algorithm type=\"A\"/>\n</job>\n",
          "<job>\n  <algorithm type=\"B\"/>\n</job>\n", NULL, ": , ");
    check("<job>\n  <algorithm type=\"A\"/>\n</job>\n",
          "<job>\n  <algorithm type=\"A\"/>\n  <algorithm type=\"A\"/>\n</job>\n", NULL, ": , ");
    check("<job>\n  <sequence>\n    <algorithm type=\"A\"/>\n    <algorithm type=\"B\"/>\n  "
          "</sequence>\n</job>\n",
          "<job>\n  <sequence>\n    <algorithm type=\"A\"/>\n  </sequence>\n  <algorithm "
          "type=\"B\"/>\n</job>\n",
          NULL, ": , ");
}

/* Also after merging, which leaves out what differs. */
static void common_options_do_not_depend_on_the_order(void **state)
{
    static const char *const jobs[] = {
        JOB(INPUT(PROPERTY("Seed", "1") PROPERTY("Files", "a")), NONE, FIT(PROPERTY("A", "1"))),
        JOB(INPUT(PROPERTY("Files", "a") PROPERTY("Seed", "2")), NONE, FIT(PROPERTY("A", "1"))),
        JOB(INPUT(PROPERTY("Files", "b") PROPERTY("Seed", "1")), NONE, FIT(PROPERTY("A", "1"))),
    };

    (void)state;
    for (int i = 0; i < 3; i++) {
        char *two, *three;

        gau_merge_options_compare(jobs[i], jobs[(i + 1) % 3], NULL, &two);
        gau_merge_options_compare(jobs[(i + 2) % 3], two, NULL, &three);
        assert_string_equal(three, JOB(NONE, NONE, FIT(PROPERTY("A", "1"))));
        free(two);
        free(three);
    }
}

static void other_inputs_have_other_numbers(void **state)
{
    const uint64_t one = gau_merge_options_input(JOB(INPUT(PROPERTY("Seed", "1")), NONE, NONE));

    (void)state;
    assert_int_equal(one, gau_merge_options_input(JOB(
                              INPUT(PROPERTY("Events", "7") PROPERTY("Seed", "1")), NONE, NONE)));
    assert_int_equal(one, gau_merge_options_input(
                              JOB(INPUT(PROPERTY("Seed", "1")), NONE, FIT(PROPERTY("Seed", "1")))));
    assert_int_not_equal(one,
                         gau_merge_options_input(JOB(INPUT(PROPERTY("Seed", "2")), NONE, NONE)));
    assert_int_not_equal(one, gau_merge_options_input(JOB(NONE, NONE, NONE)));
    assert_int_equal(gau_merge_options_input("<job>\n</job>\n"), 0);
}

static void without_memory_nothing_is_said(void **state)
{
    bool done = false;

    (void)state;
    for (uint64_t n = 1; !done; n++) {
        enum gau_merge_options result;
        char *text = NULL;

        allocations_fail_at(n);
        result = gau_merge_options_compare(
            JOB(INPUT(PROPERTY("Files", "a") PROPERTY("Key", "e")), NONE, NONE),
            JOB(INPUT(PROPERTY("Key", "e")), NONE, NONE), NULL, &text);
        done = !allocations_failed_call();
        allocations_fail_at(0);
        assert_int_equal(result, done ? GAU_MERGE_OPTIONS_SAME : GAU_MERGE_OPTIONS_NO_MEMORY);
        assert_true(done == (text != NULL));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_job_may_have_other_files_and_seeds),
        cmocka_unit_test(the_order_of_properties_does_not_matter),
        cmocka_unit_test(the_first_property_that_differs_is_named),
        cmocka_unit_test(other_components_are_another_job),
        cmocka_unit_test(common_options_do_not_depend_on_the_order),
        cmocka_unit_test(other_inputs_have_other_numbers),
        cmocka_unit_test(without_memory_nothing_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
