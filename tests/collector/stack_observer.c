/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "stack_observer.h"

#include "shadow_stack.h"

#include "collector/modules/reader_guard.h"
#include "collector/unwind/cfi.h"
#include "collector/unwind/no_sanitize.h"
#include "collector/unwind/unwind.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { DEPTH_MAX = 512 };

struct watched {
    struct observed seen;
    uint64_t pcs[DEPTH_MAX];
    struct gau_unwind_state *state;
};

static _Thread_local struct watched *volatile watched;

static void *map(size_t size)
{
    void *const memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

void observer_attach(void)
{
    struct watched *const w = map(sizeof *w);

    w->state = map(gau_unwind_state_size());
    watched = w;
}

void observer_detach(void)
{
    struct watched *const w = watched;

    watched = NULL;
    munmap(w->state, gau_unwind_state_size());
    munmap(w, sizeof *w);
}

const struct observed *observer_seen(void)
{
    return &watched->seen;
}

/* The first instruction of the function that @p pc is in. */
static uint64_t function_of(uint64_t pc)
{
    struct gau_module_tables tables;
    struct gau_cfi_entry entry;
    uint64_t begin = 0;

    if (!gau_reader_guard_enter())
        return 0;
    if (gau_loaded_modules_tables(pc, &tables) && gau_cfi_find(&tables, pc, &entry))
        begin = entry.begin;
    gau_reader_guard_leave();
    return begin;
}

GAU_FOREIGN static bool has_all(const uint64_t *pcs, uint32_t n)
{
    unsigned left = shadow.n;

    for (uint32_t i = 0; i < n && left > 0; i++)
        if (function_of(pcs[i]) == shadow.functions[left - 1])
            left--;
    return left == 0;
}

void observer_handler(int signal, siginfo_t *info, void *context)
{
    struct watched *const w = watched;
    struct gau_unwind_result result;
    bool all;

    (void)signal;
    (void)info;
    if (!w)
        return;
    gau_unwind(w->state, context, w->pcs, DEPTH_MAX, &result);
    all = has_all(w->pcs, result.n);
    w->seen.samples++;
    w->seen.complete += result.complete;
    w->seen.found += all;
    w->seen.frames_by_cfi += result.frames_by_cfi;
    w->seen.frames_by_frame_pointer += result.frames_by_frame_pointer;
    w->seen.frames += result.n;
    if ((!all || !result.complete) && w->seen.n_missed < 32)
        w->seen.missed[w->seen.n_missed++] = w->pcs[result.complete ? 0 : result.n - 1];
}

void observer_install(int signal, int flags)
{
    struct sigaction action = {.sa_flags = SA_SIGINFO | flags};

    action.sa_sigaction = observer_handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

void observer_print(const char *what, const struct observed *seen)
{
    printf("%s: %" PRIu64 " samples, %.2f %% complete, %.2f %% found all, %.1f frames, "
           "%" PRIu64 " by frame pointer\n",
           what, seen->samples, 100 * (double)seen->complete / (double)seen->samples,
           100 * (double)seen->found / (double)seen->samples,
           (double)seen->frames / (double)seen->samples, seen->frames_by_frame_pointer);
    for (unsigned i = 0; i < seen->n_missed; i++)
        printf("  missed something at %#" PRIx64 " (%#" PRIx64 " of its function)\n",
               seen->missed[i], seen->missed[i] - function_of(seen->missed[i]));
}

bool observer_is_good(const struct observed *seen, double per_mille)
{
    const double least = (double)seen->samples * per_mille / 1000;

    return seen->samples > 0 && (double)seen->complete >= least && (double)seen->found >= least;
}
