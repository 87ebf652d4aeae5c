/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "call_statistics.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>

/* --- memory of octaves --------------------------------------------------------------------- */

/* Mapped, not allocated: a section may be in the program's own malloc(). */
struct gau_stats_memory {
    _Alignas(64) struct gau_stats_memory *before;
    uint32_t used; /* lines */
};

enum { LINE = 64, MAPPED = 1 << 18, LINES = MAPPED / LINE };

_Static_assert(sizeof(struct gau_octave) + GAU_OCTAVE_BINS == LINE &&
                   sizeof(struct gau_call_stats) == LINE &&
                   sizeof(struct gau_branch_stats) % LINE == 0 &&
                   sizeof(struct gau_stats_memory) == LINE,
               "cache lines");

/* Zeroed; NULL: out of memory. */
static void *take_lines(struct gau_thread_stats *stats, uint32_t n)
{
    struct gau_stats_memory *memory = stats->memory;

    if (!memory || memory->used + n > LINES) {
        const int error = errno;

        memory = mmap(NULL, MAPPED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        errno = error;
        if (memory == MAP_FAILED)
            return NULL;
        memory->before = stats->memory;
        memory->used = 1;
        stats->memory = memory;
    }
    memory->used += n;
    return (char *)memory + (size_t)(memory->used - n) * LINE;
}

bool gau_stats_open(struct gau_thread_stats *stats, struct gau_branch_stats *branches)
{
    *stats = (struct gau_thread_stats){.branches = branches, .now = branches->kinds};
    stats->none = take_lines(stats, 1);
    if (!stats->none)
        return false;
    stats->none->next = stats->octave = stats->none;
    stats->last = stats->none->bins;
    return true;
}

void gau_stats_close(struct gau_thread_stats *stats)
{
    while (stats->memory) {
        struct gau_stats_memory *const memory = stats->memory;

        stats->memory = memory->before;
        munmap(memory, MAPPED);
    }
}

/* --- rare parts of a call ------------------------------------------------------------------ */

/* Of calls that are in no bin. */
static bool is_none(const struct gau_thread_stats *stats, const struct gau_octave *octave)
{
    return octave == stats->none;
}

static void add_carries(struct gau_thread_stats *stats, struct gau_octave *octave, unsigned bin,
                        uint64_t calls)
{
    if (!octave->carries)
        STATS_SET(octave->carries,
                  take_lines(stats, (uint32_t)(octave->n_bins * sizeof(uint64_t) / LINE)));
    if (octave->carries)
        STATS_SET(octave->carries[bin], octave->carries[bin] + calls);
    else
        stats->unbinned += calls;
}

static void describe_octave(struct gau_octave *octave, unsigned shift)
{
    octave->shift = (uint8_t)shift;
    octave->first = shift ? GAU_OCTAVE_BINS : 0;
    octave->n_bins = (uint8_t)(shift ? GAU_OCTAVE_BINS : 2 * GAU_OCTAVE_BINS);
}

/* That of a bin, which is made if need be. */
static struct gau_octave *find_octave(struct gau_thread_stats *stats, struct gau_call_stats *of,
                                      size_t bin)
{
    const unsigned shift = gau_octave_of_bin(bin);
    const bool any = !is_none(stats, of->octave);
    struct gau_octave *octave = of->octave;

    if (any)
        do {
            octave = octave->next;
            if (octave->shift == shift) {
                STATS_SET(of->octave, octave);
                return octave;
            }
        } while (octave != of->octave);
    octave = take_lines(stats, shift ? 1 : 2);
    if (!octave) {
        stats->unbinned++;
        return stats->none;
    }
    describe_octave(octave, shift);
    octave->next = any ? of->octave->next : octave;
    if (any)
        STATS_SET(of->octave->next, octave);
    STATS_SET(of->octave, octave);
    return octave;
}

static void count_last(struct gau_thread_stats *stats)
{
    uint8_t *const bin = stats->last;

    STATS_SET(*bin, (uint8_t)(*bin + 1));
    if (*bin == 0 && !is_none(stats, stats->octave))
        add_carries(stats, stats->octave, (unsigned)(bin - stats->octave->bins), UINT64_C(256));
}

static void set_last(struct gau_thread_stats *stats, struct gau_octave *octave, size_t bin)
{
    STATS_SET(stats->last,
              &octave->bins[is_none(stats, octave) ? 0 : bin - gau_octave_first_bin(octave)]);
    STATS_SET(stats->octave, octave);
}

static void sum_up(struct gau_call_stats *of, uint64_t ticks)
{
    double sum_sq = of->sum_sq + (double)ticks * (double)ticks; /* clang wants no const */

    STATS_SET(of->total, of->total + ticks);
    __atomic_store(&of->sum_sq, &sum_sq, __ATOMIC_RELEASE);
    if (ticks < of->min)
        STATS_SET(of->min, ticks);
    STATS_SET(of->calls, of->calls + 1);
}

void gau_stats_end_slowly(struct gau_thread_stats *stats, struct gau_call_stats *of, uint64_t now,
                          uint64_t event)
{
    uint64_t ticks = now - of->began;
    struct gau_octave *octave;

    if ((int64_t)ticks < 0) {
        if (!gau_stats_is_open(of->began))
            return;
        ticks = 0; /* the TSC of processors differs: that is no call of 5 years */
    }
    STATS_SET(of->began, GAU_STATS_ENDING);
    count_last(stats);
    sum_up(of, ticks);
    STATS_SET(of->began, now | GAU_STATS_CLOSED);
    octave = find_octave(stats, of, gau_log_bin(ticks));
    if (ticks > of->max) {
        STATS_SET(of->max, ticks);
        STATS_SET(octave->slowest, event);
    }
    set_last(stats, octave, gau_log_bin(ticks));
}

/* --- branches ------------------------------------------------------------------------------ */

static void reset(struct gau_thread_stats *stats, struct gau_call_stats *of)
{
    *of = (struct gau_call_stats){

        .section = of->section,
        .parent = of->parent,
        .began = GAU_STATS_CLOSED,
        .min = UINT64_MAX,
        .octave = stats->none};
}

void gau_stats_add_branch(struct gau_thread_stats *stats, uint32_t branch)
{
    for (unsigned kind = 0; kind < GAU_STATS_KINDS; kind++)
        reset(stats, &stats->branches[branch].kinds[kind]);
}

void gau_stats_select_kind(struct gau_thread_stats *stats, unsigned kind, uint32_t n_branches)
{
    struct gau_call_stats *const now = &stats->branches->kinds[kind];

    if (now == stats->now)
        return;
    for (uint32_t b = 0; b < n_branches; b++) {
        struct gau_call_stats *const of = gau_stats_of(stats, b);

        if (!gau_stats_is_open(of->began))
            continue;
        STATS_SET(stats->branches[b].kinds[kind].began, of->began);
        STATS_SET(of->began, GAU_STATS_CLOSED);
    }
    STATS_SET(stats->now, now);
}

void gau_stats_flush(struct gau_thread_stats *stats)
{
    if (is_none(stats, stats->octave))
        return;
    count_last(stats);
    set_last(stats, stats->none, 0);
}

void gau_stats_add_to_bin(struct gau_thread_stats *stats, struct gau_call_stats *of, size_t bin,
                          uint64_t calls)
{
    struct gau_octave *const octave = find_octave(stats, of, bin);
    unsigned at;
    uint64_t sum;

    if (is_none(stats, octave)) {
        stats->unbinned += calls - 1; /* the first is counted already */
        return;
    }
    at = (unsigned)(bin - gau_octave_first_bin(octave));
    sum = octave->bins[at] + calls;
    octave->bins[at] = (uint8_t)sum;
    if (sum >= 256)
        add_carries(stats, octave, at, sum - sum % 256);
}

/* --- sums ---------------------------------------------------------------------------------- */

struct gau_octaves gau_stats_octaves(const struct gau_call_stats *of)
{
    const struct gau_octave *const first = STATS_GET(of->octave), *octave = first;
    struct gau_octaves octaves = {{NULL}};

    if (!first)
        return octaves;
    do {
        if (octave->n_bins)
            octaves.by_number[octave->shift] = octave;
        octave = STATS_GET(octave->next);
    } while (octave != first);
    return octaves;
}

uint64_t gau_stats_slowest_event(const struct gau_call_stats *of)
{
    const uint64_t max = STATS_GET(of->max);
    const struct gau_octaves octaves = gau_stats_octaves(of);
    const struct gau_octave *const octave = octaves.by_number[gau_octave_of_bin(gau_log_bin(max))];

    return octave ? STATS_GET(octave->slowest) : 0;
}

void gau_stats_note_slowest(struct gau_thread_stats *stats, struct gau_call_stats *of,
                            uint64_t event)
{
    find_octave(stats, of, gau_log_bin(of->max))->slowest = event;
}

static void merge_extremes(struct gau_thread_stats *stats, struct gau_call_stats *into,
                           const struct gau_call_stats *from)
{
    const uint64_t event = gau_stats_slowest_event(from);

    if (from->max > into->max ||
        (from->max == into->max && event < gau_stats_slowest_event(into))) {
        into->max = from->max;
        gau_stats_note_slowest(stats, into, event);
    }
    if (from->min < into->min)
        into->min = from->min;
}

static void merge_octave(struct gau_thread_stats *stats, struct gau_call_stats *into,
                         const struct gau_octave *from)
{
    for (unsigned bin = 0; bin < from->n_bins; bin++) {
        const uint64_t calls = gau_octave_calls(from, bin);

        if (calls)
            gau_stats_add_to_bin(stats, into, gau_octave_first_bin(from) + bin, calls);
    }
}

void gau_stats_merge(struct gau_thread_stats *stats, struct gau_branch_stats *branch, unsigned kind,
                     const struct gau_branch_stats *other, unsigned other_kind)
{
    struct gau_call_stats *const into = &branch->kinds[kind];
    const struct gau_call_stats *const from = &other->kinds[other_kind];
    const struct gau_octaves octaves = gau_stats_octaves(from);

    if (from->calls == 0)
        return;
    merge_extremes(stats, into, from);
    into->calls += from->calls;
    into->total += from->total;
    into->sum_sq += from->sum_sq;
    branch->cpu_ns[kind] += other->cpu_ns[other_kind];
    branch->memory_MB[kind] += other->memory_MB[other_kind];
    for (uint32_t n = 0; n < GAU_OCTAVES; n++)
        if (octaves.by_number[n])
            merge_octave(stats, into, octaves.by_number[n]);
}

void gau_stats_clear(struct gau_thread_stats *stats, struct gau_branch_stats *branch, unsigned kind)
{
    reset(stats, &branch->kinds[kind]);
    branch->cpu_ns[kind] = 0;
    branch->memory_MB[kind] = 0;
}

double gau_stats_percentile(const struct gau_call_stats *of, double fraction)
{
    const struct gau_octaves octaves = gau_stats_octaves(of);
    const double wanted = ceil(fraction * (double)of->calls);
    const double min = (double)of->min, max = (double)of->max;
    uint64_t seen = 0;

    if (of->calls == 0)
        return 0;
    for (unsigned i = 0; i < GAU_OCTAVES; i++) {
        const struct gau_octave *const octave = octaves.by_number[i];

        for (unsigned bin = 0; octave && bin < octave->n_bins; bin++) {
            seen += gau_octave_calls(octave, bin);
            if ((double)seen >= wanted)
                return fmin(fmax(gau_log_middle(gau_octave_first_bin(octave) + bin), min), max);
        }
    }
    return max;
}

double gau_stats_stddev(const struct gau_call_stats *of)
{
    const double n = (double)of->calls, total = (double)of->total;

    if (n < 2)
        return 0;
    return sqrt(fmax(of->sum_sq - total * total / n, 0) / (n - 1));
}
