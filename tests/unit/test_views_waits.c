/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

static void set_cpu_times(json_t *rows, size_t row, double total_s, double self_s)
{
    json_object_set_new(json_array_get(rows, row), "cpu_total_s", json_real(total_s));
    json_object_set_new(json_array_get(rows, row), "cpu_self_s", json_real(self_s));
}

/* Mass waits for 90 % of its self time of 2 s, fit for 80 % of 0.25 s, Hlt and Event for half of
 * theirs, which is not enough. */
static void branches_that_wait_are_named(void **state)
{
    static const char mass[] = "\nHlt Mass: 90 % of its self time is waiting (wall 2 s, CPU 200 "
                               "ms), on a busy machine for a processor: "
                               "'gaudit report timeline' shows when, of a run with a "
                               "TimeLogAuditor\n",
                      fit[] = "Hlt Mass fit: 80 % of its self time is waiting (wall 250 ms, CPU 50 "
                              "ms)\n";
    json_t *const document = parse(TIMER(BRANCHES, WARM_UP));
    json_t *const rows = json_object_get(document, "branches");
    gau_error error = {0};
    char *text;

    (void)state;
    for (size_t i = 0; i < json_array_size(rows); i++)
        set_cpu_times(rows, i, 0, 0);
    set_cpu_times(rows, 0, 0.75, 0.25); /* Event */
    set_cpu_times(rows, 2, 0.5, 0.125); /* Hlt */
    set_cpu_times(rows, 4, 0.375, 0.2); /* Mass */
    set_cpu_times(rows, 5, 0.05, 0.05); /* fit */
    for (size_t i = 0; i < json_array_size(json_object_get(document, "warm_up")); i++)
        set_cpu_times(json_object_get(document, "warm_up"), i, 0, 0);
    text = view(document, "timer", &(struct gau_view_options){.table = "branches"}, &error);
    assert_string_equal(error.message, "");
    assert_non_null(strstr(text, mass));
    assert_non_null(strstr(text, fit));
    assert_true(strstr(text, mass) < strstr(text, fit));
    assert_null(strstr(text, "Hlt: "));
    assert_null(strstr(text, "Event: "));
    free(text);
    set_cpu_times(rows, 5, 0.13, 0.13); /* less than a twentieth of 3 s */
    text = view(document, "timer", &(struct gau_view_options){.table = "branches"}, &error);
    assert_null(strstr(text, "Hlt Mass fit: "));
    free(text);
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_that_wait_are_named),
    };

    return cmocka_run_group_tests_name("views_waits", tests, NULL, NULL);
}
