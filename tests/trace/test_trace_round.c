/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "forged_file.h"
#include "tests/unit/temp_folder.h"
#include "trace/block_codec.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct call_log call_log;
static struct forge forge;

static void assert_undamaged(void)
{
    const struct gau_trace_damage none = {.blocks = call_log.damage.blocks};

    assert_memory_equal(&call_log.damage, &none, sizeof none);
}

/* --- checksums ------------------------------------------------------------------------------- */

static uint32_t slow_crc(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t bit = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1;

        crc = crc >> 1 ^ (bit ? 0x82f63b78u : 0);
    }
    return ~crc;
}

static void the_checksum_is_crc_32c(void **state)
{
    static unsigned char ones[32];

    (void)state;
    memset(ones, 0xff, sizeof ones);
    assert_int_equal(gau_trace_crc(0, "123456789", 9), 0xe3069283);
    assert_int_equal(gau_trace_crc(0, ones, sizeof ones), 0x62a8ab43); /* RFC 3720, B.4 */
    assert_int_equal(gau_trace_crc(0, NULL, 0), 0);
}

static void a_checksum_is_that_of_bit_by_bit_division_at_any_place_and_in_pieces(void **state)
{
    unsigned char bytes[80];

    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * 167 + 13);
    for (size_t first = 0; first < 9; first++)
        for (size_t size = 0; size < sizeof bytes - first; size++) {
            const uint32_t whole = slow_crc(bytes + first, size);
            const uint32_t half = gau_trace_crc(0, bytes + first, size / 3);

            assert_int_equal(gau_trace_crc(0, bytes + first, size), whole);
            assert_int_equal(gau_trace_crc(half, bytes + first + size / 3, size - size / 3), whole);
        }
}

/* --- records --------------------------------------------------------------------------------- */

static void what_is_written_is_read(void **state)
{
    char expected[4096] = "";

    (void)state;
    for (int i = 0; i < SCENE_BLOCKS; i++)
        strcat(expected, scene_text[i]);
    scene_write("t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_string_equal(call_log.text, expected);
    assert_int_equal(call_log.damage.blocks, SCENE_BLOCKS);
    assert_undamaged();
    assert_int_equal(call_log.header.content, GAU_TRACE_SAMPLES);
    assert_int_equal(call_log.header.pid, 42);
    assert_int_equal(call_log.header.start_ns, 5);
    assert_int_equal(call_log.header.start_epoch_ns, 6);
}

static void a_file_without_blocks_is_whole(void **state)
{
    struct gau_trace_writer writer;

    (void)state;
    assert_true(scene_begin(&writer, "t.gtr"));
    gau_trace_flush(&writer);
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_int_equal(call_log.damage.blocks, 0);
    assert_undamaged();
}

static void full_blocks_are_written_by_themselves(void **state)
{
    struct gau_trace_writer writer;

    (void)state;
    assert_true(scene_begin(&writer, "t.gtr"));
    scene_add_thread(&writer, 1, "t");
    for (int i = 0; i < 1000; i++)
        scene_add_sample(&writer, 1, 0, 0);
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.lines, 1001);
    assert_int_equal(call_log.damage.blocks, 1 + 1000 / ((4096 - 32) / 48));
    assert_undamaged();
}

static void the_largest_record_fills_a_block_and_a_larger_one_is_refused(void **state)
{
    struct gau_trace_writer writer;
    const size_t most = 4096 - sizeof(struct gau_trace_block);
    struct gau_trace_record *record;

    (void)state;
    assert_true(scene_begin(&writer, "t.gtr"));
    assert_int_equal(gau_trace_room(&writer), most);
    assert_null(gau_trace_add(&writer, GAU_TRACE_STACKS, most + 1));
    assert_null(gau_trace_add(&writer, GAU_TRACE_STACKS, SIZE_MAX));
    record = gau_trace_add(&writer, GAU_TRACE_PAUSE, most - 3);
    assert_int_equal(record->size, most);
    assert_int_equal(gau_trace_room(&writer), 0);
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, "pause 0 0\n");
    assert_undamaged();
}

static void a_visitor_ends_the_reading_at_any_call(void **state)
{
    (void)state;
    scene_write("t.gtr");
    for (int i = 1; i <= 21; i++) { /* lines of the scene */
        call_log.stop_after = i;
        call_log_read(&call_log, "t.gtr");
        assert_int_equal(call_log.lines, i);
        assert_int_equal(call_log.status, GAU_TRACE_STOPPED);
    }
    call_log.stop_after = 0;
}

static void a_visitor_need_not_look_at_everything(void **state)
{
    static const struct gau_trace_visitor blind = {.process = NULL};

    (void)state;
    scene_write("t.gtr");
    assert_int_equal(gau_trace_read("t.gtr", &blind, NULL, NULL, NULL, NULL, 0), GAU_TRACE_OK);
}

/* --- the page -------------------------------------------------------------------------------- */

static size_t read_dump(unsigned char *bytes, size_t size)
{
    char *const page = folder_read(TRACE_PAGE);
    size_t n = 0;

    for (const char *line = strstr(page, "\n00000000: "); line && line[1] == '0';
         line = strchr(line + 1, '\n'))
        for (const char *hex = line + 11; *hex != ' ' && n < size; hex += 3)
            bytes[n++] = (unsigned char)strtoul(hex, NULL, 16);
    free(page);
    return n;
}

static void the_example_of_the_page_is_a_file(void **state)
{
    static const struct gau_trace_header header = {
        .content = GAU_TRACE_SAMPLES, .pid = 42, .start_ns = 1000, .start_epoch_ns = 2000};
    static uint64_t memory[512];
    struct gau_trace_writer writer;
    struct gau_trace_thread *thread;
    struct gau_trace_sample_list *list;
    unsigned char page[256], bytes[256];
    FILE *file;

    (void)state;
    assert_int_equal(gau_trace_create(&writer, "t.gtr", &header, memory, sizeof memory), 0);
    scene_add_thread(&writer, 1, "main");
    thread = (void *)(writer.block + sizeof(struct gau_trace_block));
    thread->tid = 43;
    thread->start_ns = 1500;
    list = gau_trace_add(&writer, GAU_TRACE_SAMPLE_LIST, sizeof *list + sizeof *list->samples);
    list->thread = 1;
    list->count = 1;
    list->samples[0].time_ns = 2000;
    list->samples[0].weight_ns = 10000000;
    gau_trace_close(&writer);
    file = fopen("t.gtr", "r");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), read_dump(page, sizeof page));
    fclose(file);
    assert_memory_equal(page, bytes, writer.offset);
}

/* --- later versions -------------------------------------------------------------------------- */

static void unknown_records_are_skipped_and_counted(void **state)
{
    const uint32_t records[] = {0, 8, 23, 16, 7, 7, UINT32_MAX, 8, 11, 24, 5, 0, 1, 0};

    (void)state;
    forge_begin(&forge);
    forge_plain(&forge, 0, records, sizeof records);
    forge_write(&forge, "t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, "pause 1 5\n");
    assert_int_equal(call_log.damage.unknown, 3);
    assert_int_equal(call_log.damage.invalid_records, 0);
}

static void records_and_the_header_may_have_grown_at_their_end(void **state)
{
    const uint32_t records[] = {11, 32, 5, 0, 1, 0, 77, 77};
    struct gau_trace_header header = {"", GAU_TRACE_VERSION, 48, 1, 0, 0, 0, 0};

    (void)state;
    memcpy(header.magic, GAU_TRACE_MAGIC, sizeof header.magic);
    forge_header(&forge, header, 48);
    forge_plain(&forge, 0, records, sizeof records);
    forge_write(&forge, "t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, "pause 1 5\n");
    assert_undamaged();
}

static void a_block_of_another_codec_is_unknown(void **state)
{
    const uint32_t records[] = {11, 24, 5, 0, 1, 0};

    (void)state;
    forge_begin(&forge);
    forge_block(&forge, (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC, .codec = 2},
                records, sizeof records);
    forge_plain(&forge, 1, records, sizeof records);
    forge_write(&forge, "t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, "pause 1 5\n");
    assert_int_equal(call_log.damage.unknown, 1);
    assert_int_equal(call_log.damage.blocks, 2);
}

static uint64_t file_size(const char *path)
{
    struct stat info;

    assert_int_equal(stat(path, &info), 0);
    return (uint64_t)info.st_size;
}

/* As the auditor does it: all blocks that become smaller. */
static void a_compressed_block_is_read(void **state)
{
    static unsigned char packed[GAU_TRACE_BLOCK_MAX];
    static char expected[1 << 14];
    struct gau_trace_writer writer;
    uint64_t plain;

    (void)state;
    scene_write("plain.gtr");
    call_log_read(&call_log, "plain.gtr");
    snprintf(expected, sizeof expected, "%s", call_log.text);
    plain = file_size("plain.gtr");
    assert_true(scene_begin(&writer, "t.gtr"));
    gau_trace_compress(&writer, packed);
    for (int i = 0; i < SCENE_BLOCKS; i++)
        scene_block(&writer, i);
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, expected);
    assert_undamaged();
    assert_true(file_size("t.gtr") < plain * 3 / 4);
}

static void a_damaged_stream_of_a_right_checksum_is_unknown(void **state)
{
    const uint32_t records[] = {11, 24, 5, 0, 1, 0};
    const uint32_t raw[] = {24, 0, 25, GAU_TRACE_BLOCK_MAX - 24, UINT32_MAX - 31};

    (void)state;
    forge_begin(&forge);
    for (uint32_t i = 0; i < 5; i++)
        forge_block(&forge,
                    (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC,
                                             .codec = 1,
                                             .sequence = i,
                                             .raw_size = raw[i]},
                    records, sizeof records);
    forge_plain(&forge, 5, records, sizeof records);
    forge_write(&forge, "t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_string_equal(call_log.text, "pause 1 5\n");
    assert_int_equal(call_log.damage.unknown, 5);
}

static void another_version_of_the_format_is_refused(void **state)
{
    struct gau_trace_header header = {"", 2, 40, 1, 0, 0, 0, 0};

    (void)state;
    memcpy(header.magic, GAU_TRACE_MAGIC, sizeof header.magic);
    forge_header(&forge, header, 40);
    forge_write(&forge, "t.gtr");
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.status, GAU_TRACE_NO_VERSION);
    assert_string_equal(call_log.message, "version 2 of the format, this gaudit reads version 1");
    assert_int_equal(call_log.header.version, 2);
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_crc_32c),
        cmocka_unit_test(a_checksum_is_that_of_bit_by_bit_division_at_any_place_and_in_pieces),
        test(what_is_written_is_read),
        test(a_file_without_blocks_is_whole),
        test(full_blocks_are_written_by_themselves),
        test(the_largest_record_fills_a_block_and_a_larger_one_is_refused),
        test(a_visitor_ends_the_reading_at_any_call),
        test(a_visitor_need_not_look_at_everything),
        test(the_example_of_the_page_is_a_file),
        test(unknown_records_are_skipped_and_counted),
        test(records_and_the_header_may_have_grown_at_their_end),
        test(a_block_of_another_codec_is_unknown),
        test(a_compressed_block_is_read),
        test(a_damaged_stream_of_a_right_checksum_is_unknown),
        test(another_version_of_the_format_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
