/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/timer_rows.h"

#include "documents/graph/performance_graph.h"

#include <math.h>

#define CELLS(branch, parent, name, level, calls, total, self)                              \
    "'branch':" #branch ",'parent':" #parent ",'path':'','name':'" name "','level':" #level \
    ",'calls':" #calls ",'total_s':" #total ",'self_s':" #self
#define ROW(...) "{" CELLS(__VA_ARGS__) "}"
#define ROW_MB(total, self, ...) \
    "{'memory_total_MB':" #total ",'memory_self_MB':" #self "," CELLS(__VA_ARGS__) "}"
#define DOCUMENT(rows) "{'schema':2,'branches':[" rows "],'warm_up':[]}"

/* Twice "inner", once in itself. */
#define ROWS                                                                        \
    ROW(0, -1, "Program", 0, 1, 8, 2)                                               \
    "," ROW(1, 0, "outer", 1, 4, 6, 1) "," ROW(2, 1, "inner", 2, 10, 5, 3) "," ROW( \
        3, 2, "inner", 3, 5, 2, 2) "," ROW(4, 0, "idle", 1, 0, 0, 0)

/* With ' for ", also in @p expected. */
static void check(const char *quoted, struct gau_view_options options, const char *expected)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};
    char *text;

    text = view_as(&gau_view_graph, document, "timer", &options, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(text, expected);
    free(text);
    json_decref(document);
}

/* --- tables -------------------------------------------------------------------------------- */

#define RULE_7                                                                      \
    "-----------------------------------------------------------------------------" \
    "------------\n"
#define RULE_12 "-----" RULE_7
#define HEAD_7                                                                         \
    RULE_7                                                                             \
    "| Section | Calls |   Self(s)  |   Avg(s)   |    %   |  Total(s)  |   Avg(s)   |" \
    "    %   |\n" RULE_7

static void memory_that_was_not_measured_has_no_columns(void **state)
{
    (void)state;
    check(DOCUMENT(ROW(0, -1, "Program", 0, 1, 8, 8)), (struct gau_view_options){0},
          "\nPerformance Graph:\n" HEAD_7
          "| Program |     1 |      8.000 |      8.000 | 100.00 |      8.000 |      8.000 "
          "| 100.00 |\n" RULE_7);
}

static void where_nothing_ran_there_is_the_root_with_nothing(void **state)
{
    (void)state;
    check(DOCUMENT(ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, 0, "Line", 1, 0, 0, 0)),
          (struct gau_view_options){.graph = {.heaviest_branch = true}},
          "\nPerformance Graph:\n" HEAD_7
          "| Event   |     0 |      0.000 |      0.000 |   0.00 |      0.000 |      0.000 "
          "|   0.00 |\n" RULE_7 "\nHeaviest Branch:\n" HEAD_7
          "| Event   |     0 |      0.000 |      0.000 |   0.00 |      0.000 |      0.000 "
          "|   0.00 |\n" RULE_7);
}

/* The first of the heaviest children, by its section; of equal sections the first. */
static void ties_go_to_what_was_seen_first(void **state)
{
    (void)state;
    check(DOCUMENT(ROW(0, -1, "Program", 0, 1, 4, 0) "," ROW(1, 0, "a", 1, 1, 1, 1) "," ROW(
              2, 0, "b", 6, 1, 1.5, 1.5) "," ROW(3, 0, "c", 1, 1, 1.5, 1.5)),
          (struct gau_view_options){.table = "branch"},
          "\nHeaviest Branch:\n" HEAD_7
          "| Program |     1 |      0.000 |      0.000 |   0.00 |      4.000 |      4.000 "
          "| 100.00 |\n"
          "|   b     |     1 |      1.500 |      1.500 |  37.50 |      1.500 |      1.500 "
          "|  37.50 |\n" RULE_7);
    check(DOCUMENT(ROW(0, -1, "Program", 0, 1, 4, 0) "," ROW(1, 0, "a", 1, 1, 1, 1) "," ROW(
              2, 0, "b", 6, 1, 1.5, 1.5) "," ROW(3, 0, "c", 1, 1, 1.5, 1.5)),
          (struct gau_view_options){.table = "sections", .graph = {.heaviest_sections = 2}},
          "\nHeaviest Sections:\n"
          "------------------------------------------------------\n"
          "| Section | Calls |   Self(s)  |    Avg.    |    %   |\n"
          "------------------------------------------------------\n"
          "| b       |     1 |      1.500 |      1.500 |  37.50 |\n"
          "| c       |     1 |      1.500 |      1.500 |  37.50 |\n"
          "------------------------------------------------------\n");
}

/* Letters count, not bytes; what a terminal would obey is shown; long numbers are not cut. */
static void columns_are_as_wide_as_their_widest_cell(void **state)
{
    (void)state;
    check(DOCUMENT(
              ROW_MB(-12345678, 0, 0, -1, "Program", 0, 1234567, 123456789, 123456789) "," ROW_MB(
                  0, 0, 1, 0, "\xc3\xa4\xe2\x82\xac\xc3\xb6|\\u0007\\t", 1, 1, 0,
                  0) "," ROW_MB(0, 3, 2, 0, "h\xc3\xb6her\\u001b", 1, 1, 0.25, -0.00001)),
          (struct gau_view_options){0},
          "\nPerformance Graph:\n"
          "----------------------------------------------------------------------------------------"
          "-------------------------------\n"
          "|     Section    |  Calls  |   Self(s)  |   Avg(s)   |    %   | Mem(MB) |  Total(s)  |  "
          " Avg(s)   |    %   |  Mem(MB) |\n"
          "----------------------------------------------------------------------------------------"
          "-------------------------------\n"
          "| Program        | 1234567 | 123456789.000 |    100.000 | 100.00 |       0 | "
          "123456789.000 |    100.000 | 100.00 | -12345678 |\n"
          "|   \xc3\xa4"
          "\xe2\x82\xac"
          "\xc3\xb6"
          "|\\x07\\x09 |       1 |      0.000 |      0.000 |   0.00 |       0 |      0.000 |      "
          "0.000 |   0.00 |        0 |\n"
          "|   h\xc3\xb6"
          "her\\x1b    |       1 |      0.000 |      0.000 |   0.00 |       3 |      0.250 |      "
          "0.250 |   0.00 |        0 |\n"
          "----------------------------------------------------------------------------------------"
          "-------------------------------\n");
}

/* --- nodes --------------------------------------------------------------------------------- */

/* An algorithm may be twice in a sequence, and the warm-up events are in a table of their own. */
static void branches_with_one_path_are_one_node(void **state)
{
    json_t *const document =
        parse("{'schema':2,'branches':[" ROW(0, -1, "Event", 0, 9, 7, 1) "," ROW(
            5, 0, "A", 1, 9, 2,
            1) "," ROW(1, 0, "B", 1, 9, 1,
                       1) "," ROW(6, 5, "x", 1, 1, 1,
                                  1) "," ROW(7, 0, "A", 1, 9, 3,
                                             2) "," ROW(8, 7, "x", 1, 2, 1,
                                                        1) "],'warm_up':[" ROW(0, -1, "Event", 0, 1,
                                                                               1,
                                                                               0) "," ROW(7, 0,
                                                                                          "A", 1, 1,
                                                                                          1,
                                                                                          1) "]}");
    gau_error error = {0};
    struct gau_graph graph;
    const struct gau_graph_node *a;

    (void)state;
    assert_true(gau_graph_read(&graph, document, "timer", &error));
    assert_int_equal(graph.n_nodes, 4);
    assert_int_equal(graph.n_sections, 4);
    assert_int_equal(graph.nodes[0].sums.calls, 10);
    assert_string_equal(graph.sections[graph.nodes[graph.nodes[0].first_child].section].name, "B");
    a = &graph.nodes[graph.nodes[graph.nodes[0].first_child].next_sibling];
    assert_string_equal(graph.sections[a->section].name, "A");
    assert_true(a->sums.calls == 19 && fabs(a->sums.total - 6) < 1e-12);
    assert_true(fabs(a->sums.self - 4) < 1e-12 && fabs(a->sums.children - 2) < 1e-12);
    assert_int_equal(graph.nodes[a->first_child].sums.calls, 3);
    assert_true(a->next_sibling == GAU_GRAPH_NONE && a->depth == 1);
    gau_graph_clear(&graph);
    json_decref(document);
}

/* With background work it is Run, which has all of them below it. */
static void the_root_is_event_or_else_program(void **state)
{
    static const struct {
        const char *rows, *root;
    } cases[] = {
        {ROW(0, -1, "Event", 0, 1, 1, 1) "," ROW(1, -1, "Program", 0, 1, 1, 1), "Run"},
        {ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, -1, "Program", 0, 1, 1, 1), "Program"},
        {ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, -1, "Program", 0, 0, 0, 0), "Event"},
        {ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, -1, "Background", 0, 0, 0, 0), "Event"},
        {ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, -1, "Background", 0, 1, 1, 1), "Run"},
        {ROW(0, -1, "Background", 0, 1, 1, 1) "," ROW(1, -1, "Program", 0, 0, 1,
                                                      0) "," ROW(2, 1, "x", 1, 1, 1, 1),
         "Run"},
        {ROW(0, -1, "Background", 0, 0, 0, 0) "," ROW(1, -1, "Program", 0, 0, 1,
                                                      0) "," ROW(2, 1, "x", 1, 1, 1, 1),
         "Program"},
        {ROW(3, -1, "Other", 0, 1, 1, 1), "Other"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        gau_error error = {0};
        struct gau_graph graph;
        char text[1000];
        json_t *document;

        snprintf(text, sizeof text, DOCUMENT("%s"), cases[i].rows);
        document = parse(text);
        assert_true(gau_graph_read(&graph, document, "timer", &error));
        assert_string_equal(graph.sections[0].name, cases[i].root);
        gau_graph_clear(&graph);
        json_decref(document);
    }
}

/* 100 % is the application: two loops of 5 s, of which 1 s was neither event nor input, and 2 s of
 * set-up. */
static void the_root_of_a_job_has_input_set_up_and_all_workers(void **state)
{
    (void)state;
    check(
        "{'schema':2,'branches':[" ROW(0, -1, "Event", 0, 9, 6, 1) "," ROW(
            1, -1, "Background", 0, 0, 1,
            0) "," ROW(2, 1, "In", 1, 10, 1,
                       1) "," ROW(3, 0, "A", 1, 9, 5,
                                  5) "," ROW(4, -1, "Setup", 0, 0, 2,
                                             0) "," ROW(5, 4, "A", 1, 1, 2,
                                                        2) "],'warm_up':[" ROW(0, -1, "Event", 0, 1,
                                                                               2,
                                                                               2) "],"
                                                                                  "'loop_times':[{'"
                                                                                  "worker':0,'loop_"
                                                                                  "s':5},{'worker':"
                                                                                  "1,'loop_s':5}]}",
        (struct gau_view_options){0},
        "\nPerformance Graph:\n" RULE_12
        "|    Section   | Calls |   Self(s)  |   Avg(s)   |    %   |  Total(s)  |   Avg(s)   |"
        "    %   |\n" RULE_12
        "| Job          |     1 |      1.000 |      1.000 |   8.33 |     12.000 |     12.000 |"
        " 100.00 |\n"
        "|   Event      |    10 |      3.000 |      0.300 |  25.00 |      8.000 |      0.800 |"
        "  66.67 |\n"
        "|     A        |     9 |      5.000 |      0.556 |  41.67 |      5.000 |      0.556 |"
        "  41.67 |\n"
        "|   Background |     1 |      0.000 |      0.000 |   0.00 |      1.000 |      1.000 |"
        "   8.33 |\n"
        "|     In       |    10 |      1.000 |      0.100 |   8.33 |      1.000 |      0.100 |"
        "   8.33 |\n"
        "|   Setup      |     1 |      0.000 |      0.000 |   0.00 |      2.000 |      2.000 |"
        "  16.67 |\n"
        "|     A        |     1 |      2.000 |      2.000 |  16.67 |      2.000 |      2.000 |"
        "  16.67 |\n" RULE_12);
}

/* Background work of a program is beside its sections; items that were not called are left out. */
static void the_background_work_of_a_program_is_beside_it(void **state)
{
    (void)state;
    check(DOCUMENT(ROW(0, -1, "Event", 0, 0, 0, 0) "," ROW(1, -1, "Background", 0, 0, 2, 0) "," ROW(
              2, -1, "Program", 0, 1, 6,
              2) "," ROW(3, 2, "work", 1, 1, 4, 4) "," ROW(4, 1, "poll", 1, 4, 2,
                                                           2) "," ROW(5, 1, "idle", 1, 0, 0, 0)),
          (struct gau_view_options){0},
          "\nPerformance Graph:\n" RULE_12
          "|    Section   | Calls |   Self(s)  |   Avg(s)   |    %   |  Total(s)  |   Avg(s)   |"
          "    %   |\n" RULE_12
          "| Run          |     1 |      0.000 |      0.000 |   0.00 |      8.000 |      8.000 |"
          " 100.00 |\n"
          "|   Background |     1 |      0.000 |      0.000 |   0.00 |      2.000 |      2.000 |"
          "  25.00 |\n"
          "|     poll     |     4 |      2.000 |      0.500 |  25.00 |      2.000 |      0.500 |"
          "  25.00 |\n"
          "|   Program    |     1 |      2.000 |      2.000 |  25.00 |      6.000 |      6.000 |"
          "  75.00 |\n"
          "|     work     |     1 |      4.000 |      4.000 |  50.00 |      4.000 |      4.000 |"
          "  50.00 |\n" RULE_12);
}

/* A section has one level everywhere, and "level" may be missing. */
static void the_first_level_of_a_section_wins(void **state)
{
    (void)state;
    check(DOCUMENT(ROW(0, -1, "Program", 0, 1, 1, 0) "," ROW(9, 0, "b", 1, 1, 0.5, 0.5) "," ROW(
              1, 0, "a", 2, 1, 0.5, 0) "," ROW(2, 1, "b", 3, 1, 0.5, 0.5)),
          (struct gau_view_options){.graph = {.levels = 3}},
          "\nPerformance Graph:\n" HEAD_7
          "| Program |     1 |      0.000 |      0.000 |   0.00 |      1.000 |      1.000 "
          "| 100.00 |\n"
          "|   a     |     1 |      0.000 |      0.000 |   0.00 |      0.500 |      0.500 "
          "|  50.00 |\n" RULE_7
          "1 section, 100 % of the time, is hidden: GAUDIT_SECTION_LEVEL=3\n");
    check("{'schema':2,'branches':[{'branch':0,'parent':-1,'path':'','name':'Event','calls':1,"
          "'total_s':2,'self_s':2}],'warm_up':[]}",
          (struct gau_view_options){.table = "graph"},
          "\nPerformance Graph:\n" HEAD_7
          "| Event   |     1 |      2.000 |      2.000 | 100.00 |      2.000 |      2.000 "
          "| 100.00 |\n" RULE_7);
}

static void level_0_is_the_root_alone(void **state)
{
    (void)state;
    check(DOCUMENT(ROWS), (struct gau_view_options){.graph = {.levels = 1}},
          "\nPerformance Graph:\n" HEAD_7
          "| Program |     1 |      2.000 |      2.000 |  25.00 |      8.000 |      8.000 | 100.00 "
          "|\n" RULE_7 "2 sections, 75 % of the time, are hidden: GAUDIT_SECTION_LEVEL=2\n");
}

/* --- data of sections ---------------------------------------------------------------------- */

static double data(const struct gau_graph *graph, const char *section, enum gau_graph_kind kind)
{
    size_t i = 0;

    while (i < graph->n_sections && strcmp(graph->sections[i].name, section) != 0)
        i++;
    assert_true(i < graph->n_sections);
    return gau_graph_real(&graph->sections[i].sums, graph->nodes[0].sums.total, kind);
}

static void every_kind_of_data_is_that_of_all_nodes_of_a_section(void **state)
{
    static const double inner[] = {5,  2,    7, 5.0 / 15, 2.0 / 15, 7.0 / 15, 62.5,
                                   25, 87.5, 3, -2,       1,        15};
    static const double root[] = {2, 6, 8, 2, 6, 8, 25, 75, 100, 4, 6, 10, 1};
    json_t *const document = parse(DOCUMENT(ROW_MB(10, 4, 0, -1, "Program", 0, 1, 8, 2) "," ROW_MB(
        6, 5, 1, 0, "outer", 1, 4, 6,
        1) "," ROW_MB(1, 3, 2, 1, "inner", 2, 10, 5,
                      3) "," ROW_MB(-2, -2, 3, 2, "other", 3, 0, 0,
                                    0) "," ROW_MB(0, 0, 4, 2, "inner", 3, 5, 2,
                                                  2) "," ROW_MB(-2, -2, 5, 2, "less", 3, 1, 0, 0)));

    gau_error error = {0};
    struct gau_graph graph;

    (void)state;
    assert_true(gau_graph_read(&graph, document, "timer", &error));
    for (enum gau_graph_kind kind = GAU_GRAPH_SELF; kind <= GAU_GRAPH_CALLS; kind++) {
        assert_true(fabs(data(&graph, "inner", kind) - inner[kind]) < 1e-12);
        assert_true(fabs(data(&graph, "Program", kind) - root[kind]) < 1e-12);
        assert_true(fabs(data(&graph, "other", kind)) < 1e-12);
    }
    gau_graph_clear(&graph);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_was_not_measured_has_no_columns),
        cmocka_unit_test(where_nothing_ran_there_is_the_root_with_nothing),
        cmocka_unit_test(ties_go_to_what_was_seen_first),
        cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
        cmocka_unit_test(branches_with_one_path_are_one_node),
        cmocka_unit_test(the_root_is_event_or_else_program),
        cmocka_unit_test(the_background_work_of_a_program_is_beside_it),
        cmocka_unit_test(the_first_level_of_a_section_wins),
        cmocka_unit_test(the_root_of_a_job_has_input_set_up_and_all_workers),
        cmocka_unit_test(level_0_is_the_root_alone),
        cmocka_unit_test(every_kind_of_data_is_that_of_all_nodes_of_a_section),
    };

    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}
