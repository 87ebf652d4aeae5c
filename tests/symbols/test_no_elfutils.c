/* SPDX-License-Identifier: Apache-2.0 */
#include "report/symbols/symbolizer.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs with a library path that has a damaged libdw, see CMakeLists.txt. */

static const struct gau_function *function_at(struct gau_symbolizer *symbols, const char *path)
{
    const struct gau_symbolizer_module module = {.path = path, .any_build = true};
    const uint32_t number = gau_symbolizer_add_module(symbols, &module);
    const struct gau_source_frames frames = gau_symbolizer_resolve(symbols, number, 0x1234);

    assert_int_equal(frames.count, 1);
    return gau_symbolizer_function(symbols, frames.items[0].function);
}

static void without_elfutils_functions_are_addresses_and_one_warning_says_why(void **state)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(NULL);
    char own[4096] = "", expected[4096];
    const struct gau_function *function;

    (void)state;
    assert_non_null(symbols);
    assert_true(readlink("/proc/self/exe", own, sizeof own - 1) > 0);
    function = function_at(symbols, own);
    assert_int_equal(function->kind, GAU_FUNCTION_ADDRESS);
    assert_string_equal(function->name, "func@0x1234");
    assert_int_equal(function_at(symbols, "/etc/passwd")->kind, GAU_FUNCTION_ADDRESS);
    snprintf(expected, sizeof expected,
             "functions are shown as addresses, without files and lines: elfutils cannot be loaded "
             "(%s/%s: file too short): install libdw",
             getenv("LD_LIBRARY_PATH"), GAUDIT_LIBDW_FILE);
    assert_string_equal(gau_symbolizer_warning(symbols, 0), expected);
    assert_null(gau_symbolizer_warning(symbols, 1)); /* one for all modules */
    gau_symbolizer_free(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_elfutils_functions_are_addresses_and_one_warning_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
