/* SPDX-License-Identifier: Apache-2.0 */
#include "pass_stubs.h"

#include "collector/base/collection_state.h"
#include "collector/modules/modules.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/sampler.h"
#include "collector/sampling/signal_handler.h"
#include "collector/sampling/thread_registry.h"
#include "collector/writer/writer_thread.h"

struct pass_stage pass_stage;

struct gau_sampler gau_sampler = {.interval_ns = 1, .clock = GAU_TRACE_CLOCK_TIMER};

uint32_t gau_loaded_modules_count(void)
{
    return 0;
}

const struct gau_loaded_module *gau_loaded_modules_get(uint32_t id)
{
    (void)id;
    return NULL;
}

uint32_t gau_loaded_modules_removals(void)
{
    return 0;
}

bool gau_loaded_modules_scan(void)
{
    return false;
}

void gau_loaded_modules_wait(void)
{
}

const struct gau_loaded_module *gau_loaded_modules_at(uint64_t address, uint64_t time_ns)
{
    (void)address;
    (void)time_ns;
    return NULL;
}

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

void gau_collection_count_unrecorded(void)
{
}

uint64_t gau_collection_inits(void)
{
    return 1;
}

void gau_collector_config_complain(const char *format, ...)
{
    (void)format;
}

uint64_t gau_signal_handler_missed(void)
{
    return 0;
}

int gau_signal_handler_lost(void)
{
    return 0;
}

void gau_sampler_give_up(int number)
{
    (void)number;
}

bool gau_sampler_is_lost(void)
{
    return false;
}

uint64_t gau_altstack_small_count(void)
{
    return 0;
}

pid_t gau_writer_tid(void)
{
    return 0;
}

uint64_t gau_writer_cpu(void)
{
    return 0;
}

struct gau_thread *gau_threads_first(void)
{
    return &pass_stage.thread;
}

uint64_t gau_threads_cpu(pid_t tid)
{
    (void)tid;
    return pass_stage.thread_is_gone ? 0 : pass_stage.thread_cpu;
}

bool gau_threads_has_ended(pid_t tid)
{
    (void)tid;
    return pass_stage.thread_is_gone;
}

bool gau_threads_have_changed(void)
{
    return false;
}

uint64_t gau_threads_unseen(void)
{
    return 0;
}

void gau_thread_registry_scan(pid_t skip)
{
    (void)skip;
}
