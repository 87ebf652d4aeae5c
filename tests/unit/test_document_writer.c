/* SPDX-License-Identifier: Apache-2.0 */
#include "allocations.h"
#include "temp_folder.h"
#include "test.h"

#include "documents/document.h"
#include "documents/document_writer.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* Documents that are written field by field, short ones and those that do not fit into memory. */

enum { MANY = 40000 }; /* rows, more than are kept in memory */

static void fill_row(struct gau_document_writer *w, int64_t i)
{
    const int64_t pairs[] = {i, -i, 7, INT64_MIN};

    gau_document_writer_row(w);
    gau_document_writer_integer(w, "branch", "", i);
    gau_document_writer_text(w, "name", i % 2 ? "plain" : "\"\xFF\n\xC3\xA4");
    gau_document_writer_real(w, "total", "s", (double)i / 7);
    gau_document_writer_list(w, "histogram", pairs, (size_t)(i % 3), true);
}

/* Rows between fields, and what is open at the end. */
static void fill(struct gau_document_writer *w, int64_t rows)
{
    const int64_t window[] = {1, 300};

    gau_document_writer_text(w, "none", NULL);
    gau_document_writer_list(w, "window", window, 2, false);
    gau_document_writer_list(w, "bins", window, 1, true);
    gau_document_writer_table(w, "empty");
    gau_document_writer_table(w, "branches");
    for (int64_t i = 0; i < rows; i++)
        fill_row(w, i);
    gau_document_writer_end(w);
    gau_document_writer_boolean(w, "between", false);
    gau_document_writer_table(w, "warm_up");
    for (int64_t i = 0; i < rows; i++)
        fill_row(w, i + 1);
}

/* The text is that of a document which is written at once. */
static void assert_same_as_at_once(const char *path, json_t *document)
{
    char *const found = folder_read(path);
    char *wanted = NULL;
    size_t size;
    FILE *const out = open_memstream(&wanted, &size);

    gau_document_write(document, out);
    fclose(out);
    assert_true(strcmp(found, wanted) == 0);
    free(found);
    free(wanted);
}

/* Files of the working directory, hidden ones too. */
static size_t count_files(void)
{
    DIR *const dir = opendir(".");
    size_t n = 0;

    assert_non_null(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2;
}

static void documents_of_any_length_are_written_alike(void **state)
{
    const char *const folders[] = {NULL, "."};

    (void)state;
    for (int64_t rows = 0; rows <= MANY; rows = rows ? rows * 200 : 1)
        for (size_t i = 0; i < COUNT_OF(folders); i++) {
            struct gau_document_writer *const w = gau_document_writer_new(folders[i], "timer");
            gau_error error = {0};
            json_t *document;

            fill(w, rows);
            assert_int_equal(gau_document_writer_save(w, ".", &error), GAU_OK);
            document = gau_document_writer_read(w, &error);
            assert_int_equal(json_array_size(json_object_get(document, "warm_up")), rows);
            assert_same_as_at_once("timer.json", document);
            json_decref(document);
            gau_document_writer_free(w);
            assert_int_equal(count_files(), 1);
        }
    assert_int_equal(remove("timer.json"), 0);
}

/* Before that it is hidden, and it is removed if it is not saved. */
static void a_long_document_gets_its_name_when_it_is_saved(void **state)
{
    struct gau_document_writer *w = gau_document_writer_new(".", "timer");
    gau_error error = {0};
    struct stat facts;

    (void)state;
    fill(w, MANY);
    assert_int_equal(count_files(), 1);
    assert_int_equal(stat("timer.json", &facts), -1);
    assert_null(gau_document_writer_read(w, &error));
    assert_int_equal(error.status, GAU_OK);
    gau_document_writer_free(w);
    assert_int_equal(count_files(), 0);
}

static void the_last_field_of_a_key_stays(void **state)
{
    struct gau_document_writer *const w = gau_document_writer_new(NULL, "twice");
    gau_error error = {0};
    char *text;

    (void)state;
    gau_document_writer_text(w, "first", "old");
    gau_document_writer_text(w, "other", "stays");
    gau_document_writer_text(w, "first", "new");
    gau_document_writer_text(w, "first", "newer");
    gau_document_writer_table(w, "rows");
    gau_document_writer_row(w);
    gau_document_writer_integer(w, "a", "s", 1);
    gau_document_writer_integer(w, "a_s", "", 2);
    gau_document_writer_integer(w, "b", "", 3);
    gau_document_writer_integer(w, "a", "s", 4);
    gau_document_writer_integer(w, "a", "s", 5);
    gau_document_writer_integer(w, "b", "", 6);
    gau_document_writer_row(w);
    gau_document_writer_integer(w, "b", "", 7);
    gau_document_writer_integer(w, "b", "", 8);
    assert_int_equal(gau_document_writer_save(w, ".", &error), GAU_OK);
    text = folder_read("twice.json");
    assert_string_equal(strstr(text, "\"rows\""),
                        "\"rows\": [\n    {\"a_s\": 5, \"b\": 6},\n    {\"b\": 8}\n  ]\n}\n");
    free(text);
    gau_document_writer_table(w, "other_rows");
    gau_document_writer_table(w, "rows");
    assert_int_equal(gau_document_writer_save(w, ".", &error), GAU_OK);
    text = folder_read("twice.json");
    assert_string_equal(text,
                        "{\n  \"schema\": 2,\n  \"other\": \"stays\",\n  \"first\": \"newer\",\n"
                        "  \"other_rows\": [],\n  \"rows\": []\n}\n");
    free(text);
    gau_document_writer_row(w);
    gau_document_writer_integer(w, "a", "s", 1);
    gau_document_writer_integer(w, "b", "", 3);
    gau_document_writer_integer(w, "a", "s", 4);
    assert_int_equal(gau_document_writer_save(w, ".", &error), GAU_OK);
    text = folder_read("twice.json");
    assert_string_equal(strstr(text, "\"rows\""),
                        "\"rows\": [\n    {\"b\": 3, \"a_s\": 4}\n  ]\n}\n");
    free(text);
    assert_null(gau_document_writer_repeated(w));
    gau_document_writer_free(w);
    assert_int_equal(remove("twice.json"), 0);
}

static void what_is_in_the_file_cannot_be_replaced(void **state)
{
    struct gau_document_writer *const w = gau_document_writer_new(".", "timer");

    (void)state;
    fill(w, MANY);
    gau_document_writer_end(w);
    gau_document_writer_boolean(w, "after", true);
    gau_document_writer_boolean(w, "after", true);
    assert_null(gau_document_writer_repeated(w));
    gau_document_writer_table(w, "branches");
    assert_string_equal(gau_document_writer_repeated(w), "branches");
    gau_document_writer_free(w);
}

/* Files may have 2 MB: writing fails on the way, and the room is given back at once. */
static void a_full_disk_leaves_no_half_file(void **state)
{
    struct gau_document_writer *const w = gau_document_writer_new(".", "timer");
    gau_error error = {0};
    struct rlimit limit, old;

    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = (struct rlimit){.rlim_cur = 2000000, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    fill(w, MANY);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(count_files(), 0);
    assert_int_equal(gau_document_writer_save(w, ".", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "./timer.json: File too large (see ulimit -f)");
    assert_int_equal(count_files(), 0);
    error = (gau_error){0};
    assert_null(gau_document_writer_read(w, &error));
    assert_int_equal(error.status, GAU_OK);
    gau_document_writer_free(w);
}

static void a_folder_that_is_missing_is_reported_when_saving(void **state)
{
    struct gau_document_writer *const w = gau_document_writer_new("nowhere", "timer");
    gau_error error = {0};

    (void)state;
    fill(w, MANY);
    assert_int_equal(gau_document_writer_save(w, "nowhere", &error), GAU_ERR_IO);
    assert_string_equal(error.message, "nowhere/timer.json: No such file or directory");
    gau_document_writer_free(w);
}

static void a_document_is_whole_or_lacks_memory(void **state)
{
    uint64_t failures = 0;

    (void)state;
    for (uint64_t n = 1; n < 200; n++) {
        struct gau_document_writer *w;
        gau_error error = {0};

        allocations_fail_at(n);
        w = gau_document_writer_new(".", "timer");
        if (w)
            fill(w, 15000);
        allocations_fail_at(0);
        if (w && !gau_document_writer_lacks_memory(w) &&
            gau_document_writer_save(w, ".", &error) == GAU_OK) {
            gau_document_writer_free(w);
            break;
        }
        failures++;
        gau_document_writer_free(w);
        assert_int_equal(count_files(), 0);
    }
    assert_true(failures > 10 && failures < 199);
    assert_int_equal(remove("timer.json"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_of_any_length_are_written_alike),
        cmocka_unit_test(a_long_document_gets_its_name_when_it_is_saved),
        cmocka_unit_test(the_last_field_of_a_key_stays),
        cmocka_unit_test(what_is_in_the_file_cannot_be_replaced),
        cmocka_unit_test(a_full_disk_leaves_no_half_file),
        cmocka_unit_test(a_folder_that_is_missing_is_reported_when_saving),
        cmocka_unit_test(a_document_is_whole_or_lacks_memory),
    };

    return cmocka_run_group_tests_name("document_writer", tests, folder_enter, folder_leave);
}
