/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

/* Gives the first row of each table memory, and CPU times if @p cpu. */
static json_t *make_measured(bool cpu)
{
    json_t *const document = parse(TIMER(WARM_UP, WARM_UP));

    for (int i = 0; i < 2; i++) {
        json_t *const rows = json_object_get(document, i ? "warm_up" : "branches");

        if (cpu) {
            json_object_set_new(json_array_get(rows, 0), "cpu_total_s", json_real(0.5));
            json_object_set_new(json_array_get(rows, 0), "cpu_self_s", json_real(0.25));
        }
        json_object_set_new(json_array_get(rows, 0), "memory_total_MB", json_integer(-7));
        json_object_set_new(json_array_get(rows, 0), "memory_self_MB", json_integer(12));
    }
    return document;
}

static void check_memory(bool cpu, const struct gau_view_options *options, const char *part)
{
    json_t *const document = make_measured(cpu);
    gau_error error = {0};
    char *const text = view(document, "timer", options, &error);

    if (!strstr(text, part))
        fail_msg("'%s' is not in\n%s", part, text);
    free(text);
    json_decref(document);
}

static void memory_is_shown_where_it_was_measured(void **state)
{
    const struct gau_view_options csv = {.format = GAU_TABLE_CSV};
    const struct gau_view_options groups = {.format = GAU_TABLE_CSV, .group_by = "level=1"};

    (void)state;
    check_memory(false, &csv, ",slowest_event,memory_total_MB,memory_self_MB\n");
    check_memory(false, &csv, ",17,-7,12\n");
    check_memory(true, &csv,
                 ",slowest_event,cpu_total_s,cpu_self_s,memory_total_MB,memory_self_MB\n");
    check_memory(true, &csv, ",17,0.5,0.25,-7,12\n");
    check_memory(false, &(struct gau_view_options){0},
                 "Slowest  Memory total [MB]  Memory self [MB]\n");
    check_memory(false, &groups, ",self_percent,memory_total_MB,memory_self_MB\n");
    check_memory(false, &groups, ",-7,12\n");
    check_memory(true, &groups, ",cpu_total_s,cpu_self_s,memory_total_MB,memory_self_MB\n");
    check_memory(true, &groups, ",0.5,0.25,-7,12\n");
}

/* Of a group as of a branch: the growth with what is below it, and the sum of all self values. */
static void memory_of_groups_is_added_up(void **state)
{
    json_t *const document = parse(TIMER(BRANCHES, WARM_UP));
    gau_error error = {0};
    char *text;

    (void)state;
    for (int i = 0; i < 2; i++) {
        json_t *const rows = json_object_get(document, i ? "warm_up" : "branches");

        for (size_t row = 0; row < json_array_size(rows); row++) {
            json_object_set_new(json_array_get(rows, row), "memory_total_MB",
                                json_integer(100 + (int)row));
            json_object_set_new(json_array_get(rows, row), "memory_self_MB",
                                json_integer(1 << row));
        }
    }
    text = view(document, "timer",
                &(struct gau_view_options){.format = GAU_TABLE_CSV, .group_by = "level=1"}, &error);
    assert_string_equal(error.message, "");
    assert_non_null(strstr(text, "\nHlt,Event,100000,2.5,83.33333333333333,2.5,83.33333333333333,"
                                 "102,52\n")); /* 4 + 16 + 32: Veto was not called */
    assert_non_null(strstr(text, ",0.5,16.666666666666668,100,1\n"));
    free(text);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_shown_where_it_was_measured),
        cmocka_unit_test(memory_of_groups_is_added_up),
    };

    return cmocka_run_group_tests_name("views_memory", tests, NULL, NULL);
}
