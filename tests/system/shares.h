/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYSTEM_SHARES_H
#define TESTS_SYSTEM_SHARES_H

#include <stdint.h>

/* What each thread of the program of known shares does, in per cent of the time of all tasks. Task
 * i of that name is all in the function of that name, which is alone in a section. */
enum { N_SHARES = 5 };

#define SHARES(X)   \
    X(share_40, 40) \
    X(share_30, 30) \
    X(share_20, 20) \
    X(share_08, 8)  \
    X(share_02, 2)

/*
 * The truth, as text: first a line for each share,
 *     NAME START END          addresses of the function in the file, hexadecimal
 * then a line for each thread,
 *     NAME CPU NS NS NS NS NS of the thread, then of each share, CPU time in nanoseconds
 */
struct shares_truth {
    char name[32];
    uint64_t cpu_ns, ns[N_SHARES];
};

#endif
