/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "forged_file.h"
#include "tests/unit/temp_folder.h"
#include "trace_fixture.h"
#include "visitor_log.h"

#include <stdio.h>
#include <string.h>

static struct call_log call_log;
static struct forge forge;
static struct gau_trace_writer writer;

/* --- a file that is being written ------------------------------------------------------------ */

static int begin(void **state)
{
    return folder_enter(state) == 0 && scene_begin(&writer, "t.gtr") ? 0 : -1;
}

/* What was added since the last block does not reach the file. */
static void lose(void)
{
    const uint64_t lost = writer.lost_blocks;

    writer.broken = true;
    gau_trace_flush(&writer);
    writer.broken = false;
    assert_int_equal(writer.lost_blocks, lost + 1);
}

static void add_reset(void)
{
    gau_trace_add(&writer, GAU_TRACE_STACKS_RESET, sizeof(struct gau_trace_stacks_reset));
}

static void assert_read(const char *text, uint64_t dangling, uint64_t invalid_records)
{
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.status, GAU_TRACE_OK);
    assert_string_equal(call_log.text, text);
    assert_int_equal(call_log.damage.missing, writer.lost_blocks);
    assert_int_equal(call_log.damage.bytes_skipped, 0);
    assert_int_equal(call_log.damage.dangling_references, dangling);
    assert_int_equal(call_log.damage.invalid_records, invalid_records);
}

/* --- references ------------------------------------------------------------------------------ */

static void what_refers_to_a_lost_description_refers_to_nothing(void **state)
{
    (void)state;
    scene_add_thread(&writer, 1, "lost");
    scene_add_task(&writer, 1, "lost");
    scene_add_stack(&writer, 1, 0, 0);
    lose();
    scene_add_stack(&writer, 2, 1, 1);
    scene_add_sample(&writer, 1, 1, 1);
    scene_add_sample(&writer, 1, 2, 1);
    assert_read("stacks from 2: 0<0+0\n"
                "samples of 0: 9/10/0/0/0\n"
                "samples of 0: 9/10/2/0/0\n",
                7, 0);
}

/* A name of any length precedes it. */
static void add_function(uint32_t id, uint32_t name_size, uint32_t module)
{
    const struct gau_trace_task_function function = {.module = module, .address = 99};
    const size_t texts = (sizeof(struct gau_trace_task_type) + name_size + 7) / 8 * 8;
    struct gau_trace_task_type *const type =
        gau_trace_add(&writer, GAU_TRACE_TASK_TYPE, texts + sizeof function);

    type->task = id;
    type->kind = GAU_TRACE_TASK;
    type->name_size = name_size;
    memset(type + 1, 'f', name_size);
    memcpy((char *)type + texts, &function, sizeof function);
}

static void add_module(uint32_t id)
{
    struct gau_trace_module *const module =
        gau_trace_add(&writer, GAU_TRACE_MODULE, sizeof *module);

    module->module = id;
    module->end = 1;
}

static void the_function_of_a_task_is_in_a_known_module_or_in_none(void **state)
{
    (void)state;
    add_module(1);
    lose();
    add_module(2);
    add_function(1, 3, 2);
    add_function(2, 8, 1);
    gau_trace_close(&writer);
    call_log_read(&call_log, "t.gtr");
    assert_non_null(strstr(call_log.text, "task 1 2 '' 'fff' function 2 99\n"));
    assert_non_null(strstr(call_log.text, "task 2 2 '' 'ffffffff' function 0 99\n"));
    assert_int_equal(call_log.damage.dangling_references, 1);
    assert_int_equal(call_log.damage.invalid_records, 0);
}

static void what_is_described_after_a_loss_can_be_used(void **state)
{
    (void)state;
    scene_add_thread(&writer, 1, "a");
    scene_add_task(&writer, 1, "a");
    scene_add_stack(&writer, 1, 0, 0);
    gau_trace_flush(&writer);
    scene_add_thread(&writer, 2, "lost");
    scene_add_task(&writer, 2, "lost");
    scene_add_stack(&writer, 2, 0, 0);
    lose();
    scene_add_thread(&writer, 3, "c");
    scene_add_task(&writer, 3, "c");
    scene_add_stack(&writer, 3, 1, 0);
    scene_add_sample(&writer, 3, 3, 3);
    scene_add_sample(&writer, 1, 1, 1);
    assert_read("thread 1 421 8 3 'a'\ntask 1 2 'dom' 'a'\nstacks from 1: 0<0+4010\n"
                "thread 3 421 8 3 'c'\ntask 3 2 'dom' 'c'\nstacks from 3: 1<0+4010\n"
                "samples of 3: 9/10/3/3/0\n"
                "samples of 1: 9/10/1/1/0\n",
                0, 0);
}

static void totals_of_what_was_lost_are_not_shown(void **state)
{
    struct gau_trace_task_totals *tasks;
    struct gau_trace_thread_totals *totals;

    (void)state;
    scene_add_task(&writer, 1, "known");
    tasks = gau_trace_add(&writer, GAU_TRACE_TASK_TOTALS, sizeof *tasks + 3 * 32);
    tasks->count = 3;
    for (uint32_t i = 0; i < 3; i++)
        tasks->totals[i] = (struct gau_trace_task_total){.task = i, .entries = 10 + i};
    tasks = gau_trace_add(&writer, GAU_TRACE_TASK_TOTALS, sizeof *tasks + 32);
    tasks->thread = 4;
    tasks->count = 1;
    tasks->totals[0].task = 1;
    totals = gau_trace_add(&writer, GAU_TRACE_THREAD_TOTALS, sizeof *totals);
    totals->thread = 4;
    gau_trace_add(&writer, GAU_TRACE_MODULE_UNLOADED, sizeof(struct gau_trace_module_unloaded));
    assert_read("task 1 2 'dom' 'known'\ntasks of 0: 1/11/0/0\n", 5, 0);
}

static void what_is_described_again_counts_once_but_a_thread_is_renamed(void **state)
{
    (void)state;
    scene_add_task(&writer, 1, "first");
    scene_add_thread(&writer, 1, "first");
    scene_add_thread(&writer, 2, "lost");
    lose();
    scene_add_thread(&writer, 3, "third");
    for (int i = 0; i < 2; i++) {
        scene_add_task(&writer, 1, i ? "second" : "first");
        scene_add_thread(&writer, 2, i ? "second" : "first");
    }
    assert_read("thread 3 421 8 3 'third'\n"
                "task 1 2 'dom' 'first'\n"
                "thread 2 421 8 3 'first'\n"
                "thread 2 421 8 3 'second'\n",
                0, 0);
}

/* --- stacks ---------------------------------------------------------------------------------- */

static void a_lost_reset_is_noticed(void **state)
{
    (void)state;
    scene_add_stack(&writer, 1, 0, 0);
    scene_add_stack(&writer, 2, 1, 0);
    gau_trace_flush(&writer);
    add_reset();
    scene_add_stack(&writer, 1, 0, 0);
    lose();
    scene_add_sample(&writer, 0, 1, 0); /* not the first stack of this number */
    scene_add_stack(&writer, 2, 0, 0);
    scene_add_sample(&writer, 0, 2, 0);
    assert_read("stacks from 1: 0<0+4010\nstacks from 2: 1<0+4010\n"
                "reset\nsamples of 0: 9/10/0/0/0\n"
                "stacks from 2: 0<0+4010\nsamples of 0: 9/10/2/0/0\n",
                1, 0);
}

static void stacks_begin_again_after_a_reset(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        scene_add_stack(&writer, 1, 0, 0);
        add_reset();
        if (i == 0)
            gau_trace_flush(&writer);
    }
    scene_add_sample(&writer, 0, 1, 0);
    assert_read("stacks from 1: 0<0+4010\nreset\nstacks from 1: 0<0+4010\nreset\n"
                "stacks from 1: 0<0+4010\nreset\nsamples of 0: 9/10/0/0/0\n",
                1, 0);
}

static void a_caller_that_does_not_come_first_is_none(void **state)
{
    (void)state;
    scene_add_stack(&writer, 1, 1, 0);
    scene_add_stack(&writer, 2, 3, 0);
    scene_add_stack(&writer, 4, 3, 0);
    scene_add_stack(&writer, 3, 2, 0);
    scene_add_stack(&writer, 5, 3, 0);
    assert_read("stacks from 1: 0<0+4010\nstacks from 2: 0<0+4010\nstacks from 4: 0<0+4010\n"
                "stacks from 3: 2<0+4010\nstacks from 5: 3<0+4010\n",
                3, 0);
}

static void stacks_are_described_once(void **state)
{
    (void)state;
    scene_add_stack(&writer, 1, 0, 0);
    scene_add_stack(&writer, 1, 0, 0);
    assert_read("stacks from 1: 0<0+4010\n", 0, 1);
}

static void there_is_a_limit_to_gaps_in_numbers(void **state)
{
    enum { LIMIT = 4096 };

    (void)state;
    for (uint32_t i = 0; i <= LIMIT; i++)
        scene_add_thread(&writer, 2 * i + 1, "");
    scene_add_thread(&writer, 2, ""); /* closes a gap */
    scene_add_thread(&writer, 2 * LIMIT + 1, "");
    gau_trace_close(&writer);
    call_log.stop_after = 0;
    call_log_read(&call_log, "t.gtr");
    assert_int_equal(call_log.lines, LIMIT + 2);
    assert_int_equal(call_log.damage.invalid_records, 1);
}

/* --- records that make no sense -------------------------------------------------------------- */

#define TEN_ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static const struct {
    const char *what;
    uint32_t words[34];
} wrongs[] = {
    {"short process", {1, 56}},
    {"unknown clock", {1, 64, 1, 1, 1, 4}},
    {"neither user nor kernel", {1, 64, 1, 1, 1, 1, 2}},
    {"neither paused nor not", {1, 64, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2}},
    {"command beyond its record", {1, 64, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1}},
    {"note whose size overflows", {1, 72, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 8, UINT32_MAX - 7}},
    {"module 0", {2, 56, 0, 0, 1, 0, 2}},
    {"module of a large number", {2, 56, (1 << 24) + 1, 0, 1, 0, 2}},
    {"module that ends before it begins", {2, 56, 1, 0, 2, 0, 1}},
    {"empty module", {2, 56, 1, 0, 2, 0, 2}},
    {"build id beyond its record", {2, 56, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 1}},
    {"path beyond its record", {2, 56, 1, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 1}},
    {"short end of a module", {3, 16, 1}},
    {"task 0", {4, 24, 0, 1}},
    {"kind 0", {4, 24, 1, 0}},
    {"kind 8", {4, 24, 1, 8}},
    {"domain beyond its record", {4, 24, 1, 1, 1}},
    {"thread 0", {5, 32, 0}},
    {"unknown clock of a thread", {5, 32, 1, 1, 1, 1, 4}},
    {"name beyond its record", {5, 32, 1, 1, 1, 1, 1, 1}},
    {"neither ended nor not", {6, 120, 0, 2}},
    {"stack 0", {7, 32, 0, 1}},
    {"no stacks", {7, 32, 1, 0}},
    {"more stacks than there are", {7, 32, 1, 2}},
    {"a count that overflows", {7, 32, 1, 0x10000001}},
    {"stacks up to a large number", {7, 48, 1 << 24, 2}},
    {"no samples", {9, 48, 0, 0}},
    {"more samples than there are", {9, 48, 0, 2}},
    {"a count of samples that overflows", {9, 48, 0, 0x8000001}},
    {"no totals", {10, 48, 0, 0}},
    {"more totals than there are", {10, 48, 0, 2}},
    {"neither pause nor resume", {11, 24, 0, 0, 2}},
    {"short totals", {12, 88}},
    {"neither the last nor not", {12, 96, TEN_ZEROS, TEN_ZEROS, 2}},
};

static void a_record_that_makes_no_sense_is_left_out(void **state)
{
    const uint32_t pause[] = {GAU_TRACE_PAUSE, 24, 5, 0, 1, 0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        uint32_t records[40] = {0};
        const uint32_t size = wrongs[i].words[1];

        memcpy(records, wrongs[i].words, sizeof wrongs[i].words);
        memcpy(records + size / 4, pause, sizeof pause);
        forge_begin(&forge);
        forge_plain(&forge, 0, records, size + sizeof pause);
        forge_write(&forge, "wrong.gtr");
        call_log_read(&call_log, "wrong.gtr");
        if (call_log.damage.invalid_records != 1 || strcmp(call_log.text, "pause 1 5\n") != 0)
            fail_msg("%s: %s", wrongs[i].what, call_log.text);
    }
}

static void a_record_of_a_wrong_size_ends_its_block(void **state)
{
    static const uint32_t sizes[] = {0, 4, 12, 28, 56, UINT32_MAX, UINT32_MAX - 7};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        const uint32_t records[] = {11, 24, 5, 0,  1,  0, 11, sizes[i], 6,
                                    0,  0,  0, 11, 24, 7, 0,  1,        0};

        forge_begin(&forge);
        forge_plain(&forge, 0, records, sizeof records);
        forge_plain(&forge, 1, records, 24);
        forge_write(&forge, "wrong.gtr");
        call_log_read(&call_log, "wrong.gtr");
        assert_string_equal(call_log.text, "pause 1 5\npause 1 5\n");
        assert_int_equal(call_log.damage.invalid_records, 1);
    }
}

#define test(name) cmocka_unit_test_setup_teardown(name, begin, folder_leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(what_refers_to_a_lost_description_refers_to_nothing),
        test(the_function_of_a_task_is_in_a_known_module_or_in_none),
        test(what_is_described_after_a_loss_can_be_used),
        test(totals_of_what_was_lost_are_not_shown),
        test(what_is_described_again_counts_once_but_a_thread_is_renamed),
        test(a_lost_reset_is_noticed),
        test(stacks_begin_again_after_a_reset),
        test(a_caller_that_does_not_come_first_is_none),
        test(stacks_are_described_once),
        test(there_is_a_limit_to_gaps_in_numbers),
        test(a_record_that_makes_no_sense_is_left_out),
        test(a_record_of_a_wrong_size_ends_its_block),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
