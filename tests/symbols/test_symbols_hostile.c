/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols_fixture.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 1500, ADDRESSES = 40 };

struct bytes {
    unsigned char *data;
    size_t size;
};

static struct bytes read_all(const char *path)
{
    struct bytes bytes = {malloc(1 << 20), 0};
    FILE *file = fopen(path, "rbe");

    assert_non_null(bytes.data);
    assert_non_null(file);
    bytes.size = fread(bytes.data, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Damaged or not: there are frames with valid numbers. */
static void ask(const char *path, uint64_t start, const struct gau_symbolizer_settings *settings)
{
    struct gau_symbolizer *symbols = gau_symbolizer_new(settings);
    const uint32_t module = scene_add(symbols, path);

    for (uint64_t i = 0; i < ADDRESSES; i++) {
        const struct gau_source_frames frames =
            gau_symbolizer_resolve(symbols, module, start + i * 0x17);

        assert_true(frames.count > 0);
        for (uint32_t n = 0; n < frames.count; n++) {
            assert_true(frames.items[n].function < gau_symbolizer_function_count(symbols));
            assert_non_null(gau_symbolizer_function(symbols, frames.items[n].function)->name);
            assert_non_null(gau_symbolizer_file(symbols, frames.items[n].file));
        }
    }
    gau_symbolizer_resolve(symbols, module, UINT64_MAX);
    gau_symbolizer_free(symbols);
}

/* Where headers and tables of sections are, a change does most. */
static size_t place(uint64_t *seed, size_t size, int kind)
{
    if (kind == 0)
        return next(seed) % 64;
    if (kind == 1)
        return size - 1 - next(seed) % (size < 2400 ? size : 2400);
    return next(seed) % size;
}

static void damage(struct bytes *bytes, uint64_t *seed)
{
    static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
    const uint64_t changes = 1 + next(seed) % 8;
    const int kind = (int)(next(seed) % 6);

    if (kind == 5) {
        bytes->size = next(seed) % bytes->size;
        return;
    }
    for (uint64_t i = 0; i < changes; i++) {
        const size_t at = place(seed, bytes->size, kind);

        if (next(seed) % 2)
            bytes->data[at] ^= (unsigned char)(1u << next(seed) % 8);
        else
            bytes->data[at] = values[next(seed) % sizeof values];
    }
}

static void mutate(const char *program, const char *target, const char *asked, uint64_t seed)
{
    char path[4096];
    struct bytes whole;

    scene_path(path, sizeof path, program);
    whole = read_all(path);
    for (int i = 0; i < CASES; i++) {
        struct bytes bytes = {malloc(whole.size), whole.size};

        memcpy(bytes.data, whole.data, whole.size);
        damage(&bytes, &seed);
        folder_write_bytes(target, bytes.data, bytes.size);
        ask(asked, 0x1000 + seed % 0x400, NULL);
        free(bytes.data);
    }
    free(whole.data);
}

static void a_damaged_program_is_harmless(void **state)
{
    (void)state;
    mutate("gcc-O2", "damaged", "damaged", 1);
}

static void damaged_debug_information_of_older_versions_is_harmless(void **state)
{
    (void)state;
    mutate("gcc-dwarf4", "damaged", "damaged", 2);
}

static void damaged_compressed_debug_information_is_harmless(void **state)
{
    (void)state;
    mutate("gcc-compressed", "damaged", "damaged", 3);
}

static void a_damaged_library_without_debug_information_is_harmless(void **state)
{
    (void)state;
    mutate("gcc-stripped.so", "damaged", "damaged", 4);
}

/* The program itself is whole; what is found by its build-id is not. */
static void damaged_separate_debug_information_is_harmless(void **state)
{
    char path[4096];
    struct bytes whole;

    (void)state;
    scene_path(path, sizeof path, "gcc-linked");
    whole = read_all(path);
    folder_write_bytes("program", whole.data, whole.size);
    free(whole.data);
    mutate("gcc-linked.debug", "gcc-linked.debug", "program", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_damaged_program_is_harmless, folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(damaged_debug_information_of_older_versions_is_harmless,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(damaged_compressed_debug_information_is_harmless,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(a_damaged_library_without_debug_information_is_harmless,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(damaged_separate_debug_information_is_harmless,
                                        folder_enter, folder_leave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
