/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "tests/unit/temp_folder.h"

#include <gaudit/auditor.h>
#include <gaudit/registry.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files of the build, given by the environment: a module, and a library that is none. */
static const char *module_file, *library_file;

static gau_registry *scanned(const char *path_list, gau_status *status, gau_error *err)
{
    gau_registry *const registry = gau_registry_new();

    assert_non_null(registry);
    setenv("GAUDIT_MODULE_PATH", path_list, 1);
    *status = gau_registry_scan(registry, err);
    unsetenv("GAUDIT_MODULE_PATH");
    return registry;
}

static const gau_class_entry *entry_of(const gau_registry *registry, const char *name)
{
    for (size_t i = 0; i < gau_registry_count(registry); i++)
        if (strcmp(gau_registry_at(registry, i)->name, name) == 0)
            return gau_registry_at(registry, i);
    fail_msg("no class %s", name);
    abort(); /* compilers do not know that fail_msg() does not return */
}

/* --- manifests ----------------------------------------------------------------------------- */

static void what_comes_first_wins(void **unused)
{
    gau_registry *registry;
    gau_status status;
    gau_error err;

    (void)unused;
    folder_write("one/b.manifest", "algorithm\tB\tb.so\tThe first B.\n");
    folder_write("one/a.manifest", "auditor\tA\ta.so\tAn A.\r\ninput\tC\ta.so\tA\tC.\n");
    folder_write("one/c.txt", "no manifest\n");
    folder_write("two/b.manifest", "algorithm\tB\tother.so\tThe second B.\n"
                                   "algorithm\tD\tother.so\t\n");
    registry = scanned(":one::two:", &status, &err);
    if (status < 0)
        fail_msg("%s", err.message);
    assert_string_equal(entry_of(registry, "B")->file, "one/b.so");
    assert_string_equal(entry_of(registry, "B")->summary, "The first B.");
    assert_string_equal(entry_of(registry, "A")->summary, "An A.");
    assert_int_equal(entry_of(registry, "A")->kind, GAU_CLASS_AUDITOR);
    assert_string_equal(entry_of(registry, "C")->summary, "A\tC.");
    assert_int_equal(entry_of(registry, "C")->kind, GAU_CLASS_INPUT);
    assert_string_equal(entry_of(registry, "D")->file, "two/other.so");
    gau_registry_free(registry);

    registry = scanned("two:one", &status, &err);
    assert_string_equal(entry_of(registry, "B")->file, "two/other.so");
    for (size_t i = 1; i < gau_registry_count(registry); i++)
        assert_true(
            strcmp(gau_registry_at(registry, i - 1)->name, gau_registry_at(registry, i)->name) < 0);
    gau_registry_free(registry);
}

static const struct wrong {
    const char *text, *message;
} wrongs[] = {
    {"algorithm\tA\ta.so\tx\nalgoritm\tB\tb.so\tx\n",
     "bad/m.manifest:2: 'algoritm' is not a kind of component"},
    {"algorithm\tA\ta.so\n",
     "bad/m.manifest:1: a line of a manifest is: kind, class, file, summary, separated by tabs"},
    {"algorithm\t\ta.so\tx\n",
     "bad/m.manifest:1: a line of a manifest is: kind, class, file, summary, separated by tabs"},
    {"algorithm\tA\t\tx\n",
     "bad/m.manifest:1: a line of a manifest is: kind, class, file, summary, separated by tabs"},
    {"\n",
     "bad/m.manifest:1: a line of a manifest is: kind, class, file, summary, separated by tabs"},
};

static void refuse(const char *path_list, gau_status expected, const char *message)
{
    gau_status status;
    gau_error err;

    gau_registry_free(scanned(path_list, &status, &err));
    assert_int_equal(status, expected);
    assert_string_equal(err.message, message);
}

static void wrong_manifests_are_refused_with_their_line(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        folder_write("bad/m.manifest", wrongs[i].text);
        refuse("bad", GAU_ERR_SYNTAX, wrongs[i].message);
    }
}

static void a_line_of_a_manifest_has_a_limit(void **unused)
{
    char *const text = calloc(1, 10000);

    (void)unused;
    assert_non_null(text);
    strcpy(text, "algorithm\tA\ta.so\tx\nalgorithm\tB\tb.so\t");
    memset(text + strlen(text), 'x', 5000);
    strcat(text, "\n");
    folder_write("bad/m.manifest", text);
    refuse("bad", GAU_ERR_SYNTAX, "bad/m.manifest:2: a line of a manifest has at most 4094 bytes");
    folder_write_bytes("bad/m.manifest", "algorithm\tA\0\ta.so\tx\n", 20);
    refuse("bad", GAU_ERR_SYNTAX, wrongs[1].message);
    free(text);
}

static void module_folders_must_be_there(void **unused)
{
    char *const text = calloc(1, 10000);
    gau_status status;
    gau_error err;

    (void)unused;
    assert_non_null(text);
    refuse("nowhere", GAU_ERR_IO, "module folder 'nowhere': No such file or directory");
    memset(text, 'x', 9000);
    gau_registry_free(scanned(text, &status, &err));
    assert_int_equal(status, GAU_ERR_RANGE);
    assert_int_equal(strncmp(err.message, "GAUDIT_MODULE_PATH: 'xxxxx", 26), 0);
    free(text);
}

/* --- modules ------------------------------------------------------------------------------- */

static void a_module_is_loaded_when_its_class_is_needed(void **unused)
{
    const gau_class *cls = NULL, *again = NULL;
    gau_registry *registry;
    gau_status status;
    gau_error err;

    (void)unused;
    folder_write("good/count.manifest", "auditor\tCountAuditor\tcount.so\tCounts.\n"
                                        "auditor\tMissing\tcount.so\tIs not there.\n");
    assert_int_equal(symlink(module_file, "good/count.so"), 0);
    registry = scanned("good", &status, &err);
    assert_int_equal(status, GAU_OK);
    status = gau_registry_find(&cls, registry, "CountAuditor", &err);
    if (status < 0)
        fail_msg("%s", err.message);
    assert_string_equal(cls->name, "CountAuditor");
    assert_non_null(cls->auditor->after);
    assert_int_equal(gau_registry_find(&again, registry, "CountAuditor", &err), GAU_OK);
    assert_ptr_equal(cls, again);
    assert_int_equal(gau_registry_find(&cls, registry, "Missing", &err), GAU_ERR_MODULE);
    assert_string_equal(
        err.message,
        "module 'good/count.so' has no class 'Missing', although its manifest lists it");
    gau_registry_free(registry);
}

static void wrong_modules_are_refused(void **unused)
{
    gau_registry *const registry = gau_registry_new();
    gau_error err;

    (void)unused;
    folder_write("text.so", "This is no module.\n");
    assert_int_equal(gau_registry_load(registry, "./text.so", &err), GAU_ERR_MODULE);
    assert_string_equal(err.message, "module './text.so' cannot be loaded: file too short");
    assert_int_equal(gau_registry_load(registry, "./missing.so", &err), GAU_ERR_MODULE);
    assert_string_equal(err.message, "module './missing.so' cannot be loaded: cannot open shared "
                                     "object file: No such file or directory");
    assert_int_equal(symlink(library_file, "library.so"), 0);
    assert_int_equal(gau_registry_load(registry, "./library.so", &err), GAU_ERR_MODULE);
    assert_string_equal(err.message, "'./library.so' is not a module for ABI 0");
    assert_int_equal(gau_registry_count(registry), 0);
    gau_registry_free(registry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_first_wins),
        cmocka_unit_test(wrong_manifests_are_refused_with_their_line),
        cmocka_unit_test(a_line_of_a_manifest_has_a_limit),
        cmocka_unit_test(module_folders_must_be_there),
        cmocka_unit_test(a_module_is_loaded_when_its_class_is_needed),
        cmocka_unit_test(wrong_modules_are_refused),
    };

    module_file = getenv("TEST_MODULE");
    library_file = getenv("TEST_LIBRARY");
    if (!module_file || !library_file) {
        fprintf(stderr, "test_manifest: TEST_MODULE and TEST_LIBRARY are not set\n");
        return 1;
    }
    return cmocka_run_group_tests_name("manifest", tests, folder_enter, folder_leave);
}
