/* SPDX-License-Identifier: Apache-2.0 */
#include "rbwp_scene.h"

#include "tests/unit/temp_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Blocks and names of RBWP files. */

/* --- blocks -------------------------------------------------------------------------------- */

static void fill(int calls)
{
    begin_list(1);
    for (int i = 0; i < calls; i++) {
        enter(EVENT, 1 + (uint64_t)i * 10);
        leave(2 + (uint64_t)i * 10);
        if (i % 4000 == 3999) {
            end_list();
            begin_list(list.stamp);
        }
    }
    end_list();
}

static void blocks_are_as_large_as_they_may_be(void **state)
{
    size_t at = GAU_RBWP_HEADER_SIZE;
    uint32_t blocks = 0;
    uint64_t records = 0;

    (void)state;
    create(1, false, 0);
    fill(9000);
    gau_rbwp_close(&output);
    read_file();
    while (at < number(28, 8)) {
        const uint64_t size = number(at + 24, 4);

        assert_int_equal(number(at + 8, 4), blocks++);
        assert_in_range(size, at + 32 + size < number(28, 8) ? 16384 - 10 : 1, 16384);
        records += number(at + 12, 4);
        at += 32 + size;
    }
    assert_int_equal(records, 18000);
    assert_int_equal(output.file.records, 18000);
    assert_int_equal(output.file.blocks, blocks);
}

static void compressed_blocks_are_smaller(void **state)
{
    (void)state;
    create(1, true, 0);
    fill(4000);
    gau_rbwp_close(&output);
    read_file();
    assert_in_range(number(36 + 28, 4), 1, 2000);
    assert_in_range(number(36 + 24, 4), 16374, 16384);
    unlink("p.bin");
    list.number = 0;
    create(1, true, 0);
    fill(1);
    gau_rbwp_close(&output);
    read_file();
    assert_int_equal(number(36 + 28, 4), 0);
}

static void half_of_what_is_in_memory_is_written(void **state)
{
    (void)state;
    create(1, false, 100000);
    fill(9000);
    assert_int_equal(output.file.offset, GAU_RBWP_HEADER_SIZE);
    fill(9000);
    fill(2000);
    assert_in_range(output.file.kept, 1, 100000);
    assert_in_range(output.file.offset, 50000, 100000);
    show_file(); /* as after a kill: whole blocks, and no names */
    assert_int_equal(number(28, 8), 0);
    gau_rbwp_close(&output);
}

/* The sub-item that goes on was not written yet. */
static void what_has_come_is_written_in_blocks_that_are_not_full(void **state)
{
    (void)state;
    create(2, false, 1 << 20);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 2);
    enter(FIT, 3);
    leave(4);
    end_list();
    gau_rbwp_flush(&output);
    assert_int_equal(output.file.kept, 0);
    show_file();
    assert_string_equal(text, "+0@1 (0@2 )@3 (1@3 )@4 ");
    assert_int_equal(number(28, 8), 0);
    gau_rbwp_flush(&output);
    assert_int_equal(output.file.blocks, 1);
    begin_list(5);
    leave(6);
    leave(7);
    end_list();
    assert_shows("+0@1 (0@2 )@3 (1@3 )@4 (0@4 )@6 -@7  item 0=Event 0=Line/0 1=Line Fit/0");
    assert_int_equal(output.file.blocks, 2);
}

static void each_thread_of_a_lane_has_its_blocks(void **state)
{
    (void)state;
    create(2, false, 0);
    gau_rbwp_set_thread(&output, 3, 70);
    begin_list(1);
    enter(POLL, 1);
    end_list();
    gau_rbwp_set_thread(&output, 3, 70); /* as with each list */
    begin_list(2);
    enter(PART, 2);
    leave(3);
    end_list();
    gau_rbwp_set_thread(&output, 3, 80);
    begin_list(5);
    enter(POLL, 5);
    leave(6);
    end_list();
    assert_shows("+0@1 (0@2 )@3 -@3 +0@5 -@6  item 0=poll 0=poll part/3");
    assert_int_equal(output.file.blocks, 2);
    assert_int_equal(number(36, 8), 70);
    assert_int_equal(number(36 + 32 + number(36 + 24, 4), 8), 80);
}

static void blocks_that_cannot_be_written_are_counted(void **state)
{
    struct rlimit limit = {60000, RLIM_INFINITY}, before;

    (void)state;
    getrlimit(RLIMIT_FSIZE, &before);
    limit.rlim_max = before.rlim_max;
    create(1, false, 1);
    setrlimit(RLIMIT_FSIZE, &limit);
    fill(9000);
    fill(9000);
    gau_rbwp_close(&output);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_true(output.file.lost_blocks > 0);
    assert_int_equal(output.file.error, EFBIG);
    show_file(); /* whole blocks */
}

/* --- names --------------------------------------------------------------------------------- */

static void more_items_than_numbers_are_others(void **state)
{
    const struct gau_trace_branch first = {.branch = 100, .parent = UINT32_MAX};

    (void)state;
    create(2, false, 0);
    gau_rbwp_add_branch(&output, &first, "Program", 7);
    begin_list(1);
    for (uint32_t i = 0; i < 300; i++) {
        const struct gau_trace_branch section = {.branch = 101 + i, .parent = 100, .kind = 3};
        char name[16];

        snprintf(name, sizeof name, "s%u", i);
        gau_rbwp_add_branch(&output, &section, name, (uint32_t)strlen(name));
        enter(101 + i, list.stamp + 1);
        leave(list.stamp + 1);
    }
    end_list();
    gau_rbwp_close(&output);
    assert_int_equal(output.folded, 45);
    show_file();
    assert_int_equal(number(20, 4), 256);
    assert_int_equal(number(24, 4), 45);
    assert_non_null(strstr(text, "+254@510 -@511 +255@512 (0@512 )@513 -@513 +255@514 (1@514 "));
    assert_non_null(strstr(text, " item 254=s254 item 255=(other) 0=s255/0 1=s256/0"));
}

static void more_sub_items_than_numbers_are_those_above(void **state)
{
    enum { MANY = 66000 };

    (void)state;
#ifdef TEST_BRIEF
    skip(); /* minutes under a sanitizer */
#endif
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    enter(LINE, 2);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct gau_trace_branch section = {.branch = 100 + i, .parent = LINE, .kind = 3};

        gau_rbwp_add_branch(&output, &section, "s", 1);
        enter(100 + i, list.stamp + 1);
        leave(list.stamp + 1);
        if (i % 1000 == 999) {
            end_list();
            begin_list(list.stamp);
        }
    }
    end_list();
    gau_rbwp_close(&output);
    assert_int_equal(output.folded, MANY - 65534);
    assert_int_equal(output.n_sub_items, 65535);
    assert_false(output.has_other_sub_item);
}

static void sub_items_of_any_depth_have_their_path(void **state)
{
    enum { LEVELS = 300 };

    (void)state;
    create(2, false, 0);
    begin_list(1);
    enter(EVENT, 1);
    for (uint32_t i = 0; i < LEVELS; i++) {
        const struct gau_trace_branch section = {.branch = 100 + i,
                                                 .parent = i ? 99 + i : EVENT,
                                                 .kind = 3};

        gau_rbwp_add_branch(&output, &section, "s", 1);
        enter(100 + i, 2 + i);
    }
    for (uint32_t i = 0; i <= LEVELS; i++)
        leave(1000 + i);
    end_list();
    gau_rbwp_close(&output);
    show_file();
    assert_int_equal(number(24, 4), LEVELS);
    assert_int_equal(number(number(28, 8) + 4 + 5 + 3, 2), 1);
    assert_int_equal(number(file_size - (2 * LEVELS - 1) - 2, 2), 2 * LEVELS - 1);
    assert_non_null(strstr(text, ")@1000 (298@1000 )@1001 (297@1001 )@1002 "));
}

static void names_are_cut_between_characters(void **state)
{
    static char name[70000];
    struct gau_trace_branch section = {.branch = 101, .parent = 100, .kind = 3};

    (void)state;
    for (size_t i = 0; i + 2 < sizeof name; i += 2)
        memcpy(name + i, "\xc3\xa9", 2);
    create(1, false, 0);
    gau_rbwp_add_branch(&output, &(struct gau_trace_branch){.branch = 100, .parent = UINT32_MAX},
                        "Program", 7);
    gau_rbwp_add_branch(&output, &section, name, (uint32_t)sizeof name - 2);
    begin_list(1);
    enter(101, 1);
    leave(2);
    enter(7777, 3); /* its definition was lost */
    leave(4);
    end_list();
    gau_rbwp_close(&output);
    read_file();
    assert_int_equal(number(number(28, 8) + 2, 2), 65534);
    assert_int_equal(file_size, number(28, 8) + 4 + 65534 + 4 + 7);
}

/* The names of processors, and the numbers that they get in this order. */
static void processors_keep_the_number_of_their_name(void **state)
{
    static const struct {
        const char *name;
        uint64_t number;
    } processors[] = {
        {"GPU 3", 3},
        {"GPU 0", 0},
        {"accelerator", 1},
        {"other GPU 3", 2},
        {"GPU 4094", 4094},
        {"GPU 4095", 4},
        {"GPU 00003", 5},
        {"7", 7},
        {"\xc3\xa9"
         "6",
         6},
        {"", 8},
    };

    (void)state;
    create(1, false, 0);
    gau_rbwp_add_branch(&output, &(struct gau_trace_branch){.branch = 100, .parent = UINT32_MAX},
                        "External", 8);
    for (uint32_t i = 0; i < sizeof processors / sizeof *processors; i++) {
        const struct gau_trace_branch processor = {.branch = 101 + 2 * i, .parent = 100, .kind = 3};
        const struct gau_trace_branch kernel = {.branch = 102 + 2 * i,
                                                .parent = 101 + 2 * i,
                                                .kind = 3};
        const uint64_t id = UINT64_C(0x1d) << 56 | UINT64_C(5) << 40 | processors[i].number;

        gau_rbwp_add_branch(&output, &processor, processors[i].name,
                            (uint32_t)strlen(processors[i].name));
        gau_rbwp_add_branch(&output, &kernel, "kernel", 6);
        assert_int_equal(gau_rbwp_processor(&output, kernel.branch), id);
        assert_int_equal(gau_rbwp_processor(&output, kernel.branch), id);
    }
    gau_rbwp_close(&output);
}

static void processors_beyond_the_last_number_have_it(void **state)
{
    (void)state;
    create(1, false, 0);
    gau_rbwp_add_branch(&output, &(struct gau_trace_branch){.branch = 100, .parent = UINT32_MAX},
                        "External", 8);
    for (uint32_t i = 0; i < 4100; i++) {
        const struct gau_trace_branch processor = {.branch = 101 + 2 * i, .parent = 100, .kind = 3};
        const struct gau_trace_branch kernel = {.branch = 102 + 2 * i,
                                                .parent = 101 + 2 * i,
                                                .kind = 3};

        gau_rbwp_add_branch(&output, &processor, "GPU", 3);
        gau_rbwp_add_branch(&output, &kernel, "kernel", 6);
        assert_int_equal(gau_rbwp_processor(&output, kernel.branch) & 0xffff, i < 4095 ? i : 4095);
    }
    gau_rbwp_close(&output);
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(blocks_are_as_large_as_they_may_be),
        test(compressed_blocks_are_smaller),
        test(half_of_what_is_in_memory_is_written),
        test(what_has_come_is_written_in_blocks_that_are_not_full),
        test(each_thread_of_a_lane_has_its_blocks),
        test(blocks_that_cannot_be_written_are_counted),
        test(more_items_than_numbers_are_others),
        test(more_sub_items_than_numbers_are_those_above),
        test(sub_items_of_any_depth_have_their_path),
        test(names_are_cut_between_characters),
        test(processors_keep_the_number_of_their_name),
        test(processors_beyond_the_last_number_have_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
