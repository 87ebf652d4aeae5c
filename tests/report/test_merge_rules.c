/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/merge/merge_document.h"
#include "report/merge/merge_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- exact sums ---------------------------------------------------------------------------- */

static void a_sum_as_a_list_is_the_same_sum(void **state)
{
    static const double numbers[] = {1e300, -3.5, 1e-300, 0.1, -1e300, 5e-324, 0.2, -0.1};
    struct gau_exact_sum sum = {0}, copy = {0};
    int64_t list[GAU_EXACT_SUM_LIST], again[GAU_EXACT_SUM_LIST];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        struct gau_exact_sum fresh = {0};
        size_t n;

        gau_exact_sum_add(&sum, numbers[i]);
        n = gau_exact_sum_list(&sum, list);
        assert_true(gau_exact_sum_add_list(&fresh, list, n));
        assert_int_equal(gau_exact_sum_list(&fresh, again), n);
        assert_memory_equal(list, again, n * sizeof *list);
    }
    gau_exact_sum_add(&copy, 0);
    assert_int_equal(gau_exact_sum_list(&copy, list), 0);
    list[0] = 67;
    list[1] = list[2] = 1;
    assert_false(gau_exact_sum_add_list(&copy, list, 3));
    list[0] = -1;
    assert_false(gau_exact_sum_add_list(&copy, list, 2));
    list[0] = 3;
    list[1] = INT64_C(1) << 32;
    assert_false(gau_exact_sum_add_list(&copy, list, 2));
    assert_int_equal(gau_exact_sum_list(&copy, list), 0);
}

/* --- one rule ------------------------------------------------------------------------------ */

/* Merges texts with these rules, and checks the value of a key as a text. */
static void check_in(const char *rules, const char *const *texts, size_t n, const char *key,
                     const char *expected)
{
    struct gau_merged_document merged = {0};
    gau_error error = {0};
    json_t *made;
    char *text;

    for (size_t i = 0; i < n; i++) {
        json_t *const document = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        char source[8];

        assert_non_null(document);
        snprintf(source, sizeof source, "r%zu", i);
        json_object_set_new(document, "merge", json_string(rules));
        if (!gau_merged_document_add(&merged, "some", document, source, &error))
            fail_msg("%s", error.message);
        json_decref(document);
    }
    made = gau_merged_document_make(&merged, &error);
    assert_non_null(made);
    text = json_dumps(json_object_get(made, key), JSON_ENCODE_ANY | JSON_COMPACT);
    assert_string_equal(text ? text : "missing", expected);
    free(text);
    json_decref(made);
    gau_merged_document_clear(&merged);
}

#define CHECK(rules, key, expected, ...)                \
    check_in(rules, (const char *const[]){__VA_ARGS__}, \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), key, expected)

static void whole_numbers_are_added_and_texts_stay_if_they_are_the_same(void **state)
{
    (void)state;
    CHECK("", "n", "7", "{\"n\": 3}", "{\"n\": 4}");
    CHECK("", "x", "\"a\"", "{\"x\": \"a\"}", "{\"x\": \"a\"}");
    CHECK("", "x", "null", "{\"x\": \"a\"}", "{\"x\": \"b\"}");
    CHECK("", "x", "null", "{\"x\": 0.5}", "{\"x\": 0.25}");
    CHECK("", "n", "null", "{\"n\": 3}", "{\"n\": null}");
    CHECK("", "n", "null", "{\"n\": 3}", "{}");
    CHECK("n same", "n", "null", "{\"n\": 3}", "{\"n\": 4}");
}

static void sums_of_real_numbers_are_exact(void **state)
{
    (void)state;
    CHECK("x sum", "x", "0.25", "{\"x\": 1e300}", "{\"x\": 0.25}", "{\"x\": -1e300}");
}

static void extremes_are_of_rows_that_have_something(void **state)
{
    (void)state;
    CHECK("x min", "x", "0.5", "{\"x\": 0.5}", "{\"x\": 2}");
    CHECK("x min n", "x", "2.5", "{\"x\": 0.0, \"n\": 0}", "{\"x\": 2.5, \"n\": 1}");
    CHECK("x min n", "x", "0.0", "{\"x\": 0.0, \"n\": 0}", "{\"x\": 0.0, \"n\": 0}");
    CHECK("x max", "x", "9", "{\"x\": 9}", "{\"x\": 2}", "{\"x\": null}");
}

static void means_and_deviations_are_those_of_all_values(void **state)
{
    (void)state; /* 1, 3 and 8: mean 4, standard deviation sqrt(26 / 3), of a sample sqrt(13) */
    CHECK("m mean n, s spread n m", "m", "4.0", "{\"n\": 2, \"m\": 2.0, \"s\": 1.0}",
          "{\"n\": 1, \"m\": 8.0, \"s\": 0.0}");
    CHECK("m mean n, s spread n m", "s", "2.9439202887759492", "{\"n\": 2, \"m\": 2.0, \"s\": 1.0}",
          "{\"n\": 1, \"m\": 8.0, \"s\": 0.0}");
    CHECK("s deviation n t q, t sum, q sum", "s", "3.6055512754639891",
          "{\"n\": 2, \"t\": 4.0, \"q\": 10.0, \"s\": 9}",
          "{\"n\": 1, \"t\": 8.0, \"q\": 64.0, \"s\": 9}");
    CHECK("m mean n", "m", "8.0", "{\"n\": 0, \"m\": null}", "{\"n\": 1, \"m\": 8.0}");
    CHECK("p percent a b", "p", "25.0", "{\"a\": 1, \"b\": 2, \"p\": 50.0}",
          "{\"a\": 0, \"b\": 2, \"p\": 0.0}");
    CHECK("p percent a b", "p", "null", "{\"a\": 0, \"b\": 0, \"p\": 0.0}");
    CHECK("r ratio a b", "r", "0.25", "{\"a\": 1, \"b\": 2, \"r\": 0.5}",
          "{\"a\": 0, \"b\": 2, \"r\": 0.0}");
}

/* 1, 3 and 8 again. */
static void rows_have_numbers_of_their_document(void **state)
{
    static const char rules[] = "t: k key, m mean n, e error n m, s spread n m";

    (void)state;
    CHECK(rules, "t",
          "[{\"k\":\"a\",\"m\":4.0,\"m_exact\":[33,3145728],\"e\":2.0816659994661331,"
          "\"e_exact\":[33,19398656],\"s\":2.9439202887759492,\"s_exact\":[33,19398656],\"merge_"
          "order\":0}]",
          "{\"n\": 2, \"t\": [{\"k\": \"a\", \"m\": 2.0, \"e\": 1.0, \"s\": 1.0}]}",
          "{\"n\": 1, \"t\": [{\"k\": \"a\", \"m\": 8.0, \"e\": null, \"s\": 0.0}]}");
}

static void a_row_that_a_document_lacks_is_of_nothing(void **state)
{
    (void)state;
    CHECK("t: k key, m mean n", "t",
          "[{\"k\":\"a\",\"m\":1.0,\"m_exact\":[33,1048576],\"merge_order\":0}]",
          "{\"n\": 2, \"t\": [{\"k\": \"a\", \"m\": 2.0}]}", "{\"n\": 2, \"t\": []}");
    CHECK("e error n m, m mean n", "e", "null", "{\"n\": 1, \"m\": 2.0, \"e\": null}",
          "{\"n\": 0, \"m\": null, \"e\": null}");
    CHECK("e error n m, m mean n", "e", "1.0", "{\"n\": 1, \"m\": 2.0, \"e\": null}",
          "{\"n\": 1, \"m\": 4.0, \"e\": null}", "{\"n\": 0, \"m\": null, \"e\": null}");
}

static void rows_with_the_same_keys_are_one(void **state)
{
    (void)state;
    CHECK("t: k key, n sum", "t",
          "[{\"k\":\"b\",\"n\":1,\"merge_order\":0},{\"k\":\"c\",\"n\":4,\"merge_order\":0},"
          "{\"k\":\"a\",\"n\":5,\"merge_order\":1}]",
          "{\"t\": [{\"k\": \"b\", \"n\": 1}, {\"k\": \"a\", \"n\": 2}]}",
          "{\"t\": [{\"k\": \"c\", \"n\": 4}, {\"k\": \"a\", \"n\": 3}]}");
    CHECK("t: k key, n sum", "t", "[]", "{\"t\": []}", "{\"t\": []}");
    CHECK("t: n sum, r source", "t", "[{\"n\":1,\"r\":\"r0\"},{\"n\":1,\"r\":\"r1\"}]",
          "{\"t\": [{\"n\": 1}]}", "{\"t\": [{\"n\": 1}]}");
    CHECK("t: k key, s at x, x max", "t",
          "[{\"k\":1,\"s\":20,\"s_in\":\"r1\",\"x\":7,\"merge_order\":0}]",
          "{\"t\": [{\"k\": 1, \"s\": 10, \"x\": 5}]}",
          "{\"t\": [{\"k\": 1, \"s\": 20, \"x\": 7}]}",
          "{\"t\": [{\"k\": 1, \"s\": 30, \"x\": 7}]}");
}

static void branches_are_found_by_what_they_are_below(void **state)
{
    (void)state;
    CHECK("t: b branch, p parent, k key, n sum", "t",
          "[{\"b\":0,\"p\":-1,\"k\":\"e\",\"n\":2,\"merge_order\":0},"
          "{\"b\":1,\"p\":0,\"k\":\"x\",\"n\":3,\"merge_order\":1},"
          "{\"b\":2,\"p\":1,\"k\":\"x\",\"n\":4,\"merge_order\":5},"
          "{\"b\":3,\"p\":0,\"k\":\"y\",\"n\":5,\"merge_order\":1}]",
          "{\"t\": [{\"b\": 0, \"p\": -1, \"k\": \"e\", \"n\": 1}, {\"b\": 1, \"p\": 0, \"k\": "
          "\"x\", \"n\": 3}, {\"b\": 5, \"p\": 1, \"k\": \"x\", \"n\": 4}]}",
          "{\"t\": [{\"b\": 0, \"p\": -1, \"k\": \"e\", \"n\": 1}, {\"b\": 1, \"p\": 0, \"k\": "
          "\"y\", \"n\": 5}]}");
}

/* --- rules that are wrong ------------------------------------------------------------------ */

static void wrong_rules_are_refused(void **state)
{
    static const struct {
        const char *rules, *message;
    } wrong[] = {
        {"x", "some.json: its rules of merging are wrong: unknown rule 'x'"},
        {"x add", "some.json: its rules of merging are wrong: unknown rule 'add'"},
        {"x mean", "some.json: its rules of merging are wrong: wrong number of keys behind 'mean'"},
        {"x sum y", "some.json: its rules of merging are wrong: wrong number of keys behind 'sum'"},
        {"x deviation a b c d",
         "some.json: its rules of merging are wrong: wrong number of keys behind 'deviation'"},
        {"x sum,, y sum",
         "some.json: its rules of merging are wrong: a key is expected at ', y sum'"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct gau_merge_rules rules;
        gau_error error = {0};
        json_t *const document = json_pack("{s:s}", "merge", wrong[i].rules);

        assert_false(gau_merge_rules_read(&rules, "some", document, &error));
        assert_string_equal(error.message, wrong[i].message);
        gau_merge_rules_clear(&rules);
        json_decref(document);
    }
}

static void the_rules_of_the_framework_are_right(void **state)
{
    static const char *const names[] = {"timer", "timer-Fast", "counts", "run", "collect"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct gau_merge_rules rules;
        gau_error error = {0};

        assert_true(gau_merge_rules_read(&rules, names[i], NULL, &error));
        assert_true(rules.n > 5);
        gau_merge_rules_clear(&rules);
    }
    assert_null(gau_merge_known_rules("timeline"));
}

static void values_that_do_not_fit_are_refused(void **state)
{
    static const struct {
        const char *rules, *text, *message;
    } wrong[] = {
        {"x sum", "{\"x\": \"a\"}", "dir/some.json: 'x' is not a number"},
        {"x min", "{\"x\": []}", "dir/some.json: 'x' is not a number"},
        {"x first", "{\"x\": 3}", "dir/some.json: 'x' is not a text"},
        {"x window", "{\"x\": [1]}", "dir/some.json: 'x' is not a window of events"},
        {"x histogram", "{\"x\": [[1, -1]]}", "dir/some.json: 'x' is not a histogram"},
        {"x sum", "{\"x\": 0.5, \"x_exact\": [900]}",
         "dir/some.json: 'x' is not a sum: its list of parts is damaged"},
        {"t: b branch, p parent", "{\"t\": [{\"b\": 1, \"p\": 7}]}",
         "dir/some.json: no row before has the branch 7"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct gau_merged_document merged = {0};
        json_t *const document = json_loads(wrong[i].text, 0, NULL);
        gau_error error = {0};

        json_object_set_new(document, "merge", json_string(wrong[i].rules));
        assert_false(gau_merged_document_add(&merged, "some", document, "dir", &error));
        assert_string_equal(error.message, wrong[i].message);
        gau_merged_document_clear(&merged);
        json_decref(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_as_a_list_is_the_same_sum),
        cmocka_unit_test(whole_numbers_are_added_and_texts_stay_if_they_are_the_same),
        cmocka_unit_test(sums_of_real_numbers_are_exact),
        cmocka_unit_test(extremes_are_of_rows_that_have_something),
        cmocka_unit_test(means_and_deviations_are_those_of_all_values),
        cmocka_unit_test(rows_have_numbers_of_their_document),
        cmocka_unit_test(a_row_that_a_document_lacks_is_of_nothing),
        cmocka_unit_test(rows_with_the_same_keys_are_one),
        cmocka_unit_test(branches_are_found_by_what_they_are_below),
        cmocka_unit_test(wrong_rules_are_refused),
        cmocka_unit_test(the_rules_of_the_framework_are_right),
        cmocka_unit_test(values_that_do_not_fit_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
