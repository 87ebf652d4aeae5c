/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "report/comparison/tables/comparison_report.h"
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"
#include "trace_fixture.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MS = 1000000 };

/* One branch, and samples of 10 ms of two functions. */
static void write_result(const char *folder, unsigned samples)
{
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 1, 0, 0},
        {1, 0, "Event", "Fit", "Fit", 10, 1, 1, 0},
    };
    char path[64];

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 2, rows, 0});
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    scene_open(path, 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_task(1, "d", "Fit");
    scene_stack(1, 0, 1, 0x10);
    scene_stack(2, 0, 1, 0x20);
    for (uint64_t i = 0; i < samples; i++) {
        scene_sample(1, 1, 1, 20 * i * MS, 10 * MS);
        scene_sample(1, 2, 1, (20 * i + 10) * MS, 10 * MS);
    }
    scene_end();
}

/* Returns what is written with a format, which the caller frees; NULL: an error. */
static char *text_of(enum gau_comparison_kind kind, const char *table, bool of_page,
                     gau_error *error)
{
    static const char *const a = "a", *const b = "b";
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    const struct gau_comparison_request request = {
        .kind = kind, .sides = {{&a, 1}, {&b, 1}}, .to = out, .of_page = of_page};
    const struct gau_view_options options = {.format = GAU_TABLE_JSON,
                                             .table = table,
                                             .no_notes = true};

    if (!out) {
        error->status = GAU_ERR_MEMORY;
        return NULL;
    }
    gau_comparison_report(NULL, &request, &options, error);
    if (fclose(out) == 0 && error->status == GAU_OK)
        return text;
    free(text);
    return NULL;
}

/* The members as an object, or a table as a list; the caller owns it. */
static json_t *read_json(enum gau_comparison_kind kind, const char *table)
{
    gau_error error = {0};
    char *const text = text_of(kind, table, !table, &error);
    char *const object = text ? malloc(strlen(text) + 3) : NULL;
    json_t *json;

    assert_non_null(object);
    sprintf(object, table ? "%s" : "{%s}", text);
    json = json_loads(object, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    free(text);
    free(object);
    return json;
}

static void rows_are_those_of_branches_and_of_functions(void **state)
{
    static const enum gau_comparison_kind kinds[] = {GAU_COMPARE, GAU_GATE};

    (void)state;
    write_result("a", 20);
    write_result("b", 40);
    for (size_t i = 0; i < 2; i++) {
        json_t *const members = read_json(kinds[i], NULL);
        json_t *const rows = read_json(kinds[i], "branches");
        json_t *const functions = read_json(kinds[i], "functions");

        assert_int_equal(json_array_size(functions), 3);
        json_array_extend(rows, functions);
        assert_true(json_equal(json_object_get(members, "rows"), rows));
        json_decref(members);
        json_decref(rows);
        json_decref(functions);
    }
}

static void each_table_has_its_notes(void **state)
{
    json_t *members, *notes;
    char *text;

    (void)state;
    write_result("a", 20);
    write_result("b", 40);
    members = read_json(GAU_COMPARE, NULL);
    notes = json_object_get(members, "notes");
    assert_true(json_array_size(json_object_get(notes, "branches")) > 0);
    assert_string_equal(json_string_value(json_array_get(json_object_get(notes, "differences"), 0)),
                        "baseline: 'a', 1 run");
    text = json_dumps(json_object_get(notes, "functions"), 0);
    assert_non_null(strstr(text, "of sampling alone"));
    free(text);
    json_decref(members);
}

static void every_allocation_can_fail(void **state)
{
    gau_error error;
    uint64_t n = 0;
    char *text;

    (void)state;
    write_result("a", 2);
    write_result("b", 4);
    do {
        error = (gau_error){0};
        allocations_fail_at(++n);
        text = text_of(GAU_COMPARE, NULL, true, &error);
        allocations_fail_at(0);
        assert_true(text || error.status == GAU_ERR_MEMORY || error.status == GAU_ERR_IO);
        free(text);
    } while (error.status != GAU_OK || n < 300);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(rows_are_those_of_branches_and_of_functions),
        TEST(each_table_has_its_notes),
        TEST(every_allocation_can_fail),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
