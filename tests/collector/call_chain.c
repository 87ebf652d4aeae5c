/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "call_chain.h"

#include "shadow_stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__clang__)
#define ALONE __attribute__((__noinline__))
#else
#define ALONE __attribute__((__noinline__, __noclone__))
#endif

_Thread_local struct shadow shadow;
void (*chain_leaf)(unsigned kind);
uint64_t (*chain_plugin)(chain_function *next, unsigned depth, uint64_t x);
int chain_is_small;

static chain_function next;

/* Keeps its content from being optimised away. */
static inline void use(const void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

ALONE static uint64_t plain(unsigned depth, uint64_t x)
{
    shadow_push((uint64_t)plain);
    x = next(depth, x * 3 + 1) + x;
    shadow_pop();
    return x;
}

ALONE static uint64_t large_frame(unsigned depth, uint64_t x)
{
    char memory[20000];

    shadow_push((uint64_t)large_frame);
    memory[x % sizeof memory] = (char)x;
    use(memory);
    x = next(depth, x + 7) + (uint64_t)memory[x % sizeof memory];
    shadow_pop();
    return x;
}

ALONE static uint64_t allocating(unsigned depth, uint64_t x)
{
    char *const memory = __builtin_alloca(16 + x % 100);

    shadow_push((uint64_t)allocating);
    memset(memory, (int)x, 16);
    use(memory);
    x = next(depth, x ^ 5) + (uint64_t)memory[3];
    shadow_pop();
    return x;
}

ALONE static uint64_t aligned(unsigned depth, uint64_t x)
{
    _Alignas(64) double numbers[8];

    shadow_push((uint64_t)aligned);
    for (int i = 0; i < 8; i++)
        numbers[i] = (double)(x % 100) + i;
    use(numbers);
    x = next(depth, x + (uint64_t)numbers[2]);
    shadow_pop();
    return x + (uint64_t)numbers[7];
}

/* Aligned, of variable size, and with arguments on the stack: gcc needs another register for these
 * until the frame is complete. */
ALONE static uint64_t sum_of(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f,
                             uint64_t g, unsigned depth)
{
    _Alignas(64) double numbers[8];
    char *const memory = __builtin_alloca(16 + a % 50);

    shadow_push((uint64_t)sum_of);
    for (int i = 0; i < 8; i++)
        numbers[i] = (double)(a % 10) + i;
    memset(memory, (int)a, 16);
    use(numbers);
    use(memory);
    a = next(depth, a + b + c + d) + e + f + g + (uint64_t)numbers[5];
    shadow_pop();
    return a;
}

ALONE static uint64_t with_arguments(unsigned depth, uint64_t x)
{
    shadow_push((uint64_t)with_arguments);
    x = sum_of(x, 1, 2, 3, 4, 5, 6, depth) + 1;
    shadow_pop();
    return x;
}

ALONE static uint64_t recursive(unsigned depth, uint64_t x)
{
    shadow_push((uint64_t)recursive);
    x = depth % 3 ? recursive(depth - 1, x + 1) * 3 : next(depth, x) + 1;
    shadow_pop();
    return x;
}

/* Many values live across the call: all registers that calls preserve are in use. */
ALONE static uint64_t busy(unsigned depth, uint64_t x)
{
    const uint64_t a = x * 3, b = x ^ 77, c = x >> 3, d = x + 9, e = x * x;

    shadow_push((uint64_t)busy);
    x = next(depth, x) + a;
    x ^= b;
    x = x * c + d;
    x ^= e;
    shadow_pop();
    return x;
}

static void clean_up(uint64_t *x)
{
    use(x);
}

/* As C++ has many of them: exceptions that pass through would find something to do here. */
ALONE static uint64_t cleaned(unsigned depth, uint64_t x)
{
    __attribute__((__cleanup__(clean_up))) uint64_t value = x;
    char memory[150];

    shadow_push((uint64_t)cleaned);
    memory[x % sizeof memory] = (char)x;
    use(memory);
    value = next(depth, x + value) + (uint64_t)memory[x % sizeof memory];
    shadow_pop();
    return value;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    shadow_push((uint64_t)compare);
    if (x == 77 && chain_leaf)
        chain_leaf(1);
    shadow_pop();
    return (x > y) - (x < y);
}

ALONE uint64_t chain_library(uint64_t x)
{
    uint64_t numbers[24];
    char text[200];
    struct timespec now;

    shadow_push((uint64_t)chain_library);
    for (unsigned i = 0; i < 24; i++)
        numbers[i] = i == 5 ? 77 : (x + i) * 0x9e3779b97f4a7c15;
    qsort(numbers, 24, sizeof *numbers, compare);
    memset(text, (int)x | 1, sizeof text);
    text[sizeof text - 1] = '\0';
    clock_gettime(CLOCK_MONOTONIC, &now);
    x += strlen(text) + numbers[3] + (uint64_t)now.tv_nsec;
    x += (uint64_t)(1000 * (2 + sin((double)(x % 1000)) + exp((double)(x % 7)) / 2000));
    x += (uint64_t)(10 * pow((double)(x % 17), 1.3));
    shadow_pop();
    return x;
}

static uint64_t next(unsigned depth, uint64_t x)
{
    static chain_function *const functions[] = {plain,     large_frame, allocating,     aligned,
                                                recursive, busy,        with_arguments, cleaned};
    const unsigned kinds = sizeof functions / sizeof *functions;
    unsigned kind = (depth + (unsigned)(x % 3)) % (kinds + 1);

    if (depth == 0) {
        if (chain_leaf)
            chain_leaf(0);
        return chain_library(x);
    }
    if (kind == 1 && chain_is_small)
        kind = 0;
    if (kind == kinds)
        return chain_plugin ? chain_plugin(next, depth - 1, x) : plain(depth - 1, x);
    return functions[kind](depth - 1, x);
}

ALONE uint64_t chain_run(unsigned depth, uint64_t x)
{
    shadow_push((uint64_t)chain_run);
    x = next(depth, x) + 1;
    shadow_pop();
    return x;
}

static uint64_t returns_to;

ALONE static void note_return_address(void)
{
    returns_to = (uint64_t)(uintptr_t)__builtin_return_address(0);
}

/* By a pointer: the call does not name what it leads to. */
ALONE uint64_t chain_address_in_large_frame(void)
{
    void (*volatile const call)(void) = note_return_address;
    char memory[4096];

    use(memory);
    call();
    use(memory);
    return returns_to;
}
