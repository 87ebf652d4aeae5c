/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_SHADOW_STACK_H
#define TESTS_COLLECTOR_SHADOW_STACK_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * A second call stack, by which the true one is checked: functions put their own address on it when
 * they begin and take it off before they end.
 */
enum { SHADOW_MAX = 256 };

struct shadow {
    uint64_t functions[SHADOW_MAX];
    volatile unsigned n;
};

extern _Thread_local struct shadow shadow;

static inline void shadow_push(uint64_t function)
{
    shadow.functions[shadow.n] = function;
    atomic_signal_fence(memory_order_seq_cst);
    shadow.n = shadow.n + 1;
    atomic_signal_fence(memory_order_seq_cst);
}

static inline void shadow_pop(void)
{
    atomic_signal_fence(memory_order_seq_cst);
    shadow.n = shadow.n - 1;
    atomic_signal_fence(memory_order_seq_cst);
}

#endif
