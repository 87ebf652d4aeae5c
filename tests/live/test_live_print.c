/* SPDX-License-Identifier: Apache-2.0 */
#include "auditors/live_print/live_print.h"
#include "script_player.h"
#include "tests/unit/test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder; /* with scripts, and what they are expected to print */

static char *contents(const char *path)
{
    char *const text = calloc(1, 65536);
    FILE *const file = fopen(path, "r");

    if (!file || !text)
        fail_msg("no file %s", path);
    fread(text, 1, 65535, file);
    fclose(file);
    return text;
}

static void every_script_prints_what_is_expected(void **state)
{
    char pattern[4096];
    glob_t scripts;

    (void)state;
    snprintf(pattern, sizeof pattern, "%s/*.script", folder);
    assert_int_equal(glob(pattern, 0, NULL, &scripts), 0);
    assert_true(scripts.gl_pathc >= 20);
    for (size_t i = 0; i < scripts.gl_pathc; i++) {
        char *const script = contents(scripts.gl_pathv[i]);
        char *const printed = live_play(script);
        char path[4096];
        char *expected;

        snprintf(path, sizeof path, "%.*sexpected",
                 (int)(strlen(scripts.gl_pathv[i]) - strlen("script")), scripts.gl_pathv[i]);
        expected = contents(path);
        if (strcmp(printed, expected) != 0)
            fail_msg("%s prints\n%s\ninstead of\n%s", scripts.gl_pathv[i], printed, expected);
        free(expected);
        free(printed);
        free(script);
    }
    globfree(&scripts);
}

static void count_writes(void *user, const char *text, size_t length)
{
    assert_true(length < LIVE_PRINT_LINE);
    assert_int_equal(text[length - 1], '\n');
    ++*(unsigned *)user;
}

static struct live_print_settings settings_for(unsigned *writes)
{
    return (struct live_print_settings){.time_limit_ns = 5000000000,
                                        .memory_limit_MB = 100,
                                        .all = true,
                                        .rewrites = true,
                                        .write = count_writes,
                                        .user = writes};
}

static void as_many_sections_as_the_ring_takes_may_be_nested(void **state)
{
    enum { DEPTH = LIVE_PRINT_RING / 2 };
    struct live_print_open *const sections = calloc(DEPTH, sizeof *sections);
    unsigned writes = 0;
    const struct live_print_settings settings = settings_for(&writes);
    struct live_print_stack *const stack = gau_live_print_stack_new(&settings, 0);
    struct live_print_thread thread = {.number = 0};
    struct live_print_entry entry = {.text = "deep", .thread = &thread, .begins = true};

    (void)state;
    assert_non_null(stack);
    assert_non_null(sections);
    gau_live_print_update_begin(stack, 1, 0, 0);
    for (unsigned i = 0; i < DEPTH; i++) {
        entry.open = &sections[i];
        gau_live_print_replay(stack, &entry);
    }
    entry.begins = false;
    for (unsigned i = 0; i < DEPTH; i++)
        gau_live_print_replay(stack, &entry);
    gau_live_print_replay(stack, &entry); /* an end without a beginning */
    gau_live_print_update_end(stack);
    /* The outer ones are printed once before the innermost, and all have a result. */
    assert_int_equal(writes, DEPTH - 1 + DEPTH);
    entry.begins = true;
    gau_live_print_replay(stack, &entry);
    entry.begins = false;
    gau_live_print_replay(stack, &entry);
    assert_int_equal(writes, DEPTH - 1 + DEPTH + 1);
    gau_live_print_stack_free(stack);
    free(sections);
}

static void a_line_with_many_dots_is_begun_anew_where_it_would_be_written_anew(void **state)
{
    unsigned writes = 0;
    const struct live_print_settings settings = settings_for(&writes);
    struct live_print_stack *const stack = gau_live_print_stack_new(&settings, 0);
    struct live_print_thread thread = {.number = 0};
    struct live_print_open open;
    const struct live_print_entry entry = {
        .text = "long", .thread = &thread, .open = &open, .begins = true};

    (void)state;
    assert_non_null(stack);
    gau_live_print_update_begin(stack, 0, 0, 0);
    gau_live_print_replay(stack, &entry);
    gau_live_print_update_end(stack);
    for (unsigned i = 0; i < 3 * LIVE_PRINT_DOTS; i++) {
        gau_live_print_update_begin(stack, gau_live_print_due(stack), 0, 20);
        gau_live_print_update_end(stack);
    }
    assert_int_equal(writes, 3 * LIVE_PRINT_DOTS);
    gau_live_print_stack_free(stack);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_script_prints_what_is_expected),
        cmocka_unit_test(as_many_sections_as_the_ring_takes_may_be_nested),
        cmocka_unit_test(a_line_with_many_dots_is_begun_anew_where_it_would_be_written_anew),
    };

    if (argc != 2)
        return 1;
    folder = argv[1];
    return cmocka_run_group_tests_name("live_print", tests, NULL, NULL);
}
