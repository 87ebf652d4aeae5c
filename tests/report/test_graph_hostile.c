/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/allocations.h"
#include "tests/unit/timer_rows.h"

#include "documents/graph/performance_graph.h"

#include <stdint.h>

#define ROW(branch, parent, name, level, calls, total, self)                                 \
    "{'branch':" #branch ",'parent':" #parent ",'path':'','name':'" name "','level':" #level \
    ",'calls':" #calls ",'total_s':" #total ",'self_s':" #self "}"
#define DOCUMENT(rows) "{'schema':2,'branches':[" rows "],'warm_up':[]}"
#define ROOT ROW(0, -1, "Program", 0, 1, 8, 2)

static const struct gau_view_options tables = {
    .graph = {.heaviest_branch = true, .heaviest_sections = SIZE_MAX}};
static const struct gau_view_export an_export;
static const struct gau_view_options csv = {.format = GAU_TABLE_CSV};
static const struct gau_view_options perfgraph = {.export = &an_export};

/* --- documents that are wrong -------------------------------------------------------------- */

static void check_refusal(const char *quoted, const struct gau_view_options *options,
                          const char *message)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};
    char *const text = view_as(&gau_view_graph, document, "timer", options, &error);

    assert_string_equal(error.message, message);
    assert_string_equal(text, "");
    free(text);
    json_decref(document);
}

static void what_is_no_timer_is_explained(void **state)
{
    static const struct {
        const char *document, *message;
    } cases[] = {
        {"{'schema':2}", "branches is missing"},
        {"{'schema':2,'branches':{}}", "branches: a list of rows was expected, not an object"},
        {"{'schema':3,'branches':[]}", "schema 3 is newer than 2, the one that this gaudit reads"},
        {"{'schema':2,'branches':[]}", "warm_up is missing"},
        {DOCUMENT(""), "branches: there is no root"},
        {DOCUMENT("1"), "branches[0]: an object was expected, not a whole number"},
        {DOCUMENT(ROOT "," ROW(1, 7, "a", 1, 1, 1, 1)), "branches[1].parent: there is no branch 7"},
        {DOCUMENT(ROOT "," ROW(0, 0, "a", 1, 1, 1, 1)), "branches: two rows have the branch 0"},
        {DOCUMENT(ROOT "," ROW(1, 2, "a", 1, 1, 1, 1) "," ROW(2, 1, "a", 1, 1, 1, 1)),
         "branches: 2 of 3 rows have no root: their parents form a cycle"},
        {DOCUMENT(ROW(0, -1, "Event", -2, 1, 1, 1)),
         "branches[0].level: a whole number from 0 on, or null, was expected, not -2"},
        {DOCUMENT(ROW(0, -1, "Event", 0, -1, 1, 1)),
         "branches[0].calls: a whole number from 0 on was expected, not -1"},
        {DOCUMENT(ROW(0, -1, "Event", 0, 1, 'long', 1)),
         "branches[0].total_s: a number was expected, not a text"},
        {DOCUMENT(ROW(0, -1, "Event", 0, 1, 1, null)),
         "branches[0].self_s: a number was expected, not null"},
        {DOCUMENT("{'branch':0,'parent':-1,'path':'','name':'Event','calls':1,'total_s':1,"
                  "'self_s':1,'memory_self_MB':1}"),
         "branches[0].memory_total_MB is missing"},
        {DOCUMENT("{'branch':0,'parent':-1,'path':'','name':'Event','calls':1,'total_s':1,"
                  "'self_s':1,'memory_self_MB':1.5,'memory_total_MB':1}"),
         "branches[0].memory_self_MB: a whole number was expected, not a real number"},
        {"{'schema':2,'branches':[" ROOT "],'warm_up':[" ROW(3, -1, "Event", 0, 1, 1, 1) "]}",
         "warm_up[0].branch: there is no branch 3"},
        {"{'schema':2,'branches':[" ROOT "],'warm_up':1}",
         "warm_up: a list of rows was expected, not 1"},
        {"{'schema':2,'branches':[" ROW(0, -1, "Event", 0, 9223372036854775807, 1,
                                        1) "],'warm_up':[" ROW(0, -1, "Event", 0, 1, 1, 1) "]}",
         "the sums of its numbers are too large"},
        {"{'schema':2,'branches':[" ROOT "],'warm_up':[],'loop_times':[{'worker':0}]}",
         "loop_times[0].loop_s is missing"},
        {DOCUMENT(ROOT "," ROW(1, 0, "a", 1, 1, 1e308, 1) "," ROW(2, 0, "b", 1, 1, 1e308, 1)),
         "the sums of its numbers are too large"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char message[200];

        snprintf(message, sizeof message, "timer.json: %s", cases[i].message);
        check_refusal(cases[i].document, &tables, message);
        check_refusal(cases[i].document, &perfgraph, message);
    }
}

/* Below the root names are keys beside others. */
static void sections_may_not_be_called_as_the_keys_of_a_node(void **state)
{
    static const char *const keys[] = {"level", "memory", "num_calls", "time"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        char text[400], message[200];

        snprintf(text, sizeof text,
                 DOCUMENT(ROOT ",{'branch':1,'parent':0,'path':'','name':'%s',"
                               "'calls':1,'total_s':1,'self_s':1}"),
                 keys[i]);
        snprintf(message, sizeof message,
                 "a section is called '%s', which is a key of PerfGraph's format: give it another "
                 "name, or use 'gaudit report graph --format json'",
                 keys[i]);
        check_refusal(text, &perfgraph, message);
    }
}

/* --- deep, wide, long ---------------------------------------------------------------------- */

/* A chain, or a fan, of @p n sections, each with a microsecond of its own. */
static json_t *make(size_t n, bool deep)
{
    json_t *const document = json_pack("{s:i,s:[],s:[]}", "schema", 2, "branches", "warm_up");

    for (size_t i = 0; i < n; i++) {
        char name[32];

        snprintf(name, sizeof name, "s%zu", deep ? i % 3 : i);
        json_array_append_new(
            json_object_get(document, "branches"),
            json_pack("{s:I,s:I,s:s,s:s,s:i,s:f,s:f}", "branch", (json_int_t)i, "parent",
                      (json_int_t)(i == 0 ? -1
                                   : deep ? (int64_t)i - 1
                                          : 0),
                      "path", "", "name", i == 0 ? "Program" : name, "calls", 1, "total_s",
                      deep     ? 1e-6 * (double)(n - i)
                      : i == 0 ? 1e-6 * (double)n
                               : 1e-6,
                      "self_s", 1e-6));
    }
    return document;
}

static void check_size(json_t *document, const struct gau_view_options *options, size_t limit)
{
    gau_error error = {0};
    char *const text = view_as(&gau_view_graph, document, "timer", options, &error);

    assert_string_equal(error.message, "");
    assert_true(strlen(text) > 100 && strlen(text) < limit);
    free(text);
}

/* The stack stays small, and no line is longer than 100 sections deep. */
static void a_graph_may_be_deep_or_wide(void **state)
{
    (void)state;
    for (int deep = 0; deep < 2; deep++) {
        json_t *const document = make(5000, deep);

        check_size(document, &tables, deep ? 5000 * 700 : 5000 * 250);
        check_size(document, &csv, 5000 * 200);
        check_size(document, &perfgraph, deep ? 15000 : 5000 * 100);
        json_decref(document);
    }
}

static double sum_of_times(const json_t *node, size_t depth, size_t *deepest)
{
    double sum = json_real_value(json_object_get(node, "time"));

    *deepest = depth > *deepest ? depth : *deepest;
    for (void *i = json_object_iter((json_t *)(uintptr_t)node); i;
         i = json_object_iter_next((json_t *)(uintptr_t)node, i))
        if (json_is_object(json_object_iter_value(i)))
            sum += sum_of_times(json_object_iter_value(i), depth + 1, deepest);
    return sum;
}

/* As deep as MOOSE allows; the times of all are there. */
static void what_is_too_deep_is_part_of_what_it_is_in(void **state)
{
    json_t *const document = make(1000, true);
    gau_error error = {0};
    char *const text = view_as(&gau_view_graph, document, "timer", &perfgraph, &error);
    json_t *const written = json_loads(text, 0, NULL);
    const json_t *graph = json_array_get(json_object_get(written, "time_steps"), 0);
    size_t deepest = 0;
    double sum;

    (void)state;
    graph = json_object_get(json_object_get(graph, "perf_graph"), "graph");
    sum = sum_of_times(json_object_get(graph, "Program"), 1, &deepest);
    assert_int_equal(deepest, 100);
    assert_true(sum > 0.9999e-3 && sum < 1.0001e-3);
    json_decref(written);
    free(text);
    json_decref(document);
}

/* --- out of memory ------------------------------------------------------------------------- */

static json_t *small(void)
{
    return parse(DOCUMENT(ROOT "," ROW(1, 0, "a", 1, 4, 6, 1) "," ROW(2, 1, "b", 2, 10, 5, 5)));
}

/* Any failure results in a sentence or the whole view. */
static void every_allocation_may_fail(void **state)
{
    static const struct gau_view_options *const all[] = {&tables, &csv, &perfgraph};
    json_t *const document = small();

    (void)state;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        gau_error none = {0};
        char *const whole = view_as(&gau_view_graph, document, "timer", all[i], &none);
        size_t failures = 0;

        for (uint64_t n = 1;; n++) {
            gau_error error = {0};
            bool failed;
            char *text;

            allocations_fail_at(n);
            text = view_as(&gau_view_graph, document, "timer", all[i], &error);
            failed = allocations_failed_call() != NULL;
            allocations_fail_at(0);
            if (error.status == GAU_OK) /* or it was for a table that was not requested */
                assert_string_equal(text, whole);
            else
                assert_true(failed && strstr(error.message, "memory"));
            failures += error.status == GAU_ERR_MEMORY;
            free(text);
            if (!failed)
                break;
        }
        free(whole);
        assert_true(failures > 5);
    }
    json_decref(document);
}

static size_t left; /* allocations of JSON values that succeed; 0: all */

static void *scarce(size_t size)
{
    return left > 0 && --left == 0 ? NULL : malloc(size);
}

static void every_value_of_a_graph_may_have_no_room(void **state)
{
    gau_error error = {.status = GAU_ERR_IO};
    json_t *document;
    size_t n = 0;

    (void)state;
    json_set_alloc_funcs(scarce, free);
    document = small();
    while (error.status != GAU_OK) {
        error = (gau_error){0};
        left = ++n;
        free(view_as(&gau_view_graph, document, "timer", &perfgraph, &error));
        if (left > 0)
            assert_string_equal(error.message, "");
    }
    left = 0;
    assert_true(n > 20);
    json_decref(document);
    json_set_alloc_funcs(malloc, free);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_timer_is_explained),
        cmocka_unit_test(sections_may_not_be_called_as_the_keys_of_a_node),
        cmocka_unit_test(a_graph_may_be_deep_or_wide),
        cmocka_unit_test(what_is_too_deep_is_part_of_what_it_is_in),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_value_of_a_graph_may_have_no_room),
    };

    return cmocka_run_group_tests_name("graph hostile", tests, NULL, NULL);
}
