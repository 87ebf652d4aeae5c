/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_PASS_STUBS_H
#define TESTS_COLLECTOR_PASS_STUBS_H

#include "collector/threads/threads.h"

/*
 * For tests: what the passes of the writer thread ask of others, beside collector_stubs.h. There
 * are no modules, nothing is lost, and one thread.
 */

struct pass_stage {
    struct gau_thread thread;
    uint64_t thread_cpu; /* which the kernel knows while the thread is not gone */
    bool thread_is_gone;
};
extern struct pass_stage pass_stage;

#endif
