/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_hooks.h"

#include "collector_stubs.h"

static uint64_t calls(void)
{
    const struct gau_thread *const thread = gau_thread_registry_self();

    return thread ? thread->calls : 0;
}

extern const struct itt_hooks itt_hooks;
__attribute__((visibility("default"))) const struct itt_hooks itt_hooks = {
    stage_call_log, stage_fail_to_begin, stage_total, stage_find_type, calls,
};
