/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "report/hotspots/kept_names.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST = 0x1000, LAST = 0x1300, MODULES = 2 }; /* addresses that have the code of both */

static const char *const modules[] = {"./caller.so", "./callee.so"};

/* A sample at each address of the caller, and up to an address of the callee. Their build-id is
 * that of scene_module(). */
static void record_to(uint64_t last)
{
    uint32_t stack = 0;

    assert_int_equal(system("cp '" KEPT_CALLER "' caller.so && cp '" KEPT_CALLEE "' callee.so"), 0);
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    for (uint32_t i = 0; i < MODULES; i++)
        scene_module(i + 1, modules[i]);
    for (uint64_t address = FIRST; address < LAST; address++)
        for (uint32_t i = 1; i <= (address < last ? MODULES : 1); i++) {
            scene_stack(++stack, 0, i, address);
            scene_sample(1, stack, 0, address * 1000, 1000);
        }
    scene_end();
}

static void record_all(void)
{
    record_to(LAST);
}

static void keep_names(void)
{
    gau_error error = {0};

    gau_kept_names_save(".", &error);
    assert_string_equal(error.message, "");
}

static struct gau_symbolized_samples open_samples(void)
{
    struct gau_symbolized_samples result;
    gau_error error = {0};

    assert_true(gau_symbolized_samples_open(&result, ".", false, &error));
    return result;
}

static void print_frame(FILE *out, struct gau_symbolized_samples *result,
                        const struct gau_source_frame *frame)
{
    const struct gau_function *const function =
        gau_symbolizer_function(result->symbols, frame->function);

    fprintf(out, " [%s %s %s %s %u %" PRIx64 "+%" PRIu64 " in %s, %s:%u; %s:%u %d]",
            function->linkage, function->full, function->base,
            gau_symbolizer_function(result->symbols, function->whole)->name, function->kind,
            function->start, function->size,
            gau_symbolizer_module_name(result->symbols, function->module),
            gau_symbolizer_file(result->symbols, function->file), function->line,
            gau_symbolizer_file(result->symbols, frame->file), frame->line, frame->inlined);
}

/* All that reports know of the frames; to be freed. */
static char *text_of_frames(void)
{
    const struct gau_hotspots_shown ways[] = {
        {0}, {.folds = true}, {.inlines = GAU_HOTSPOTS_INLINES_CALLERS, .folds = true}};
    struct gau_symbolized_samples result = open_samples();
    size_t size;
    char *text;
    FILE *const out = open_memstream(&text, &size);

    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        gau_hotspots_show(&result, ways[way]);
        for (uint32_t i = 1; i < result.profile->stack_count; i++) {
            const struct gau_source_frames frames = gau_hotspots_frames(&result, i);

            fprintf(out, "%" PRIx64, result.profile->stacks[i].address);
            for (uint32_t k = 0; k < frames.count; k++)
                print_frame(out, &result, &frames.items[k]);
            putc('\n', out);
        }
    }
    fclose(out);
    gau_symbolized_samples_clear(&result);
    return text;
}

/* Compares line by line, as the whole is too long for a message. Frees the second text. */
static void check_same(const char *before, char *text)
{
    const char *a = before;

    for (const char *b = text; *a && *b; a++, b++) {
        const size_t size = strcspn(a, "\n");

        if (size != strcspn(b, "\n") || memcmp(a, b, size) != 0)
            fail_msg("%.*s\nis now\n%.*s", (int)size, a, (int)strcspn(b, "\n"), b);
        a += size;
        b += size;
    }
    assert_int_equal(strlen(before), strlen(text));
    free(text);
}

/* The warnings after all addresses have been resolved, one a line. */
static void check_warnings(const char *expected)
{
    struct gau_symbolized_samples result = open_samples();
    char text[2048] = "";
    const char *warning;

    for (uint32_t i = 1; i < result.profile->stack_count; i++)
        gau_hotspots_frames(&result, i);
    for (uint32_t i = 0; (warning = gau_symbolizer_warning(result.symbols, i)); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", warning);
    assert_string_equal(text, expected);
    gau_symbolized_samples_clear(&result);
}

/* Whether functions of both modules have names. */
static void check_names(bool expected)
{
    struct gau_symbolized_samples result = open_samples();

    for (uint32_t i = 1; i <= MODULES; i++) {
        gau_hotspots_frames(&result, i);
        assert_int_equal(gau_symbolizer_module_is_read(result.symbols, result.modules[i]),
                         expected);
    }
    gau_symbolized_samples_clear(&result);
}

#define CANNOT(name) \
    "'./" name       \
    ".so' cannot be read (No such file or directory): its functions are shown as addresses\n"

static void remove_modules(void)
{
    for (size_t i = 0; i < MODULES; i++)
        assert_int_equal(unlink(modules[i]), 0);
}

/* --- keeping ------------------------------------------------------------------------------- */

static void kept_names_are_those_of_the_files(void **state)
{
    char *before;

    (void)state;
    record_all();
    before = text_of_frames();
    assert_non_null(strstr(before, "add_row"));
    assert_non_null(strstr(before, " [kept_callee@plt "));
    assert_non_null(strstr(before, "0 [kept_callee kept_callee ")); /* what the stub jumps to */
    assert_non_null(strstr(before, "[kept_internal "));
    check_names(true);
    keep_names();
    check_same(before, text_of_frames());
    remove_modules();
    check_same(before, text_of_frames());
    check_warnings("");
    check_names(true);
    free(before);
}

static void a_stub_leads_to_a_function_that_has_no_samples(void **state)
{
    char *before;

    (void)state;
    record_to(FIRST + 1);
    before = text_of_frames();
    assert_non_null(strstr(before, "0 [kept_callee kept_callee "));
    keep_names();
    remove_modules();
    check_same(before, text_of_frames());
    free(before);
}

/* The other module stands in for one that was built anew: its build-id is another one. */
static void a_module_that_was_built_anew_has_the_names_that_were_kept(void **state)
{
    char *before;

    (void)state;
    record_all();
    keep_names();
    before = text_of_frames();
    assert_int_equal(system("cp '" KEPT_REBUILT "' caller.so"), 0);
    check_same(before, text_of_frames());
    check_warnings("");
    free(before);
}

/* As after samples were recorded anew into the same folder. */
static void names_of_another_build_are_not_used(void **state)
{
    (void)state;
    record_all();
    keep_names();
    remove_modules();
    scene_build = "\x12\x34\x56\x79";
    unlink("samples.gtr");
    scene_open("samples.gtr", 7);
    scene_thread(1, "main");
    scene_module(1, modules[0]);
    scene_stack(1, 0, 1, FIRST);
    scene_sample(1, 1, 0, 1000, 1000);
    scene_end();
    scene_build = NULL;
    check_warnings(CANNOT("caller"));
}

static void without_modules_there_is_no_document(void **state)
{
    (void)state;
    hotspots_scene();
    unlink("symbols.json");
    keep_names();
    assert_int_equal(access("symbols.json", F_OK), -1);
    unlink("samples.gtr");
    keep_names();
    assert_int_equal(access("symbols.json", F_OK), -1);
}

/* --- damage -------------------------------------------------------------------------------- */

#define UNUSED "names that were kept are not used: "
#define MODULE_ROW "{\"path\": \"./caller.so\", \"build_id\": \"12345678\"}"
#define FUNCTION_ROW                                                                         \
    "{\"module\": 0, \"linkage\": \"f\", \"kind\": \"named\", \"file\": null, \"line\": 0, " \
    "\"start\": 0, \"size\": 0}"
#define TABLES(modules, files, functions, frames)                    \
    "{\"schema\": 2, \"modules\": [" modules "], \"files\": [" files \
    "], \"functions\": [" functions "], \"frames\": [" frames "]}"

static void damage_is_one_line_and_functions_are_addresses(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "./symbols.json:1: not a JSON document: '[' or '{' expected near end of file"},
        {"[]", "./symbols.json: not a document of gaudit: not a JSON object"},
        {"{}", "./symbols.json: schema is missing"},
        {"{\"schema\": 3}",
         "./symbols.json: schema 3 is newer than 2, the one that this gaudit reads"},
        {"{\"schema\": 2, \"modules\": 1}",
         "./symbols.json: modules: a list of rows was expected, not 1"},
        {"{\"schema\": 2, \"modules\": []}", "./symbols.json: files is missing"},
        {TABLES("1", "", "", ""),
         "./symbols.json: modules[0]: an object was expected, not a whole number"},
        {TABLES("{\"path\": 1}", "", "", ""),
         "./symbols.json: modules[0].path: a text was expected, not 1"},
        {TABLES(MODULE_ROW, "{}", "", ""), "./symbols.json: files[0].path is missing"},
        {TABLES("", "", FUNCTION_ROW, ""),
         "./symbols.json: functions[0].module: there is no row 0"},
        {TABLES(MODULE_ROW, "", "{\"module\": 0, \"linkage\": \"f\", \"kind\": \"new\"}", ""),
         "./symbols.json: functions[0].kind: there is no 'new'"},
        {TABLES(MODULE_ROW, "",
                "{\"module\": 0, \"linkage\": \"f\", \"kind\": \"stub\", \"file\": 5}", ""),
         "./symbols.json: functions[0].file: there is no row 5"},
        {TABLES(MODULE_ROW, "", FUNCTION_ROW,
                "{\"address\": 1, \"function\": 1, \"file\": null, \"line\": 1}"),
         "./symbols.json: frames[0].function: there is no row 1"},
        {TABLES(MODULE_ROW, "", FUNCTION_ROW,
                "{\"address\": -1, \"function\": 0, \"file\": null, \"line\": 1}"),
         "./symbols.json: frames[0].address: a whole number from 0 on was expected, not -1"},
    };
    char expected[512];

    (void)state;
    record_all();
    remove_modules();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        folder_write("symbols.json", cases[i].text);
        snprintf(expected, sizeof expected, UNUSED "%s\n" CANNOT("caller") CANNOT("callee"),
                 cases[i].message);
        check_warnings(expected);
        check_names(false);
    }
}

/* An address that has no row is shown as such; a field that is not known is no damage. */
static void what_is_not_kept_is_an_address(void **state)
{
    char *text;

    (void)state;
    record_all();
    remove_modules();
    folder_write(
        "symbols.json",
        TABLES(MODULE_ROW ", {\"path\": \"./callee.so\", \"build_id\": \"12345678\"}", "",
               FUNCTION_ROW
               ", {\"module\": 0, \"linkage\": \"g\", \"kind\": \"public\", \"file\": null, "
               "\"line\": 0, \"start\": 4097, \"size\": 0}",
               "{\"address\": 4096, \"function\": 0, \"file\": null, \"line\": 5, \"new\": 1}"));
    check_warnings("");
    text = text_of_frames();
    assert_int_equal(strncmp(text, "1000 [f f f f 0 0+0 in caller.so, :0; :5 0]\n", 44), 0);
    assert_non_null(strstr(text, "\n1000 [func@0x1000 "));
    assert_non_null(strstr(text, "\n1001 [func@0x1001 "));
    assert_null(strstr(text, "[g "));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kept_names_are_those_of_the_files, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(a_stub_leads_to_a_function_that_has_no_samples,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_module_that_was_built_anew_has_the_names_that_were_kept,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(names_of_another_build_are_not_used, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(without_modules_there_is_no_document, folder_enter,
                                        folder_leave),
        cmocka_unit_test_setup_teardown(damage_is_one_line_and_functions_are_addresses,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(what_is_not_kept_is_an_address, folder_enter, folder_leave),
    };

    scene_build_size = 4;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
