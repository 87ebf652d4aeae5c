/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "forged_file.h"
#include "reader_contract.h"
#include "tests/unit/temp_folder.h"
#include "trace/timeline_entries.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct call_log call_log;
static struct forge forge;
static struct gau_trace_damage damage;

/* --- what is no file ------------------------------------------------------------------------- */

static void assert_refused(const char *path, enum gau_trace_status status, const char *message)
{
    call_log_read(&call_log, path);
    assert_int_equal(call_log.status, status);
    assert_string_equal(call_log.message, message);
    assert_int_equal(call_log.size, 0);
}

static void what_is_no_trace_file_is_refused(void **state)
{
    (void)state;
    folder_write("text", "GAUTRACS is another magic number than that of a trace file.\n");
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(mkfifo("fifo", 0666), 0); /* without a writer: a read would block forever */
    assert_refused("text", GAU_TRACE_NO_TRACE, "not a trace file");
    assert_refused("folder", GAU_TRACE_NO_TRACE, "not a regular file");
    assert_refused("fifo", GAU_TRACE_NO_TRACE, "not a regular file");
    assert_refused("/dev/zero", GAU_TRACE_NO_TRACE, "not a regular file");
    assert_refused("missing", GAU_TRACE_NO_FILE, "No such file or directory");
    assert_refused("text/below", GAU_TRACE_NO_FILE, "Not a directory");
    assert_refused("/proc/self/mem", GAU_TRACE_NO_TRACE, "not a trace file");
}

/* In a process of its own, since root may read anything. */
static void a_file_that_may_not_be_read_is_refused(void **state)
{
    int status = -1;
    pid_t child;

    (void)state;
    scene_write("secret");
    assert_int_equal(chmod("secret", 0), 0);
    assert_int_equal(chmod(".", 0777), 0);
    child = fork();
    if (child == 0) {
        if (getuid() == 0 && setuid(65534) != 0)
            _exit(2);
        call_log_read(&call_log, "secret");
        _exit(call_log.status == GAU_TRACE_NO_FILE && !strcmp(call_log.message, "Permission denied")
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* --- files that cost ------------------------------------------------------------------------- */

/* Without skipping holes this one would need hours. */
static void a_hole_of_a_tebibyte_is_skipped(void **state)
{
    const uint64_t hole = UINT64_C(1) << 40;
    uint64_t end;
    FILE *file;

    (void)state;
    scene_write("t.gtr");
    forge_begin(&forge);
    forge_plain(&forge, SCENE_BLOCKS, (const uint32_t[]){GAU_TRACE_PAUSE, 24, 5, 0, 1, 0}, 24);
    file = fopen("t.gtr", "r+");
    assert_non_null(file);
    assert_int_equal(fseeko(file, 0, SEEK_END), 0);
    end = (uint64_t)ftello(file);
    if (ftruncate(fileno(file), (off_t)(2 * hole)) != 0)
        fail_msg("no file of two tebibytes here");
    assert_int_equal(fseeko(file, (off_t)hole, SEEK_SET), 0);
    assert_int_equal(fwrite(forge.data + 40, 1, forge.size - 40, file), forge.size - 40);
    assert_int_equal(fclose(file), 0);
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.damage.blocks, SCENE_BLOCKS + 1);
    assert_int_equal(call_log.damage.bytes_skipped, 2 * hole - end - (forge.size - 40));
    assert_int_equal(call_log.damage.tail_bytes, hole - (forge.size - 40));
}

/* Every place looks like a block of the largest size: computing all checksums would need hours. */
static void a_file_of_false_blocks_is_given_up(void **state)
{
    const struct gau_trace_block block = {.magic = GAU_TRACE_BLOCK_MAGIC, .size = 1 << 20};

    (void)state;
    forge_begin(&forge);
    while (forge.size + 8 < sizeof forge.data)
        forge_bytes(&forge, &block, 8);
    forge_write(&forge, "t.gtr");
    assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
    assert_int_equal(damage.blocks, 0);
    assert_int_equal(damage.bytes_skipped, forge.size - 40);
}

/* Blocks without records, each one byte out of step with the one before. */
static void many_small_blocks_out_of_step_are_read(void **state)
{
    uint64_t n = 0;

    (void)state;
    for (forge_begin(&forge); forge.size + 64 < sizeof forge.data; n++) {
        forge_plain(&forge, n, NULL, 0);
        forge_bytes(&forge, "", 1);
    }
    forge_write(&forge, "t.gtr");
    assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
    assert_int_equal(damage.blocks, n);
    assert_int_equal(damage.bytes_skipped, n);
}

/* --- a file that changes while it is read ---------------------------------------------------- */

static bool shorten(void *user, const struct gau_trace_pause *pause)
{
    (void)pause;
    ++*(int *)user;
    return truncate("t.gtr", 0) == 0;
}

static bool lengthen(void *user, const struct gau_trace_pause *pause)
{
    (void)pause;
    ++*(int *)user;
    forge_plain(&forge, forge.size, (const uint32_t[]){GAU_TRACE_PAUSE, 24, 5, 0, 1, 0}, 24);
    forge_write(&forge, "t.gtr");
    return true;
}

static void a_file_may_change_while_it_is_read(void **state)
{
    static uint32_t records[1 << 17] = {GAU_TRACE_PAUSE, 24, 0, 0, 0, 0, 0, sizeof records - 24};
    const struct gau_trace_visitor shortening = {.pause = shorten},
                                   lengthening = {.pause = lengthen};
    int n = 0;

    (void)state;
    forge_begin(&forge);
    for (uint64_t i = 0; forge.size + sizeof records + 32 < sizeof forge.data; i++)
        forge_plain(&forge, i, records, sizeof records);
    forge_write(&forge, "t.gtr");
    assert_int_equal(gau_trace_read("t.gtr", &shortening, &n, NULL, &damage, NULL, 0),
                     GAU_TRACE_OK);
    assert_in_range(n, 1, 3); /* as many as had been read at once */
    assert_int_equal(damage.blocks, n);

    forge_begin(&forge);
    forge_plain(&forge, 0, records, 24);
    forge_write(&forge, "t.gtr");
    n = 0;
    assert_int_equal(gau_trace_read("t.gtr", &lengthening, &n, NULL, &damage, NULL, 0),
                     GAU_TRACE_OK);
    assert_int_equal(n, 1);
}

/* --- records at random ----------------------------------------------------------------------- */

static uint32_t random32(void)
{
    static uint64_t seed = 88172645463325252u;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32);
}

/* Small numbers mostly, so that much of what is made is right, and the edges of ranges. */
static uint32_t likely(void)
{
    static const uint32_t edges[] = {1 << 24,    (1 << 24) + 1, UINT32_MAX, 0x10000000,
                                     0x08000000, 4096,          4097,       0x80000000};

    return random32() % 16 ? random32() % 6 : edges[random32() % COUNT_OF(edges)];
}

/* Makes a list of what is there, mostly a right one: chance rarely gives stamps that rise. */
static void make_list(unsigned char *bytes, uint32_t size)
{
    static const uint8_t parts[] = {0, 0, 2, 2, 2, 4, 8, 10, 6, 21, 1, 255};
    struct gau_trace_entry_list *const list = (void *)bytes;
    struct gau_timeline_entry entry;
    struct gau_timeline_cursor cursor;
    const uint32_t room = size - (uint32_t)sizeof *list;

    list->depth = random32() % 4 < room / 16 ? random32() % (room / 16 + 1) : 0;
    for (uint32_t i = 0; i < list->depth; i++)
        list->open[i] = (struct gau_trace_open){likely(), 0, i};
    list->size = room - list->depth * (uint32_t)sizeof *list->open - random32() % 3;
    if (list->size > room)
        list->size = 0;
    for (uint32_t i = 0; i < list->size; i++)
        bytes[sizeof *list + list->depth * sizeof *list->open + i] =
            parts[random32() % (random32() % 16 ? 8 : COUNT_OF(parts))];
    list->lane = 1 + random32() % 2;
    list->first = list->depth + random32() % 2;
    cursor = gau_timeline_entries(list);
    while (gau_timeline_next(&cursor, &entry))
        ;
    list->last = cursor.stamp + (random32() % 8 == 0);
}

static size_t make_record(unsigned char *bytes)
{
    static const uint32_t sizes[] = {8,  64, 56, 24, 24, 32,  120, 48, 8,  80, 80,
                                     24, 96, 16, 40, 40, 104, 48,  32, 24, 64, 72};
    const uint32_t type = random32() % COUNT_OF(sizes);
    const uint32_t size =
        random32() % 8 ? sizes[type] + 8 * (random32() % 3) : 8 * (1 + random32() % 20);
    const uint32_t claimed = random32() % 200 ? size : likely();

    for (uint32_t i = 8; i < size; i += 4)
        memcpy(bytes + i, &(uint32_t){likely()}, 4);
    if (type == GAU_TRACE_ENTRY_LIST && size >= sizeof(struct gau_trace_entry_list))
        make_list(bytes, size);
    memcpy(bytes, &type, 4);
    memcpy(bytes + 4, &claimed, 4);
    return size;
}

static bool count_list(void *user, const struct gau_trace_entry_list *list)
{
    *(uint64_t *)user += list->size > 0;
    return true;
}

/* Modules need an end behind their start, which chance rarely gives. */
static void random_records_keep_the_promises(void **state)
{
    static _Alignas(8) unsigned char records[8192];
    const struct gau_trace_visitor counting = {.entries = count_list};
    uint64_t shown = 0, lists = 0;

    (void)state;
    for (int round = 0; round < 20000; round++) {
        uint64_t sequence = 0;

        forge_begin(&forge);
        for (uint32_t n = random32() % 8; n > 0; n--) {
            size_t size = 0;

            for (uint32_t i = random32() % 30; i > 0; i--)
                size += make_record(records + size);
            forge_block(&forge,
                        (struct gau_trace_block){.magic = GAU_TRACE_BLOCK_MAGIC,
                                                 .sequence = sequence,
                                                 .resets = random32() % 16 ? 0 : likely(),
                                                 .codec = random32() % 32 ? 0 : 1},
                        records, size);
            sequence += random32() % 8 ? 1 : random32() % 3;
        }
        forge_write(&forge, "t.gtr");
        assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
        shown += damage.blocks;
        assert_int_equal(gau_trace_read("t.gtr", &counting, &lists, NULL, NULL, NULL, 0),
                         GAU_TRACE_OK);
    }
    assert_true(shown > 40000);
    assert_true(lists > 100);
}

/* The same with typical damage of files: bytes changed, left out, doubled. */
static void random_damage_keeps_the_promises(void **state)
{
    static struct forge whole;
    FILE *file;

    (void)state;
    scene_write("whole.gtr");
    file = fopen("whole.gtr", "r");
    assert_non_null(file);
    whole.size = fread(whole.data, 1, sizeof whole.data, file);
    fclose(file);
    for (int round = 0; round < 5000; round++) {
        forge.size = 0;
        forge_bytes(&forge, whole.data, 40);
        for (uint32_t n = random32() % 6; n > 0; n--) {
            const size_t at = 40 + random32() % (whole.size - 40);

            forge_bytes(&forge, whole.data + at, random32() % (whole.size - at));
            forge_bytes(&forge, whole.data + 40, random32() % (whole.size - 40));
            forge.data[40 + random32() % (forge.size - 39)] = (unsigned char)random32();
        }
        forge_write(&forge, "t.gtr");
        assert_int_equal(promises_check("t.gtr", &damage), GAU_TRACE_OK);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, folder_enter, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(what_is_no_trace_file_is_refused),       test(a_file_that_may_not_be_read_is_refused),
        test(a_hole_of_a_tebibyte_is_skipped),        test(a_file_of_false_blocks_is_given_up),
        test(many_small_blocks_out_of_step_are_read), test(a_file_may_change_while_it_is_read),
        test(random_records_keep_the_promises),       test(random_damage_keeps_the_promises),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
