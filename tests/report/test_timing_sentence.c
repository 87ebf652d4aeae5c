/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "documents/views/views.h"
#include "tests/unit/temp_folder.h"
#include "timing_fixture.h"

#include <stdlib.h>
#include <string.h>

/* Three branches below Event, which takes 100 s, with these self times. */
static void says(double event, double fit, double find, double sort, const char *sentence)
{
    const struct scene_row rows[] = {
        {0, -1, "Event", "Event", "Event", 10, 100, event, 0},
        {1, 0, "Event", "Fit", "Fit", 10, fit, fit, 0},
        {2, 0, "Event", "Find", "Find", 10, find, find, 0},
        {3, 0, "Event", "Sort", "Sort", 10, sort, sort, 0},
    };
    static const char *const folder = "result";
    const struct gau_view_options options = {.sentence = true};
    const struct gau_view_request request = {.view = &gau_view_timing,
                                             .name = "timing",
                                             .paths = &folder,
                                             .path_count = 1,
                                             .options = &options,
                                             .others = gau_document_views};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    gau_error error = {0};

    scene_write_timer(folder, "timer", &(struct scene_timer){rows, 4, rows, 0});
    gau_view_timing.write(&request, out, &error);
    fclose(out);
    assert_string_equal(error.message, "");
    text[strcspn(text, "\n")] = '\0';
    assert_string_equal(text, sentence);
    free(text);
}

static void the_branches_with_most_time_are_named(void **state)
{
    (void)state;
    says(10, 60, 10, 20, "60 % of 100 s in events is in Fit, 20 % in Sort, 10 % in Find");
}

static void a_branch_without_a_share_is_not_named(void **state)
{
    (void)state;
    says(39.1, 60, 0.4, 0.5, "60 % of 100 s in events is in Fit, 1 % in Sort");
    says(39.1, 60, 0.4, 0.49, "60 % of 100 s in events is in Fit");
}

static void time_that_is_in_no_branch_is_named(void **state)
{
    (void)state;
    says(99.8, 0.1, 0.05, 0.05,
         "100 % of 100 s in events is in no branch below Event, 0.1 % in Fit, the largest of 3 "
         "branches");
    says(99.99, 0.001, 0, 0,
         "100 % of 100 s in events is in no branch below Event, less than 0.01 % in Fit");
    says(100, 0, 0, 0, "");
}

static void many_small_branches_are_counted(void **state)
{
    (void)state;
    says(0.1, 0.31, 0.3, 0.2, "0.3 % of 100 s in events is in Fit, the largest of 3 branches");
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, folder_enter, folder_leave)
    const struct CMUnitTest tests[] = {
        TEST(the_branches_with_most_time_are_named),
        TEST(a_branch_without_a_share_is_not_named),
        TEST(time_that_is_in_no_branch_is_named),
        TEST(many_small_branches_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
