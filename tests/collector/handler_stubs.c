/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* types in real_functions.h */
#include "handler_stubs.h"

#include "collector/base/collection_state.h"
#include "collector/base/real_functions.h"
#include "collector/sampling/alternate_stack.h"
#include "collector/sampling/kernel_clocks.h"
#include "collector/sampling/program_mask.h"
#include "collector/sampling/sample_weight.h"
#include "collector/sampling/signal_handler.h"
#include "collector/unwind/unwind.h"

#include <errno.h>
#include <string.h>

struct handler_stubs handled;
struct gau_sampler gau_sampler = {.interval_ns = 80};
_Thread_local struct gau_thread *gau_thread_own;
struct gau_thread gau_thread_none;

struct gau_thread *gau_threads_find_self(void)
{
    return handled.is_unknown ? NULL : &handled.thread;
}

void gau_altstack_give_late(struct gau_thread *given, ucontext_t *context)
{
    (void)given;
    (void)context;
    errno = ENOSYS;
}

bool gau_altstack_displaces(const struct gau_thread *given, int flags, const ucontext_t *context)
{
    (void)given;
    (void)flags;
    (void)context;
    return false;
}

bool gau_signal_frame_move(const struct sigaction *action, const sigset_t *mask, int number,
                           const siginfo_t *info, ucontext_t *context)
{
    (void)action;
    (void)mask;
    (void)number;
    (void)info;
    (void)context;
    return false;
}

bool gau_collection_paused(void)
{
    return handled.is_paused;
}

bool gau_collection_is_foreign(void)
{
    return false;
}

uint64_t gau_collection_clock(void)
{
    return handled.now_ns;
}

uint64_t gau_sampler_weigh(struct gau_thread *given, uint64_t time_ns)
{
    (void)given;
    (void)time_ns;
    return 7;
}

void gau_sampler_stop_timer(struct gau_thread *given)
{
    (void)given;
    handled.stops++;
}

uint64_t gau_sampler_cpu(void)
{
    return 1;
}

uint32_t gau_thread_tasks_current(const struct gau_thread_tasks *tasks)
{
    (void)tasks;
    return 5;
}

void gau_unwind(struct gau_unwind_state *state, const ucontext_t *context, uint64_t *pcs,
                uint32_t max, struct gau_unwind_result *result)
{
    (void)state;
    (void)context;
    memset(result, 0, sizeof *result);
    handled.now_ns += handled.unwind_ns;
    for (result->n = 0; result->n < max && result->n < handled.depth; result->n++)
        pcs[result->n] = result->n + 1;
    result->complete = result->n == handled.depth;
    result->frames_by_cfi = result->n - 1;
}

bool gau_kernel_clock_is_ours(int number, const siginfo_t *info)
{
    (void)number;
    (void)info;
    return handled.is_clock;
}

bool gau_mask_keep_pending(int number, const siginfo_t *info, ucontext_t *context)
{
    (void)number;
    (void)info;
    (void)context;
    return handled.kept > 0 && handled.kept-- > 0;
}

int gau_signal_handler_swap(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number;
    if (old)
        *old = handled.of_program;
    if (action)
        handled.of_program = *action;
    return 0;
}

const struct gau_real_functions *gau_real_functions(void)
{
    static const struct gau_real_functions functions = {.sigaction = sigaction,
                                                        .pthread_sigmask = pthread_sigmask};

    return &functions;
}
