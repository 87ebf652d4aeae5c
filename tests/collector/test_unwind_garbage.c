/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "collector/modules/reader_guard.h"
#include "collector/unwind/arch.h"
#include "collector/unwind/unwind.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * Random registers: for any values, no unreadable memory is accessed, and unwinding ends. A fault
 * ends the test.
 */
enum { DEPTH = 100, PAGE = 4096, TIMES = 60000 };

static struct gau_unwind_state *unwind;
static char *pages; /* readable, a hole, readable, one that may not be read */
static uint64_t seed = 88172645463325252;

static uint64_t random_number(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint64_t near(uint64_t place)
{
    return place + (random_number() % 65 - 32) * 8;
}

static uint64_t any_address(void)
{
    static char data[64];
    char local;

    switch (random_number() % 12) {
    case 0: return random_number();
    case 1: return random_number() >> 17;
    case 2: return near((uint64_t)pages + PAGE);
    case 3: return near((uint64_t)pages + 2 * PAGE);
    case 4: return near((uint64_t)pages + 3 * PAGE);
    case 5: return near((uint64_t)pages + 4 * PAGE);
    case 6: return near((uint64_t)pages + random_number() % (4 * PAGE)) & ~(uint64_t)7;
    case 7: return near((uint64_t)&local);
    case 8: return near((uint64_t)data);
    case 9: return near(gau_arch_thread_pointer());
    case 10: return near(UINT64_MAX);
    default: return near(0);
    }
}

static uint64_t any_code(void)
{
    static const uint64_t places[] = {(uint64_t)qsort, (uint64_t)printf, (uint64_t)gau_unwind,
                                      (uint64_t)pow,   (uint64_t)malloc, (uint64_t)any_address};

    if (random_number() % 4 == 0)
        return any_address();
    return places[random_number() % 6] + random_number() % 512;
}

/* Memory that was readable may be unmapped later. */
static void fill(void)
{
    assert_int_equal(mprotect(pages + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
    for (unsigned page = 0; page < 3; page += 2)
        for (unsigned i = 0; i < PAGE; i += 8)
            *(uint64_t *)(void *)(pages + page * PAGE + i) =
                random_number() % 3 ? any_address() : any_code();
    if (random_number() % 2 == 0)
        assert_int_equal(mprotect(pages + 2 * PAGE, PAGE, PROT_NONE), 0);
}

static void put(ucontext_t *context, unsigned reg, uint64_t value)
{
    memcpy((char *)context + gau_arch_in_context(reg), &value, sizeof value);
}

static void unwind_anything(void)
{
    ucontext_t context;
    uint64_t pcs[DEPTH];
    struct gau_unwind_result result;

    memset(&context, 0, sizeof context);
    for (unsigned reg = 0; reg < GAU_REGISTERS; reg++)
        put(&context, reg, any_address());
    put(&context, GAU_REGISTER_PC, any_code());
    gau_unwind(unwind, &context, pcs, DEPTH, &result);
    assert_in_range(result.n, 1, DEPTH);
    assert_true(result.frames_by_cfi + result.frames_by_frame_pointer < DEPTH + 1);
}

static void random_registers_do_no_harm(void **state)
{
    (void)state;
    for (int i = 0; i < TIMES; i++) {
        if (i % 64 == 0)
            fill();
        unwind_anything();
    }
}

static void nothing_is_read_while_modules_are_unloaded(void **state)
{
    (void)state;
    gau_reader_guard_unloading();
    for (int i = 0; i < TIMES / 10; i++)
        unwind_anything();
    gau_reader_guard_unloaded();
}

static void the_error_of_the_program_is_kept(void **state)
{
    (void)state;
    errno = EXDEV;
    for (int i = 0; i < 100; i++)
        unwind_anything();
    assert_int_equal(errno, EXDEV);
}

static void one_counter_is_enough_room(void **state)
{
    struct gau_unwind_result result;
    ucontext_t context;
    uint64_t pc[2] = {0, 42};

    (void)state;
    getcontext(&context);
    gau_unwind(unwind, &context, pc, 1, &result);
    assert_int_equal(result.n, 1);
    assert_int_not_equal(pc[0], 0);
    assert_int_equal(pc[1], 42);
    assert_false(result.complete);
}

static int map_pages(void **state)
{
    (void)state;
    unwind = calloc(1, gau_unwind_state_size());
    pages = mmap(NULL, 5 * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED || munmap(pages + PAGE, PAGE) != 0)
        return -1;
    return mprotect(pages + 3 * (size_t)PAGE, PAGE, PROT_NONE);
}

static int unmap_pages(void **state)
{
    (void)state;
    free(unwind);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_registers_do_no_harm),
        cmocka_unit_test(nothing_is_read_while_modules_are_unloaded),
        cmocka_unit_test(the_error_of_the_program_is_kept),
        cmocka_unit_test(one_counter_is_enough_room),
    };

    return cmocka_run_group_tests(tests, map_pages, unmap_pages);
}
