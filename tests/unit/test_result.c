/* SPDX-License-Identifier: Apache-2.0 */
#include "allocations.h"
#include "test.h"

#include "documents/document.h"
#include "framework/src/job/result_documents.h"
#include "framework/src/job/worker.h"

#include <gaudit/app.h>

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A component at its finalize, in a folder of its own. */
struct scene {
    struct gau_worker worker;
    gau_error error;
    char folder[32];
};

static int enter(void **state)
{
    struct scene *const scene = aligned_alloc(64, sizeof *scene);

    if (!scene)
        return -1;
    memset(scene, 0, sizeof *scene);
    scene->worker.ctx = (gau_context){.struct_size = sizeof(gau_context),
                                      .phase = GAU_FINALIZE,
                                      .name = "Fit/Fast",
                                      .error = &scene->error,
                                      .internal = &scene->worker};
    scene->worker.results = gau_results_new();
    strcpy(scene->folder, "/tmp/gaudit-result-XXXXXX");
    *state = scene;
    return mkdtemp(scene->folder) && chdir(scene->folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    struct scene *const scene = *state;
    char command[64];
    int status;

    snprintf(command, sizeof command, "cd / && rm -rf '%s'", scene->folder);
    status = system(command);
    gau_results_free(scene->worker.results);
    free(scene);
    return chdir("/") == 0 ? status : -1;
}

/* One of everything. */
static void fill(gau_result *result)
{
    const int64_t integers[] = {1, -2, 3, 4};

    gau_result_boolean(result, "ok", true);
    gau_result_integer(result, "size", "bytes", 9007199254740993);
    gau_result_real(result, "mass", "GeV", 0.1);
    gau_result_real(result, "width", "GeV", (double)INFINITY);
    gau_result_text(result, "title", "a\xFF\"b");
    gau_result_text(result, "none", NULL);
    gau_result_integers(result, "window", integers, 2);
    gau_result_real(result, "edge", "GeV", (double)NAN);
    gau_result_table(result, "rows");
    gau_result_row(result);
    gau_result_integer(result, "n", "", 1);
    gau_result_pairs(result, "bins", integers, 2);
    gau_result_row(result);
    gau_result_end(result);
    gau_result_integer(result, "after", "", 7);
}

static const char filled[] = "{\n"
                             "  \"schema\": 2,\n"
                             "  \"ok\": true,\n"
                             "  \"size_bytes\": 9007199254740993,\n"
                             "  \"mass_GeV\": 0.1,\n"
                             "  \"width_GeV\": null,\n"
                             "  \"title\": \"a\xEF\xBF\xBD\\\"b\",\n"
                             "  \"none\": null,\n"
                             "  \"window\": [1, -2],\n"
                             "  \"edge_GeV\": null,\n"
                             "  \"rows\": [\n"
                             "    {\"n\": 1, \"bins\": [[1, -2], [3, 4]]},\n"
                             "    {}\n"
                             "  ],\n"
                             "  \"after\": 7\n"
                             "}\n";

static void check_file(const char *path, const char *expected)
{
    char text[2000] = "";
    FILE *const file = fopen(path, "r");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

static void a_document_is_what_was_put_in_in_that_order(void **state)
{
    struct scene *const scene = *state;

    fill(gau_result_open(&scene->worker.ctx, "all"));
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, NULL), GAU_OK);
    check_file("all.json", filled);
}

static void documents_are_named_for_their_instance(void **state)
{
    struct scene *const scene = *state;
    struct gau_results *const results = scene->worker.results;
    const char *const expected[] = {"timer",     "timer-Fit_Fast", "timer-2",
                                    "run-2",     "_hidden",        "timer-Fit_Fast-2",
                                    "collect-2", "result",         "m_s_ses"};

    gau_result_open(&scene->worker.ctx, "timer");
    scene->worker.has_own_name = true;
    gau_result_open(&scene->worker.ctx, "timer");
    scene->worker.has_own_name = false;
    gau_result_open(&scene->worker.ctx, "timer");
    gau_result_open(&scene->worker.ctx, "run");
    gau_result_open(&scene->worker.ctx, ".hidden");
    scene->worker.ctx.name = "Fit Fast";
    scene->worker.has_own_name = true;
    gau_result_open(&scene->worker.ctx, "timer");
    scene->worker.has_own_name = false;
    gau_result_open(&scene->worker.ctx, "collect");
    gau_result_open(&scene->worker.ctx, "");
    gau_result_open(&scene->worker.ctx, "m/s\nses");
    assert_int_equal(gau_results_count(results), COUNT_OF(expected));
    for (size_t i = 0; i < COUNT_OF(expected); i++)
        assert_string_equal(gau_results_name(results, i), expected[i]);
}

static void a_very_long_name_still_is_a_file(void **state)
{
    struct scene *const scene = *state;
    char name[1000];

    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    gau_result_open(&scene->worker.ctx, name);
    gau_result_open(&scene->worker.ctx, name);
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, NULL), GAU_OK);
    assert_string_equal(gau_results_name(scene->worker.results, 1) + 199, "-2");
}

static void results_are_printed_in_their_views(void **state)
{
    struct scene *const scene = *state;
    gau_result *result = gau_result_open(&scene->worker.ctx, "masses");
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    gau_result_real(result, "least", "GeV", 2.9);
    result = gau_result_open(&scene->worker.ctx, "pairs");
    gau_result_integer(result, "found", "", 8577);
    assert_int_equal(gau_results_print(scene->worker.results, 0, &(struct gau_view_options){0}, out,
                                       NULL),
                     GAU_OK);
    fclose(out);
    assert_string_equal(text, "masses\n\nleast  2.900000 GeV\n\npairs\n\nfound  8577\n\n");
    free(text);
}

static void a_result_before_finalize_is_an_error(void **state)
{
    struct scene *const scene = *state;
    gau_error err = {0};

    scene->worker.ctx.phase = GAU_EXECUTE;
    fill(gau_result_open(&scene->worker.ctx, "early"));
    assert_int_equal(gau_results_count(scene->worker.results), 0);
    assert_string_equal(scene->error.message, "the result 'early' was opened before finalize");
    assert_int_equal(gau_results_check(scene->worker.results, &err), GAU_ERR_STATE);
    assert_string_equal(err.message, "Fit/Fast: the result 'early' was opened before finalize");
}

static void the_keys_of_the_framework_are_not_overwritten(void **state)
{
    struct scene *const scene = *state;
    gau_result *result;
    gau_error err = {0};

    scene->worker.has_own_name = true;
    scene->worker.ctx.name = "gr\xC3\xB6\xC3\x9F"
                             "e";
    result = gau_result_open(&scene->worker.ctx, "timer");
    gau_result_table(result, "rows");
    gau_result_row(result);
    gau_result_integer(result, "schema", "", 7);
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, NULL), GAU_OK);
    check_file("timer-gr____e.json", "{\n  \"schema\": 2,\n  \"instance\": \"gr\xC3\xB6\xC3\x9F"
                                     "e\",\n  \"rows\": [\n    {\"schema\": 7}\n  ]\n}\n");
    gau_result_table(result, "schema");
    gau_result_text(result, "instance", "other");
    assert_int_equal(gau_results_check(scene->worker.results, &err), GAU_ERR_STATE);
    assert_string_equal(err.message,
                        "result 'timer-gr____e': the key 'schema' is that of the framework");
}

static void a_row_outside_a_table_is_reported(void **state)
{
    struct scene *const scene = *state;
    gau_error err = {0};

    gau_result_row(gau_result_open(&scene->worker.ctx, "lost"));
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, &err), GAU_ERR_STATE);
    assert_string_equal(err.message, "result 'lost': a row was started outside a table");
}

static void fields_before_the_first_row_are_of_the_document(void **state)
{
    struct scene *const scene = *state;
    gau_result *const result = gau_result_open(&scene->worker.ctx, "all");

    gau_result_table(result, "rows");
    gau_result_integer(result, "before", "", 1);
    gau_result_row(result);
    gau_result_integer(result, "n", "", 2);
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, NULL), GAU_OK);
    check_file("all.json", "{\n  \"schema\": 2,\n  \"before\": 1,\n  \"rows\": [\n    {\"n\": 2}\n"
                           "  ]\n}\n");
}

/* Files that are there, hidden ones too. */
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

/* Files may have 64 bytes: the write fails on the way, as on a full disk. */
static void a_full_disk_leaves_no_half_file(void **state)
{
    struct scene *const scene = *state;
    gau_error err = {0};
    struct rlimit limit, old;

    fill(gau_result_open(&scene->worker.ctx, "all"));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = (struct rlimit){.rlim_cur = 64, .rlim_max = old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    gau_results_write(scene->worker.results, ".", NULL, &err);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(err.status, GAU_ERR_IO);
    assert_string_equal(err.message, "./all.json: File too large (see ulimit -f)");
    assert_int_equal(count_files(), 0);
}

static void what_is_in_the_way_is_reported(void **state)
{
    struct scene *const scene = *state;
    gau_error err = {0};

    gau_result_open(&scene->worker.ctx, "all");
    assert_int_equal(mkdir("all.json", 0777), 0);
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, &err), GAU_ERR_IO);
    assert_string_equal(err.message, "./all.json: Is a directory");
    assert_int_equal(count_files(), 1);
    assert_int_equal(gau_results_write(scene->worker.results, "nowhere", NULL, &err), GAU_ERR_IO);
    assert_string_equal(err.message, "nowhere/all.json: No such file or directory");
}

/* --- out of memory ------------------------------------------------------------------------- */

static void lack_of_memory_is_remembered(void **state)
{
    struct scene *const scene = *state;
    size_t failures = 0;

    for (size_t n = 1; n < 1000; n++) {
        gau_error err = {0};

        gau_results_free(scene->worker.results);
        scene->worker.results = gau_results_new();
        allocations_fail_at(n);
        fill(gau_result_open(&scene->worker.ctx, "all"));
        allocations_fail_at(0);
        if (gau_results_check(scene->worker.results, &err) == GAU_OK)
            break;
        assert_int_equal(err.status, GAU_ERR_MEMORY);
        assert_string_equal(err.message, "out of memory (results)");
        failures++;
    }
    assert_true(failures > 5 && failures < 1000);
    assert_int_equal(gau_results_write(scene->worker.results, ".", NULL, NULL), GAU_OK);
    check_file("all.json", filled);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, enter, leave)
    const struct CMUnitTest tests[] = {
        TEST(a_document_is_what_was_put_in_in_that_order),
        TEST(documents_are_named_for_their_instance),
        TEST(a_very_long_name_still_is_a_file),
        TEST(results_are_printed_in_their_views),
        TEST(a_result_before_finalize_is_an_error),
        TEST(the_keys_of_the_framework_are_not_overwritten),
        TEST(a_row_outside_a_table_is_reported),
        TEST(fields_before_the_first_row_are_of_the_document),
        TEST(a_full_disk_leaves_no_half_file),
        TEST(what_is_in_the_way_is_reported),
        TEST(lack_of_memory_is_remembered),
    };

    return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}
