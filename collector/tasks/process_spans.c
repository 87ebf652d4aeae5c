/* SPDX-License-Identifier: Apache-2.0 */
#include "process_spans.h"

#include "collector/base/collection_state.h"
#include "collector/base/mmap_arena.h"
#include "collector/base/signal_safe_lock.h"
#include "task_totals.h"

#include <stddef.h>

enum { BUCKETS = 1024, AT_ONCE = 128 };

struct gau_process_span {
    struct gau_process_span *next; /* in its bucket, or in the list of free ones */
    gau_itt_id id;
    uint64_t began_ns, ended_ns;             /* without pauses */
    uint64_t began_clock_ns, ended_clock_ns; /* begun in a pause: 0 */
    uint32_t *ended;                         /* of its owner; NULL: of the process */
    uint32_t type;
    enum gau_trace_task_kind kind;
};

static struct gau_process_span *buckets[BUCKETS], *spare;
static unsigned made;

/* Ids are addresses and counts, so they must be mixed. */
static struct gau_process_span **bucket_of(enum gau_trace_task_kind kind, const gau_itt_id *id)
{
    const uint64_t key = (id->d1 ^ id->d2 * 0x9e3779b97f4a7c15u ^ id->d3) + (uint64_t)kind;

    return &buckets[(key * 0x9e3779b97f4a7c15u >> 32) % BUCKETS];
}

static void make_spare(void)
{
    struct gau_process_span *const more =
        made < GAU_PROCESS_SPANS_MAX ? gau_mmap_arena_map(AT_ONCE * sizeof *more) : NULL;

    for (unsigned i = 0; more && i < AT_ONCE; i++) {
        more[i].next = spare;
        spare = &more[i];
        made++;
    }
}

/* Copies the members that identify it. */
static struct gau_process_span *add_span(const struct gau_process_span *what)
{
    struct gau_process_span **const bucket = bucket_of(what->kind, &what->id);
    struct gau_process_span *span;

    gau_lock_take(GAU_LOCK_SPANS);
    if (!spare)
        make_spare();
    span = spare;
    if (span) {
        spare = span->next;
        *span = *what;
        span->next = *bucket;
        *bucket = span;
    }
    gau_lock_release(GAU_LOCK_SPANS);
    return span;
}

static struct gau_process_span *take_out(struct gau_process_span **place)
{
    struct gau_process_span *const span = *place;

    if (span)
        *place = span->next;
    return span;
}

static struct gau_process_span **find(enum gau_trace_task_kind kind, const gau_itt_id *id)
{
    struct gau_process_span **place = bucket_of(kind, id);

    while (*place && ((*place)->kind != kind || (*place)->id.d1 != id->d1 ||
                      (*place)->id.d2 != id->d2 || (*place)->id.d3 != id->d3))
        place = &(*place)->next;
    return place;
}

static void give_back(struct gau_process_span *span)
{
    span->next = spare;
    spare = span;
}

/* --- of the process ------------------------------------------------------------------------ */

bool gau_process_spans_begin(enum gau_trace_task_kind kind, uint32_t type, const gau_itt_id *id)
{
    const struct gau_collection_now now = gau_collection_now();
    const bool paused = gau_collection_paused();
    const struct gau_process_span what = {
        .id = *id,
        .began_ns = now.time_ns,
        .began_clock_ns = paused ? 0 : now.clock_ns,
        .type = type,
        .kind = kind,
    };

    return add_span(&what) && gau_task_totals_process_add(type, !paused, 0);
}

bool gau_process_spans_end(enum gau_trace_task_kind kind, const gau_itt_id *id,
                           struct gau_process_spans_interval *interval)
{
    const struct gau_collection_now times = gau_collection_now();
    const uint64_t now = times.time_ns;
    struct gau_process_span ended = {0};
    struct gau_process_span *span;

    gau_lock_take(GAU_LOCK_SPANS);
    span = take_out(find(kind, id));
    if (span) {
        ended = *span;
        give_back(span);
    }
    gau_lock_release(GAU_LOCK_SPANS);
    if (span)
        gau_task_totals_process_add(ended.type, 0, now > ended.began_ns ? now - ended.began_ns : 0);
    *interval =
        (struct gau_process_spans_interval){ended.type, ended.began_clock_ns, times.clock_ns};
    return span != NULL;
}

void gau_process_spans_restart(void)
{
    const struct gau_collection_now now = gau_collection_now();

    gau_lock_take(GAU_LOCK_SPANS);
    for (unsigned i = 0; made > 0 && i < BUCKETS; i++)
        for (struct gau_process_span *span = buckets[i]; span; span = span->next) {
            span->began_ns = now.time_ns;
            span->began_clock_ns = span->began_clock_ns ? now.clock_ns : 0;
        }
    gau_lock_release(GAU_LOCK_SPANS);
}

/* --- of threads ---------------------------------------------------------------------------- */

struct gau_process_span *gau_process_spans_own(const gau_itt_id *id, uint32_t *ended)
{
    struct gau_process_span what = {.id = *id, .kind = GAU_TRACE_OVERLAPPED_TASK};

    what.ended = ended;
    return add_span(&what);
}

/* A stack that was being changed when its process forked may contain a span twice. */
void gau_process_spans_release(struct gau_process_span *span)
{
    struct gau_process_span **place = bucket_of(span->kind, &span->id);

    gau_lock_take(GAU_LOCK_SPANS);
    if (span->ended) {
        while (*place && *place != span)
            place = &(*place)->next;
        if (!take_out(place))
            __atomic_fetch_sub(span->ended, 1, __ATOMIC_RELAXED);
        span->ended = NULL;
        give_back(span);
    }
    gau_lock_release(GAU_LOCK_SPANS);
}

bool gau_process_spans_end_owned(const gau_itt_id *id)
{
    const struct gau_collection_now now = gau_collection_now();
    struct gau_process_span *span;

    gau_lock_take(GAU_LOCK_SPANS);
    span = take_out(find(GAU_TRACE_OVERLAPPED_TASK, id));
    if (span) {
        __atomic_store_n(&span->ended_clock_ns, now.clock_ns, __ATOMIC_RELAXED);
        __atomic_store_n(&span->ended_ns, now.time_ns ? now.time_ns : 1, __ATOMIC_RELEASE);
        __atomic_fetch_add(span->ended, 1, __ATOMIC_RELEASE);
    }
    gau_lock_release(GAU_LOCK_SPANS);
    return span != NULL;
}

uint64_t gau_span_ended(const struct gau_process_span *span)
{
    return __atomic_load_n(&span->ended_ns, __ATOMIC_ACQUIRE);
}

uint64_t gau_span_ended_clock(const struct gau_process_span *span)
{
    return __atomic_load_n(&span->ended_clock_ns, __ATOMIC_RELAXED);
}
