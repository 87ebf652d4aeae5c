/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_setname_np() */

#include "auditors/common/resident_memory.h"
#include "live_print.h"

#include <gaudit/gaudit.h>

#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * LivePrintAuditor: progress of long sections, on standard error. Sections with a message show it,
 * a dot after every TimeLimit, and their time; see doc/live-print.md.
 *
 *     gaudit run job.xml -a LivePrintAuditor:TimeLimit=2;All=true
 *
 * Hooks record time and memory; a thread of its own does all else, with all signals blocked. Hooks
 * wake it at the end of a section; else it sleeps until the next update is due.
 */

/* What is shown of a branch. */
struct live_branch {
    const char *text; /* NULL: not shown */
    bool no_dots;
};

struct live {
    double time_limit;
    int64_t memory_limit;
    bool all;
    struct live_branch *branches;
    struct live_print_ring *ring;
    struct live_print_stack *stack;
    struct live_print_terminal terminal;
    pthread_t thread;
    locale_t numbers;
    gau_context *ctx;
    uint64_t lost;     /* sections without room; atomic */
    int64_t memory_MB; /* when it was read last; atomic */
    bool prints, runs, measures;
    pid_t process; /* its children have no thread that would print */
};

/* The state of a thread. */
struct live_thread {
    struct live *live;
    struct live_print_thread print;
    struct live_call {
        bool shown; /* the open call is */
        struct live_print_open print;
    } * calls; /* one per branch */
};

static const gau_property live_properties[] = {
    GAU_DOUBLE(struct live, time_limit, "TimeLimit", 5, 0.01, 1e6, "s",
               "A longer section is shown; also the time between two dots"),
    GAU_INT(struct live, memory_limit, "MemoryLimit", 100, 0, INT64_MAX / 2, "MB",
            "A section during which the process grows by more is shown, however short it is"),
    GAU_BOOL(struct live, all, "All", false,
             "Show everything, under its name if it has no message: sections without one, "
             "algorithms, sequences, events"),
    GAU_PROPERTY_END,
};

/* The terminal is of the process, so one auditor of the process prints. */
static struct live *printing;

/* --- hooks --------------------------------------------------------------------------------- */

/* Of background work, such as the printing itself. */
static bool is_item(const gau_branch_info *info)
{
    return info->kind == GAU_BRANCH_KIND_BACKGROUND && info->component == GAU_NO_COMPONENT;
}

static void live_branch_added(void *self, gau_branch branch)
{
    struct live *const live = self;
    const gau_branch_info *const info = gau_branch_at(live->ctx, branch);
    struct live_branch *const shown = &live->branches[branch];
    const bool event = branch == GAU_ROOT_EVENT;

    if (info->message && info->message[0])
        shown->text = info->message;
    else if (live->all && info->kind != GAU_BRANCH_EXCLUDED && !is_item(info) &&
             (event || info->kind != GAU_BRANCH_KIND_ROOT))
        shown->text = info->name;
    shown->no_dots = info->no_dots;
}

/* Resident, in MB; if it cannot be read, what it was. */
static int64_t memory_now(struct live *live)
{
    const int64_t now = live->measures ? gau_resident_memory_mb() : -1;

    if (now >= 0)
        __atomic_store_n(&live->memory_MB, now, __ATOMIC_RELAXED);
    return __atomic_load_n(&live->memory_MB, __ATOMIC_RELAXED);
}

static bool is_child(const struct live *live)
{
    return getpid() != live->process;
}

/* Fills in time and foreign writes. */
static bool put_entry(struct live *live, struct live_print_entry *entry)
{
    const struct gau_hook_calls before = gau_hook_calls_begin();

    entry->ns = gau_clock_ns();
    entry->foreign_writes = gau_live_print_terminal_foreign_writes(&live->terminal);
    gau_hook_calls_end(before);
    if (entry->begins) /* without the time of the check */
        entry->ns = gau_clock_ns();
    return gau_live_print_ring_put(live->ring, entry);
}

static void live_thread_begin(void *state, const gau_context *ctx)
{
    ((struct live_thread *)state)->print.number = ctx->worker;
}

static void begin_call(struct live_thread *thread, const gau_context *ctx)
{
    struct live *const live = thread->live;
    const struct live_branch *const branch = &live->branches[ctx->branch];
    struct live_print_entry entry = {.text = branch->text,
                                     .number = ctx->branch == GAU_ROOT_EVENT ? ctx->event : 0,
                                     .memory_MB = memory_now(live),
                                     .thread = &thread->print,
                                     .open = &thread->calls[ctx->branch].print,
                                     .begins = true,
                                     .no_dots = branch->no_dots};
    const bool shown = put_entry(live, &entry);

    thread->calls[ctx->branch].shown = shown;
    if (!shown)
        __atomic_add_fetch(&live->lost, 1, __ATOMIC_RELAXED);
}

static void live_before(void *state, const gau_context *ctx)
{
    struct live_thread *const thread = state;
    const struct live *const live = thread->live;

    if (live->branches[ctx->branch].text && live->runs && !is_child(live))
        begin_call(thread, ctx);
}

static void end_call(struct live_thread *thread)
{
    struct live_print_entry entry = {.memory_MB = memory_now(thread->live),
                                     .thread = &thread->print};

    put_entry(thread->live, &entry);
}

static void live_after(void *state, const gau_context *ctx, gau_outcome outcome)
{
    struct live_thread *const thread = state;

    (void)outcome;
    if (!thread->calls[ctx->branch].shown)
        return;
    thread->calls[ctx->branch].shown = false;
    if (!is_child(thread->live))
        end_call(thread);
}

/* --- the thread ---------------------------------------------------------------------------- */

static void update_lines(struct live *live)
{
    /* In this order: the foreign writes of the update include those of its entries. */
    const uint64_t count = gau_live_print_ring_count(live->ring);
    struct live_print_entry entry;
    bool held[2];

    gau_live_print_terminal_hold(&live->terminal, held);
    gau_live_print_update_begin(live->stack, gau_clock_ns(),
                                gau_live_print_terminal_foreign_writes(&live->terminal),
                                gau_live_print_terminal_columns(&live->terminal));
    while (gau_live_print_ring_get(live->ring, &entry, count))
        gau_live_print_replay(live->stack, &entry);
    gau_live_print_update_end(live->stack);
    gau_live_print_terminal_release(held);
}

static void *run_thread(void *self)
{
    struct live *const live = self;

    gau_background_own_thread();
    pthread_setname_np(pthread_self(), "gaudit print");
    if (live->numbers)
        uselocale(live->numbers); /* a point is a point, whatever the program's locale is */
    while (gau_live_print_ring_wait(live->ring, gau_live_print_due(live->stack))) {
        gau_background_begin("live print");
        update_lines(live);
        gau_background_end();
    }
    update_lines(live);
    gau_live_print_end(live->stack);
    if (live->numbers)
        uselocale(LC_GLOBAL_LOCALE);
    return NULL;
}

/* --- steps --------------------------------------------------------------------------------- */

static gau_status claim_printing(struct live *live, gau_context *ctx)
{
    struct live *none = NULL;

    if (!__atomic_compare_exchange_n(&printing, &none, live, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_RELAXED))
        return gau_fail(ctx->error, GAU_ERR_DUPLICATE,
                        "there is another LivePrintAuditor: only one can print");
    live->prints = true;
    live->ctx = ctx;
    live->process = getpid();
    return GAU_OK;
}

static bool start_thread(struct live *live)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    live->runs = pthread_create(&live->thread, NULL, run_thread, live) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return live->runs;
}

static bool make_stack(struct live *live, const gau_context *ctx)
{
    const struct live_print_settings settings = {
        .time_limit_ns = (uint64_t)(1e9 * live->time_limit + 0.5),
        .memory_limit_MB = live->memory_limit,
        .all = live->all,
        .several = gau_worker_count(ctx) > 1,
        .colour = live->terminal.colour,
        .rewrites = live->terminal.terminal,
        .write = gau_live_print_terminal_write,
        .user = &live->terminal,
    };

    live->ring = gau_live_print_ring_new();
    live->stack = gau_live_print_stack_new(&settings, gau_clock_ns());
    return live->ring && live->stack;
}

static gau_status live_initialize(void *self, gau_context *ctx)
{
    struct live *const live = self;
    bool made;

    if (!gau_log_is_open()) /* the program may open something of its own there */
        return GAU_END;
    GAU_TRY(claim_printing(live, ctx));
    live->measures = gau_resident_memory_open();
    gau_live_print_terminal_open(&live->terminal);
    live->numbers = newlocale(LC_NUMERIC_MASK, "C", NULL);
    made = make_stack(live, ctx);
    if (made && start_thread(live))
        return GAU_OK;
    gau_warning(ctx, "nothing is printed: %s",
                made ? "no thread can be started" : "out of memory (sections to print)");
    return GAU_END;
}

/* Prints what is left. In a child of fork() there is no thread. */
static void stop_thread(struct live *live)
{
    if (live->runs && !is_child(live)) {
        gau_live_print_ring_close(live->ring);
        pthread_join(live->thread, NULL);
    }
    live->runs = false;
}

/* What is printed is in the states of the threads. */
static void live_thread_end(void *state, const gau_context *ctx)
{
    (void)ctx;
    stop_thread(((struct live_thread *)state)->live);
}

static gau_status live_finalize(void *self, gau_context *ctx)
{
    struct live *const live = self;

    if (live->lost && !is_child(live))
        gau_warning(ctx,
                    "%llu section%s not shown: more than %d at once were open or waiting to be "
                    "printed",
                    (unsigned long long)live->lost, live->lost == 1 ? " was" : "s were",
                    LIVE_PRINT_RING / 2);
    return GAU_OK;
}

static void live_release(void *self)
{
    struct live *const live = self;

    stop_thread(live);
    gau_live_print_ring_free(live->ring, is_child(live));
    gau_live_print_stack_free(live->stack);
    if (live->measures)
        gau_resident_memory_close();
    if (live->numbers)
        freelocale(live->numbers);
    if (!live->prints)
        return;
    gau_live_print_terminal_close(&live->terminal);
    __atomic_store_n(&printing, NULL, __ATOMIC_RELEASE);
}

static const gau_class live_class = {
    GAU_CLASS("LivePrintAuditor", struct live,
              "Prints the progress of long sections while they run."),
    .properties = live_properties,
    .shared = true,
    .initialize = live_initialize,
    .finalize = live_finalize,
    .release = live_release,
    .auditor = GAU_AUDITOR(.branch_added = live_branch_added, .before = live_before,
                           .after = live_after, GAU_PER_BRANCH(struct live, branches),
                           .prints = true, GAU_PER_THREAD(struct live_thread, live),
                           GAU_PER_THREAD_BRANCH(struct live_thread, calls),
                           .thread_begin = live_thread_begin, .thread_end = live_thread_end),
};
GAU_MODULE(&live_class);
