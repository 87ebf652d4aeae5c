/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/base/collection_state.h"
#include "collector/modules/modules.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sample_weight.h"
#include "collector/sampling/signal_handler.h"
#include "collector/writer/stack_table.h"
#include "collector/writer/trace_records.h"
#include "trace/trace_reader.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

/*
 * From samples in a chunk to a file, and back: with modules of the test's own, and a table of five
 * stacks (GAU_STACKS_LAST).
 */

/* --- modules.h ----------------------------------------------------------------------------- */

static struct gau_loaded_module *modules[2];
static uint32_t n_modules, removals;

/* Replaces the previous one. */
static void load_module(uint64_t now)
{
    struct gau_loaded_module *const module = calloc(1, sizeof *module + 16);

    if (!module)
        fail();
    if (n_modules > 0) {
        modules[n_modules - 1]->unloaded_ns = now;
        removals++;
    }
    modules[n_modules] = module;
    module->id = ++n_modules;
    module->start = module->bias = 0x10000;
    module->end = 0x20000;
    module->seen_ns = now;
    strcpy(module->path, n_modules == 1 ? "/lib/one" : "/lib/other");
}

uint32_t gau_loaded_modules_count(void)
{
    return n_modules;
}

const struct gau_loaded_module *gau_loaded_modules_get(uint32_t id)
{
    return modules[id - 1];
}

uint32_t gau_loaded_modules_removals(void)
{
    return removals;
}

bool gau_loaded_modules_scan(void)
{
    return false;
}

const struct gau_loaded_module *gau_loaded_modules_at(uint64_t address, uint64_t time_ns)
{
    for (uint32_t i = n_modules; i-- > 0;)
        if (modules[i]->seen_ns <= time_ns && address >= modules[i]->start &&
            address < modules[i]->end)
            return modules[i];
    return NULL;
}

/* --- what records ask of others ------------------------------------------------------------ */

bool gau_collection_preloaded(void)
{
    return true;
}

bool gau_collection_follows_fork(void)
{
    return false;
}

uint64_t gau_collection_unrecorded_children(void)
{
    return 0;
}

uint64_t gau_collection_inits(void)
{
    return 1;
}

struct gau_sampler gau_sampler = {
    .interval_ns = 1,
    .clock = GAU_TRACE_CLOCK_TIMER,
    .kernel = true,
};

uint64_t gau_signal_handler_missed(void)
{
    return 0;
}

uint64_t gau_threads_cpu(pid_t tid)
{
    return (uint64_t)tid;
}

uint64_t gau_threads_unseen(void)
{
    return 0;
}

uint64_t gau_altstack_small_count(void)
{
    return 0;
}

struct gau_thread *gau_threads_first(void)
{
    return NULL;
}

/* --- writing ------------------------------------------------------------------------------- */

static struct gau_records records;
static struct gau_chunk chunk;

/* The innermost comes first. */
static void add_sample(uint64_t time_ns, unsigned n, const uint64_t *pcs)
{
    struct gau_sample_buffers_sample *const sample =
        (struct gau_sample_buffers_sample *)(void *)((char *)chunk.data + chunk.committed);

    *sample =
        (struct gau_sample_buffers_sample){.time_ns = time_ns, .weight_ns = 7, .n = (uint16_t)n};
    memcpy(sample->pcs, pcs, n * sizeof *pcs);
    chunk.committed += (uint32_t)(sizeof *sample + n * sizeof *pcs);
}

static void write_samples(void)
{
    gau_trace_records_samples(&records, &chunk, chunk.taken, chunk.committed);
    chunk.taken = (uint16_t)chunk.committed;
}

static int begin(void **state)
{
    static unsigned char memory[1 << 16];
    const struct gau_trace_header header = {.content = GAU_TRACE_SAMPLES, .pid = 1};
    struct gau_thread thread = {.id = 1, .tid = 1, .name_version = 1};

    if (folder_enter(state) != 0 || !gau_stack_table_open())
        return -1;
    memset(&records, 0, sizeof records);
    chunk = (struct gau_chunk){.thread = 1};
    removals = 0;
    load_module(1);
    if (gau_trace_create(&records.writer, "samples.gtr", &header, memory, sizeof memory) != 0)
        return -1;
    gau_trace_records_process(&records, false);
    gau_trace_records_thread(&records, &thread);
    return 0;
}

static int end(void **state)
{
    while (n_modules > 0)
        free(modules[--n_modules]);
    return folder_leave(state);
}

/* --- reading ------------------------------------------------------------------------------- */

enum { MOST = 16 };
static struct read {
    struct gau_trace_stack stacks[MOST];
    unsigned resets, n;
    struct {
        uint64_t time_ns;
        unsigned depth;
        struct gau_trace_stack frames[MOST]; /* the innermost first */
    } samples[MOST];
} all;

static bool see_stacks(void *user, uint32_t first, const struct gau_trace_stack *stacks,
                       uint32_t count)
{
    (void)user;
    assert_true(first + count <= MOST);
    memcpy(all.stacks + first, stacks, count * sizeof *stacks);
    return true;
}

static bool see_reset(void *user)
{
    (void)user;
    memset(all.stacks, 0, sizeof all.stacks);
    all.resets++;
    return true;
}

static bool see_samples(void *user, uint32_t thread, const struct gau_trace_sample *samples,
                        uint32_t count)
{
    (void)user;
    assert_int_equal(thread, 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t stack = samples[i].stack;

        if (all.n++ >= MOST)
            continue;
        all.samples[all.n - 1].time_ns = samples[i].time_ns;
        assert_int_equal(samples[i].weight_ns, 7);
        for (; stack; stack = all.stacks[stack].caller)
            all.samples[all.n - 1].frames[all.samples[all.n - 1].depth++] = all.stacks[stack];
    }
    return true;
}

static void read_all(void)
{
    static const struct gau_trace_visitor visitor = {.stacks = see_stacks,
                                                     .stacks_reset = see_reset,
                                                     .samples = see_samples};
    struct gau_trace_damage damage;
    char message[256] = "";

    gau_trace_records_flush(&records);
    gau_trace_close(&records.writer);
    memset(&all, 0, sizeof all);
    assert_int_equal(gau_trace_read("samples.gtr", &visitor, NULL, NULL, &damage, message,
                                    sizeof message),
                     GAU_TRACE_OK);
    assert_string_equal(message, "");
    assert_int_equal(damage.missing + damage.invalid_records + damage.dangling_references, 0);
}

/* In that module, or at an address of memory if it is 0. */
static void is_at(unsigned sample, unsigned frame, uint32_t module, uint64_t address)
{
    assert_true(sample < all.n && frame < all.samples[sample].depth);
    assert_int_equal(all.samples[sample].frames[frame].module, module);
    assert_int_equal(all.samples[sample].frames[frame].address, address);
}

/* --- tests --------------------------------------------------------------------------------- */

static void callers_that_samples_have_in_common_are_written_once(void **state)
{
    (void)state;
    add_sample(10, 2, (const uint64_t[]){0x10020, 0x10010});
    add_sample(11, 1, (const uint64_t[]){0x10010});
    add_sample(12, 3, (const uint64_t[]){0x30, 0x10020, 0x10010});
    add_sample(13, 2, (const uint64_t[]){0x10020, 0x10010});
    write_samples();
    read_all();
    assert_int_equal(all.n, 4);
    assert_int_equal(all.resets, 0);
    is_at(0, 0, 1, 0x20);
    is_at(0, 1, 1, 0x10);
    assert_int_equal(all.samples[1].depth, 1);
    is_at(1, 0, 1, 0x10);
    is_at(2, 0, 0, 0x30);
    is_at(2, 2, 1, 0x10);
    assert_int_equal(all.samples[3].depth, 2);
    assert_int_equal(all.stacks[4].address, 0);
}

static void a_library_is_not_taken_for_the_one_that_was_in_its_place(void **state)
{
    (void)state;
    add_sample(10, 2, (const uint64_t[]){0x10020, 0x30});
    write_samples();
    load_module(20);
    add_sample(30, 2, (const uint64_t[]){0x10020, 0x30});
    write_samples();
    read_all();
    assert_int_equal(all.n, 2);
    is_at(0, 0, 1, 0x20);
    is_at(1, 0, 2, 0x20);
}

/* Although the common part of the second with the first ends before its caller. */
static void a_caller_of_another_stack_is_not_taken_for_the_own_one(void **state)
{
    (void)state;
    add_sample(10, 3, (const uint64_t[]){0x10030, 0x10020, 0x10010});
    add_sample(11, 2, (const uint64_t[]){0x10040, 0x10010});
    add_sample(12, 3, (const uint64_t[]){0x10030, 0x10040, 0x10010});
    write_samples();
    read_all();
    is_at(2, 0, 1, 0x30);
    is_at(2, 1, 1, 0x40);
}

/* The samples before it keep the stacks that they had. */
static void when_the_numbers_of_stacks_end_they_begin_anew(void **state)
{
    (void)state;
    add_sample(10, 2, (const uint64_t[]){0x10020, 0x10010});
    add_sample(11, 2, (const uint64_t[]){0x10040, 0x10030});
    add_sample(12, 2, (const uint64_t[]){0x10060, 0x10050});
    add_sample(13, 2, (const uint64_t[]){0x10020, 0x10010});
    write_samples();
    read_all();
    assert_int_equal(all.n, 4);
    assert_int_equal(all.resets, 1);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(all.samples[i].time_ns, 10 + i);
        assert_int_equal(all.samples[i].depth, 2);
        is_at(i, 0, 1, 0x20 + 0x20 * i);
        is_at(i, 1, 1, 0x10 + 0x20 * i);
    }
    is_at(3, 0, 1, 0x20);
}

/* Readers do not know definitions in a lost block. */
static void after_a_loss_stacks_are_described_again(void **state)
{
    (void)state;
    add_sample(10, 1, (const uint64_t[]){0x10010});
    write_samples();
    records.redefine_stacks = true;
    add_sample(11, 1, (const uint64_t[]){0x10010});
    add_sample(12, 1, (const uint64_t[]){0x10010});
    write_samples();
    read_all();
    assert_int_equal(all.resets, 1);
    assert_int_equal(all.n, 3);
    is_at(2, 0, 1, 0x10);
    assert_int_equal(all.stacks[2].address, 0);
}

/* More than fit into one record. */
static void many_samples_are_all_there(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 300; i++)
        add_sample(10 + i, 1, (const uint64_t[]){0x10010});
    write_samples();
    assert_int_equal(records.in_block, 300);
    read_all();
    assert_int_equal(records.in_block, 0);
    assert_int_equal(all.n, 300);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(callers_that_samples_have_in_common_are_written_once),
        TEST(a_library_is_not_taken_for_the_one_that_was_in_its_place),
        TEST(a_caller_of_another_stack_is_not_taken_for_the_own_one),
        TEST(when_the_numbers_of_stacks_end_they_begin_anew),
        TEST(after_a_loss_stacks_are_described_again),
        TEST(many_samples_are_all_there),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
