/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/draws.h"
#include "tests/unit/test.h"

#include "report/merge/merge_document.h"
#include "table/log_histogram.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- histograms ---------------------------------------------------------------------------- */

/* Calls of three clocks, in bins of their ticks, are within a bin of where they were. */
static void histograms_of_different_clocks_add_up(void **state)
{
    static const double ticks[] = {4.3478e-10, 1e-9, 2.5e-10};
    struct gau_merge_bins bins = {0};
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 45);
    for (size_t i = 0; i < COUNT_OF(ticks); i++) {
        struct gau_merge_bins own = {0};
        double least = (double)INFINITY, most = 0;
        json_t *const pairs = json_array();

        for (uint64_t bin = 70; bin < 800; bin += 1 + gau_random_below(&random, 60)) {
            const double low = ticks[i] * (double)gau_log_edge(bin);

            json_array_append_new(pairs, json_pack("[I, I]", (json_int_t)bin,
                                                   (json_int_t)(1 + gau_random_below(&random, 9))));
            least = fmin(least, low);
            most = fmax(most, low);
        }
        assert_true(gau_merge_bins_add(&own, pairs, ticks[i], least, most));
        assert_true(gau_merge_bins_add(&bins, pairs, ticks[i], least, most));
        for (int p = 1; p < 100; p++) {
            int64_t calls = 0, seen = 0;
            double middle = 0;

            for (size_t k = 0; k < json_array_size(pairs); k++)
                calls += json_integer_value(json_array_get(json_array_get(pairs, k), 1));
            for (size_t k = 0; (double)seen < ceil(p / 100.0 * (double)calls); k++) {
                seen += json_integer_value(json_array_get(json_array_get(pairs, k), 1));
                middle = ticks[i] * gau_log_middle((size_t)json_integer_value(
                                        json_array_get(json_array_get(pairs, k), 0)));
            }
            middle = fmin(fmax(middle, least), most);
            assert_true(fabs(gau_merge_bins_percentile(&own, p / 100.0, least, most) - middle) <=
                        0.035 * middle);
        }
        free(own.calls);
        json_decref(pairs);
    }
    free(bins.calls);
}

/* --- any order, any groups ------------------------------------------------------------------- */

static const char *const names[] = {"Hlt", "Fast", "Fit", "Muon", "Veto"};

static json_t *draw_row(struct gau_random *random, int64_t branch, int64_t parent)
{
    const char *const name = parent < 0 ? "Event" : names[gau_random_below(random, 5)];
    const int64_t calls = (int64_t)gau_random_below(random, 4);
    const double tick = 4.3e-10, least = calls ? 1e-6 * (1 + gau_random_uniform(random)) : 0,
                 most = calls > 1 ? least * (1 + gau_random_uniform(random)) : least,
                 total = calls > 2    ? (double)(calls - 1) * most + least
                         : calls == 2 ? most + least
                                      : least;
    json_t *const histogram = json_array();

    for (int64_t i = 0; i < calls; i++) {
        const int64_t bin = (int64_t)gau_log_bin((uint64_t)((i ? most : least) / tick));
        json_t *const last = json_array_get(histogram, json_array_size(histogram) - 1);

        if (last && json_integer_value(json_array_get(last, 0)) == bin)
            json_array_set_new(last, 1,
                               json_integer(json_integer_value(json_array_get(last, 1)) + 1));
        else
            json_array_append_new(histogram, json_pack("[I, i]", (json_int_t)bin, 1));
    }
    return json_pack(
        "{s:I, s:I, s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:o}",
        "branch", (json_int_t)branch, "parent", (json_int_t)parent, "root", "Event", "path", name,
        "name", name, "calls", (json_int_t)calls, "total_s", total, "self_s", total * 0.3, "mean_s",
        calls ? total / (double)calls : 0, "min_s", least, "max_s", most, "stddev_s", 0.0,
        "sum_of_squares_s2", total * total, "p50_s", least, "slowest_event",
        (json_int_t)gau_random_below(random, 100), "histogram", histogram);
}

/* A timer's document with a tree of its own. */
static json_t *draw_document(struct gau_random *random)
{
    const uint64_t n = 1 + gau_random_below(random, 12);
    json_t *const rows = json_array();

    for (uint64_t i = 0; i < n; i++)
        json_array_append_new(rows, draw_row(random, (int64_t)i,
                                             i == 0 ? -1 : (int64_t)gau_random_below(random, i)));
    return json_pack("{s:i, s:s, s:f, s:i, s:[i, i], s:o, s:[], s:[{s:i, s:f}]}", "schema", 2,
                     "clock", "tsc", "tick_s", 4.3e-10, "workers", (int)gau_random_below(random, 4),
                     "event_window", (int)gau_random_below(random, 9),
                     (int)gau_random_below(random, 99), "branches", rows, "warm_up", "loop_times",
                     "worker", 0, "loop_s", gau_random_uniform(random));
}

static json_t *merge_all(json_t *const *documents, const char *const *sources, size_t n)
{
    struct gau_merged_document merged = {0};
    gau_error error = {0};
    json_t *made;

    for (size_t i = 0; i < n; i++)
        if (!gau_merged_document_add(&merged, "timer", documents[i], sources[i], &error))
            fail_msg("%s", error.message);
    made = gau_merged_document_make(&merged, &error);
    assert_non_null(made);
    gau_merged_document_clear(&merged);
    return made;
}

static void shuffle(struct gau_random *random, json_t **documents, const char **sources, size_t n)
{
    for (size_t i = n; i > 1; i--) {
        const size_t k = gau_random_below(random, i);
        json_t *const document = documents[i - 1];
        const char *const source = sources[i - 1];

        documents[i - 1] = documents[k];
        sources[i - 1] = sources[k];
        documents[k] = document;
        sources[k] = source;
    }
}

static void results_do_not_depend_on_order_or_groups(void **state)
{
    enum { N = 7 };
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 7);
    for (int round = 0; round < 200; round++) {
        const char *sources[N] = {"a", "b", "c", "d", "e", "f", "g"};
        const size_t first = 1 + gau_random_below(&random, N - 1);
        json_t *documents[N], *parts[2], *all, *grouped;

        for (int i = 0; i < N; i++)
            documents[i] = draw_document(&random);
        all = merge_all(documents, sources, N);
        shuffle(&random, documents, sources, N);
        parts[0] = merge_all(documents, sources, first);
        parts[1] = merge_all(documents + first, sources + first, N - first);
        grouped = merge_all(parts, (const char *const[]){"x", "y"}, 2);
        {
            char *const expected = json_dumps(all, JSON_INDENT(1)), *const found =
                                                                        json_dumps(grouped,
                                                                                   JSON_INDENT(1));

            assert_string_equal(found, expected);
            free(expected);
            free(found);
        }
        for (int i = 0; i < N; i++)
            json_decref(documents[i]);
        json_decref(parts[0]);
        json_decref(parts[1]);
        json_decref(all);
        json_decref(grouped);
    }
}

enum { RESULTS_MOST = 200, GROUPS_MOST = 7 };

struct results {
    json_t *documents[RESULTS_MOST];
    const char *sources[RESULTS_MOST];
    char names[RESULTS_MOST][16];
    size_t n;
};

static void draw_results(struct results *results, struct gau_random *random, size_t n)
{
    results->n = n;
    for (size_t i = 0; i < n; i++) {
        snprintf(results->names[i], sizeof results->names[i], "part-%zu", i);
        results->sources[i] = results->names[i];
        results->documents[i] =
            json_pack("{s:i, s:[{s:i, s:i, s:f}, {s:i, s:i, s:f}]}", "schema", 2, "loop_times",
                      "worker", 0, "events", 3, "loop_s", gau_random_uniform(random), "worker", 1,
                      "events", 4, "loop_s", 1e9 * gau_random_uniform(random));
    }
}

/* Returns the rows of all; @p groups: how many are merged before. */
static json_t *merge_rows(const struct results *results, size_t groups)
{
    static const char *const of_groups[] = {"g0", "g1", "g2", "g3", "g4", "g5", "g6"};
    json_t *parts[GROUPS_MOST], *all, *rows;

    for (size_t g = 0; g < groups; g++) {
        const size_t from = results->n * g / groups, to = results->n * (g + 1) / groups;

        parts[g] = merge_all(results->documents + from, results->sources + from, to - from);
    }
    all = groups ? merge_all(parts, of_groups, groups)
                 : merge_all(results->documents, results->sources, results->n);
    rows = json_incref(json_object_get(all, "loop_times"));
    for (size_t g = 0; g < groups; g++)
        json_decref(parts[g]);
    json_decref(all);
    return rows;
}

static void assert_sums(const json_t *rows, size_t n)
{
    assert_int_equal(json_array_size(rows), 2);
    for (size_t worker = 0; worker < 2; worker++) {
        const json_t *const row = json_array_get(rows, worker);

        assert_int_equal(json_integer_value(json_object_get(row, "worker")), worker);
        assert_int_equal(json_integer_value(json_object_get(row, "events")), n * (3 + worker));
        assert_string_equal(json_string_value(json_object_get(row, "result")), "");
    }
}

static void rows_of_more_than_64_results_are_added_up(void **state)
{
    static const size_t sizes[] = {2, 64, 65, 66, 130, RESULTS_MOST};
    struct gau_random random;

    (void)state;
    gau_random_seed(&random, 64);
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        struct results results;
        json_t *all;

        draw_results(&results, &random, sizes[s]);
        all = merge_rows(&results, 0);
        if (sizes[s] > 64)
            assert_sums(all, sizes[s]);
        else
            assert_int_equal(json_array_size(all), 2 * sizes[s]);
        for (size_t groups = 1; groups <= GROUPS_MOST && groups <= sizes[s]; groups++) {
            json_t *grouped;

            shuffle(&random, results.documents, results.sources, results.n);
            grouped = merge_rows(&results, groups);
            assert_true(json_equal(grouped, all));
            json_decref(grouped);
        }
        json_decref(all);
        for (size_t i = 0; i < results.n; i++)
            json_decref(results.documents[i]);
    }
}

static void without_memory_merging_fails(void **state)
{
    const char *const source = "a";
    struct gau_random random;
    json_t *document;
    bool done = false;

    (void)state;
    gau_random_seed(&random, 9);
    document = draw_document(&random);
    for (uint64_t n = 1; !done; n++) {
        struct gau_merged_document merged = {0};
        gau_error error = {0};
        json_t *made = NULL;

        allocations_fail_at(n);
        if (gau_merged_document_add(&merged, "timer", document, source, &error))
            made = gau_merged_document_make(&merged, &error);
        done = !allocations_failed_call();
        allocations_fail_at(0);
        assert_true(done ? made != NULL : error.status != GAU_OK);
        json_decref(made);
        gau_merged_document_clear(&merged);
    }
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histograms_of_different_clocks_add_up),
        cmocka_unit_test(results_do_not_depend_on_order_or_groups),
        cmocka_unit_test(rows_of_more_than_64_results_are_added_up),
        cmocka_unit_test(without_memory_merging_fails),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
