/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/allocations.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include "report/merge/result_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than are read ahead by all threads. */
enum { N = 200, NAME_SIZE = 64 };

struct results {
    char names[N][NAME_SIZE];
    const char *folders[N];
};

/* Folders 0, 1, 2, ... of which run.json has that number. */
static void make_results(struct results *results)
{
    for (int i = 0; i < N; i++) {
        char path[NAME_SIZE], text[NAME_SIZE];

        snprintf(results->names[i], NAME_SIZE, "%d", i);
        results->folders[i] = results->names[i];
        snprintf(path, sizeof path, "%d/run.json", i);
        snprintf(text, sizeof text, "{\"number\": %d}", i);
        folder_write(path, text);
    }
}

static void results_come_in_their_order(void **state)
{
    struct gau_result_reader *reader;
    gau_error error = {0};
    struct results results;

    (void)state;
    make_results(&results);
    for (size_t n = 1; n <= N; n += n < 10 ? 1 : 95) {
        reader = gau_result_reader_open(results.folders, n, &error);
        assert_non_null(reader);
        for (size_t i = 0; i < n; i++) {
            const struct gau_read_result *const read = gau_result_reader_next(reader);

            assert_int_equal(read->error.status, GAU_OK);
            assert_int_equal(read->names.count, 1);
            assert_string_equal(read->names.items[0], "run");
            assert_int_equal(json_integer_value(json_object_get(read->documents[0], "number")), i);
        }
        gau_result_reader_close(reader);
    }
}

static void what_cannot_be_read_is_said_in_its_place(void **state)
{
    struct gau_result_reader *reader;
    gau_error error = {0};
    struct results results;

    (void)state;
    make_results(&results);
    folder_write("70/timer.json", "{\"branches\": [");
    remove("90/run.json");
    reader = gau_result_reader_open(results.folders, N, &error);
    for (int i = 0; i < N; i++) {
        const struct gau_read_result *const read = gau_result_reader_next(reader);

        assert_int_equal(read->error.status != GAU_OK, i == 70 || i == 90);
        if (i == 70)
            assert_non_null(strstr(read->error.message, "70/timer.json:1: not a JSON document: "));
        if (i == 90)
            assert_string_equal(read->error.message,
                                "'90' is not a result folder: it has no run.json");
    }
    gau_result_reader_close(reader);
}

static void closing_needs_not_all(void **state)
{
    gau_error error = {0};
    struct results results;

    (void)state;
    make_results(&results);
    for (int taken = 0; taken < 20; taken++) {
        struct gau_result_reader *const reader = gau_result_reader_open(results.folders, N, &error);

        for (int i = 0; i < taken; i++)
            gau_result_reader_next(reader);
        gau_result_reader_close(reader);
    }
}

/* Without threads the caller reads; how large results are is no more than a hint. */
static void without_memory_or_threads_it_reads_or_says_so(void **state)
{
    struct results results;
    bool done = false;

    (void)state;
    make_results(&results);
    for (uint64_t n = 1; !done; n++) {
        struct gau_result_reader *reader;
        gau_error error = {0};

        allocations_fail_at(n);
        reader = gau_result_reader_open(results.folders, 8, &error);
        for (int i = 0; reader && i < 8 && error.status == GAU_OK; i++) {
            const struct gau_read_result *const read = gau_result_reader_next(reader);

            error = read->error;
            if (error.status == GAU_OK)
                assert_int_equal(json_integer_value(json_object_get(read->documents[0], "number")),
                                 i);
        }
        gau_result_reader_close(reader);
        done = !allocations_failed_call();
        allocations_fail_at(0);
        assert_true(error.status == GAU_OK || error.status == GAU_ERR_MEMORY);
        assert_true(reader || error.status == GAU_ERR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_their_order),
        cmocka_unit_test(what_cannot_be_read_is_said_in_its_place),
        cmocka_unit_test(closing_needs_not_all),
        cmocka_unit_test(without_memory_or_threads_it_reads_or_says_so),
    };

    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
