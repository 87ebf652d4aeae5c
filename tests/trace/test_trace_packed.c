/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "forged_file.h"
#include "reader_contract.h"
#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* Compressed blocks with right checksums and any content. */

enum { LARGEST = GAU_TRACE_BLOCK_MAX - sizeof(struct gau_trace_block) };

static struct forge forge, whole;
static struct gau_trace_damage damage;

/* --- blocks that expand ---------------------------------------------------------------------- */

static long peak_kib(void)
{
    struct rusage usage;

    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* Lists of 1 MiB that take a thousandth of it: begins and ends of branch 0 at once. */
static void blocks_that_expand_a_thousand_times_are_read_one_by_one(void **state)
{
    enum { BLOCKS = 50, BYTES = LARGEST - sizeof(struct gau_trace_entry_list) };
    static const uint64_t lane[] = {GAU_TRACE_LANE | 24ull << 32, 1 | 1ull << 32, 0};
    static unsigned char raw[LARGEST];
    struct gau_trace_entry_list list = {{GAU_TRACE_ENTRY_LIST, LARGEST},
                                        .lane = 1,
                                        .size = BYTES / 3 * 3};
    long before;

    (void)state;
    memcpy(raw, &list, sizeof list);
    for (size_t i = sizeof list; i + 3 <= LARGEST; i += 3)
        memcpy(raw + i, "\0\0\2", 3);
    forge_begin(&forge);
    forge_plain(&forge, 0, lane, sizeof lane);
    for (uint64_t i = 1; i <= BLOCKS; i++)
        forge_packed(&forge, i, raw, LARGEST);
    assert_in_range(forge.size, 1, BLOCKS * (LARGEST / 200));
    forge_write(&forge, "t.gtr");
    before = peak_kib();
    assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
    assert_int_equal(damage.blocks, BLOCKS + 1);
    assert_int_equal(damage.unknown + damage.invalid_records + damage.dangling_references, 0);
    assert_in_range(peak_kib() - before, 0, 16 << 10); /* not the 50 MiB of the lists */
}

/* --- damage ---------------------------------------------------------------------------------- */

static uint32_t random32(void)
{
    static uint64_t seed = 88172645463325252u;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32);
}

static void read_whole(void)
{
    FILE *file;

    scene_write("whole.gtr");
    file = fopen("whole.gtr", "r");
    assert_non_null(file);
    whole.size = fread(whole.data, 1, sizeof whole.data, file);
    fclose(file);
}

/* Copies the records of a block of it. Returns their size. */
static size_t copy_records(unsigned char *records, uint32_t wanted)
{
    struct gau_trace_block block = {0};
    size_t at = sizeof(struct gau_trace_header);

    for (uint32_t i = 0; i <= wanted; i++) {
        at += block.size;
        memcpy(&block, whole.data + at, sizeof block);
    }
    memcpy(records, whole.data + at + sizeof block, block.raw_size);
    return block.raw_size;
}

/* Records that are changed before they are compressed. */
static void damage_before_compression_keeps_the_promises(void **state)
{
    static unsigned char records[4096];
    uint64_t blocks = 0, invalid = 0;

    (void)state;
    read_whole();
    for (int round = 0; round < 3000; round++) {
        forge_begin(&forge);
        for (uint32_t i = 0; i < SCENE_BLOCKS; i++) {
            const size_t size = copy_records(records, i);

            for (uint32_t n = random32() % 4; n > 0; n--)
                records[random32() % size] =
                    (unsigned char)(random32() % 3 ? random32() % 8 : random32());
            forge_packed(&forge, i, records, random32() % 8 ? size : size / 16 * 8);
        }
        forge_write(&forge, "t.gtr");
        assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
        blocks += damage.blocks;
        invalid += damage.invalid_records;
    }
    assert_int_equal(blocks, 3000 * SCENE_BLOCKS);
    assert_in_range(invalid, 1000, UINT64_MAX);
}

/* Streams that are changed, cut or lengthened, or longer or shorter than the block says. */
static void damage_of_streams_keeps_the_promises(void **state)
{
    static unsigned char records[4096], stream[8192];
    static struct forge packed;
    uint64_t unknown = 0, shown = 0;

    (void)state;
    read_whole();
    for (int round = 0; round < 5000; round++) {
        struct gau_trace_block block;
        const size_t raw = copy_records(records, random32() % SCENE_BLOCKS);
        size_t size;

        forge_begin(&packed);
        forge_packed(&packed, 0, records, raw);
        memcpy(&block, packed.data + sizeof(struct gau_trace_header), sizeof block);
        size = block.size - sizeof block;
        memset(stream, 0, sizeof stream);
        memcpy(stream, packed.data + sizeof(struct gau_trace_header) + sizeof block, size);
        for (uint32_t n = random32() % 3; n > 0; n--)
            stream[random32() % size] ^= (unsigned char)(1u << random32() % 8);
        if (random32() % 4 == 0)
            size = size + 8 * (random32() % 3) - 8;
        if (random32() % 4 == 0)
            block.raw_size += 8 * (random32() % 3) - 8;
        forge_begin(&forge);
        forge_block(&forge, block, stream, size);
        forge_write(&forge, "t.gtr");
        assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
        assert_int_equal(damage.blocks, 1);
        unknown += damage.unknown > 0;
        shown += damage.unknown == 0;
    }
    assert_in_range(unknown, 2000, 5000);
    assert_in_range(shown, 500, 5000);
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(blocks_that_expand_a_thousand_times_are_read_one_by_one),
        test(damage_before_compression_keeps_the_promises),
        test(damage_of_streams_keeps_the_promises),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
