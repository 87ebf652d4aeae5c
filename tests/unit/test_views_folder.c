/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "documents/document.h"
#include "tests/unit/report_view.h"
#include "timer_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of its own for each test; inside it, "result" and "out". */
static int enter(void **state)
{
    char *const path = strdup("/tmp/gaudit-views-XXXXXX");

    *state = path;
    return mkdtemp(path) && chdir(path) == 0 && mkdir("result", 0777) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    char command[128];
    int status;

    snprintf(command, sizeof command, "cd / && rm -rf '%s'", (char *)*state);
    status = system(command);
    free(*state);
    return chdir("/") == 0 ? status : -1;
}

static void put_text(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void put(const char *name, const char *quoted)
{
    json_t *const document = parse(quoted);
    gau_error error = {0};

    assert_int_equal(gau_document_save("result", name, document, &error), GAU_OK);
    json_decref(document);
}

static void put_all(void)
{
    put("run", RUN);
    put("timer", TIMER(BRANCHES, WARM_UP));
    put("timer-Fast", TIMER(WARM_UP, ""));
    put("counts", COUNTS);
    put("masses", MASSES);
}

/* The view, as a text to be freed; NULL: it failed. */
static char *report(const char *folder, const char *name, struct gau_view_options options,
                    gau_error *error)
{
    char *const text = calloc(1, 20000);
    FILE *file;

    *error = (gau_error){0};
    unlink("out");
    gau_view_report(&(struct gau_view_request){.view = &gau_view_document,
                                               .name = name,
                                               .paths = &folder,
                                               .path_count = 1,
                                               .options = &options},
                    "out", error);
    file = fopen("out", "r");
    if (file) {
        text[fread(text, 1, 19999, file)] = '\0';
        fclose(file);
        return text;
    }
    assert_int_equal(errno, ENOENT);
    free(text);
    return NULL;
}

static void check_start(const char *name, const char *start)
{
    gau_error error;
    char *const text = report("result", name, (struct gau_view_options){0}, &error);

    assert_string_equal(error.message, "");
    assert_memory_equal(text, start, strlen(start));
    free(text);
}

static void check_refusal(const char *folder, const char *name, struct gau_view_options options,
                          gau_status status, const char *message)
{
    gau_error error;

    assert_null(report(folder, name, options, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.status, status);
}

static void a_view_goes_by_its_name_or_that_of_its_document(void **state)
{
    (void)state;
    put_all();
    check_start("summary", "Job           job.xml\n");
    check_start("run", "Job           job.xml\n");
    check_start("counts", "Decisions per branch\n");
    check_start("timer", "Time per branch\n");
    check_start("timer.json", "Time per branch\n");
    check_start("timer-Fast", "Time per branch: Fast\n");
    check_start("timing-Fast", "Time per branch: Fast\n");
    check_start("masses", "masses\n");
}

static void timing_shows_all_timers(void **state)
{
    gau_error error;
    char *text;

    (void)state;
    put_all();
    text = report("result", "timing", (struct gau_view_options){0}, &error);
    assert_memory_equal(text, "Time per branch\n", 16);
    assert_non_null(strstr(text, "\n\nTime per branch: Fast\n"));
    free(text);
}

static void the_summary_lists_the_documents(void **state)
{
    gau_error error;
    char *text;

    (void)state;
    put_all();
    text = report("result", "summary", (struct gau_view_options){0}, &error);
    assert_non_null(strstr(text, "\nDocuments     counts, masses, timer, timer-Fast\n"));
    free(text);
}

static void what_a_folder_does_not_have_is_explained(void **state)
{
    const struct gau_view_options csv = {.format = GAU_TABLE_CSV}, text = {0};

    (void)state;
    check_refusal("result", "timing", text, GAU_ERR_USAGE,
                  "'result' is not a result folder: it has no documents (*.json)");
    check_refusal("nowhere", "timing", text, GAU_ERR_USAGE,
                  "'nowhere' is not a result folder: No such file or directory");
    put_all();
    check_refusal("result/run.json", "timing", text, GAU_ERR_USAGE,
                  "'result/run.json' is not a result folder: Not a directory");
    check_refusal(
        "result", "timming", text, GAU_ERR_USAGE,
        "'result' has no 'timming', but summary, timing, graph, counts, masses, run, timer, "
        "timer-Fast; did you mean 'timing'?");
    check_refusal(
        "result", "../result/run", text, GAU_ERR_USAGE,
        "'result' has no '../result/run', but summary, timing, graph, counts, masses, run, "
        "timer, timer-Fast");
    check_refusal("result", "timing", csv, GAU_ERR_USAGE,
                  "'timing' is 2 documents, and csv holds one: say which, such as "
                  "'timer.json'");
    check_refusal(
        "result", NULL, text, GAU_ERR_USAGE,
        "no view was given; 'result' has summary, timing, graph, counts, masses, run, timer, "
        "timer-Fast");
}

static void the_document_of_a_hint_exists(void **state)
{
    (void)state;
    put("timer-B", TIMER(BRANCHES, WARM_UP));
    put("timer-C", TIMER(BRANCHES, WARM_UP));
    check_refusal("result", "timing", (struct gau_view_options){.format = GAU_TABLE_CSV},
                  GAU_ERR_USAGE,
                  "'timing' is 2 documents, and csv holds one: say which, such as "
                  "'timer-B.json'");
}

static void what_is_no_document_is_explained(void **state)
{
    int sparse;
    const struct gau_view_options text = {0};

    (void)state;
    put_text("result/a.json", "{\"schema\": 2,\n\"x\": \x1b[31m}");
    put_text("result/b.json", "");
    put_text("result/c.json", "[1]");
    put_text("result/d.json", "{\"schema\":1,\"schema\":1}");
    put_text("result/e.json", "{\"schema\":1,\"x\":\"\xFF\"}");
    assert_int_equal(mkfifo("result/f.json", 0666), 0);
    assert_int_equal(mkdir("result/g.json", 0777), 0);
    assert_int_equal(symlink("nowhere", "result/h.json"), 0);
    check_refusal("result", "a", text, GAU_ERR_IO,
                  "result/a.json:2: not a JSON document: invalid token");
    check_refusal("result", "b", text, GAU_ERR_IO,
                  "result/b.json:1: not a JSON document: '[' or '{' expected near end of file");
    check_refusal("result", "c", text, GAU_ERR_IO,
                  "result/c.json: not a document of gaudit: not a JSON object");
    check_refusal("result", "d", text, GAU_ERR_IO,
                  "result/d.json:1: not a JSON document: duplicate object key");
    check_refusal("result", "e", text, GAU_ERR_IO,
                  "result/e.json:1: not a JSON document: unable to decode byte 0xff");
    check_refusal("result", "f", text, GAU_ERR_IO, "result/f.json: not a regular file");
    check_refusal("result", "g", text, GAU_ERR_IO, "result/g.json: not a regular file");
    sparse = open("result/large.json", O_WRONLY | O_CREAT, 0600);
    assert_int_equal(ftruncate(sparse, 256LL * 1024 * 1024 + 1), 0);
    close(sparse);
    check_refusal("result", "large", text, GAU_ERR_IO, "result/large.json: larger than 256 MiB");
    check_refusal("result", "h", text, GAU_ERR_IO, "result/h.json: No such file or directory");
}

static void output_that_cannot_be_written_is_noticed(void **state)
{
    const struct gau_view_options options = {0};
    gau_error full = {0}, missing = {0};

    (void)state;
    put_all();
    report_view(&gau_view_summary, "result", &options, "/dev/full", &full);
    assert_int_equal(full.status, GAU_ERR_IO);
    assert_string_equal(full.message, "/dev/full: No space left on device");
    report_view(&gau_view_summary, "result", &options, "no/out", &missing);
    assert_int_equal(missing.status, GAU_ERR_IO);
    assert_string_equal(missing.message, "no/out: No such file or directory");
}

/* --- writing documents --------------------------------------------------------------------- */

static void a_file_is_readable_and_reads_back_as_it_was(void **state)
{
    json_t *const document = parse("{'schema':2,'b':{'z':1,'a':0.1},'t':[{'k':'\\n\\u00fc'},{}],"
                                   "'e':[],'n':[[1,2]],'l':[2.0,-1e-300],'big':9007199254740993}");
    gau_error error;
    char text[512] = "";
    FILE *file;
    json_t *again;

    (void)state;
    error = (gau_error){0};
    assert_int_equal(gau_document_save("result", "x", document, &error), GAU_OK);
    file = fopen("result/x.json", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, "{\n"
                              "  \"schema\": 2,\n"
                              "  \"b\": {\"z\": 1, \"a\": 0.1},\n"
                              "  \"t\": [\n"
                              "    {\"k\": \"\\n\xC3\xBC\"},\n"
                              "    {}\n"
                              "  ],\n"
                              "  \"e\": [],\n"
                              "  \"n\": [\n"
                              "    [1, 2]\n"
                              "  ],\n"
                              "  \"l\": [2.0, -1e-300],\n"
                              "  \"big\": 9007199254740993\n"
                              "}\n");
    again = gau_document_load("result", "x", &error);
    assert_true(json_equal(again, document));
    json_decref(again);
    json_decref(document);
}

static void a_document_replaces_the_one_before_and_leaves_nothing_else(void **state)
{
    struct gau_document_names names;
    gau_error error = {0};
    json_t *document;

    (void)state;
    put("run", "{'schema':2,'status':'running'}");
    put("run", "{'schema':2,'status':'finished'}");
    document = gau_document_load("result", "run", &error);
    assert_string_equal(json_string_value(json_object_get(document, "status")), "finished");
    json_decref(document);
    assert_int_equal(unlink("result/run.json"), 0);
    put_text("result/.hidden.json", "{}");
    assert_int_equal(gau_document_list(&names, "result", &error), GAU_OK);
    assert_int_equal(names.count, 0);
    gau_document_names_clear(&names);
    assert_int_equal(unlink("result/.hidden.json"), 0);
    assert_int_equal(rmdir("result"), 0);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, enter, leave)
    const struct CMUnitTest tests[] = {
        TEST(a_view_goes_by_its_name_or_that_of_its_document),
        TEST(timing_shows_all_timers),
        TEST(the_summary_lists_the_documents),
        TEST(what_a_folder_does_not_have_is_explained),
        TEST(the_document_of_a_hint_exists),
        TEST(what_is_no_document_is_explained),
        TEST(output_that_cannot_be_written_is_noticed),
        TEST(a_file_is_readable_and_reads_back_as_it_was),
        TEST(a_document_replaces_the_one_before_and_leaves_nothing_else),
    };

    return cmocka_run_group_tests_name("views folder", tests, NULL, NULL);
}
