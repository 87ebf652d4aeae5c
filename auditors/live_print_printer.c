/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print_printer.h"

#include "live_print_console.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct live_print_printer {
    struct live_print_ring *ring;
    struct live_print_stack *stack;
    struct live_print_console console;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool over;
    bool asleep;    /* nobody has woken it yet */
    uint64_t ended; /* sections */
    locale_t numbers;
};

/* --- the thread ---------------------------------------------------------------------------- */

static void look(struct live_print_printer *p)
{
    /* In this order: an entry knows no more of others than the look does. */
    const uint64_t count = live_print_ring_count(p->ring);
    struct live_print_entry entry;
    bool held[2];

    live_print_console_hold(&p->console, held);
    live_print_look(p->stack, gau_clock_ns(), live_print_console_others(&p->console),
                    live_print_console_columns(&p->console));
    while (live_print_ring_get(p->ring, &entry, count))
        live_print_replay(p->stack, &entry);
    live_print_looked(p->stack);
    live_print_console_let_go(held);
}

/* Until a section has ended since @p ended, the next look is due, or all is over. */
static bool sleep_until_due(struct live_print_printer *p, uint64_t ended)
{
    const uint64_t due = live_print_due(p->stack);
    const struct timespec until = {.tv_sec = (time_t)(due / 1000000000),
                                   .tv_nsec = (long)(due % 1000000000)};
    bool over;

    pthread_mutex_lock(&p->lock);
    __atomic_store_n(&p->asleep, true, __ATOMIC_SEQ_CST);
    while (!p->over && __atomic_load_n(&p->ended, __ATOMIC_SEQ_CST) == ended &&
           gau_clock_ns() < due) {
        pthread_cond_timedwait(&p->woken, &p->lock, &until);
        __atomic_store_n(&p->asleep, true, __ATOMIC_SEQ_CST);
    }
    __atomic_store_n(&p->asleep, false, __ATOMIC_SEQ_CST);
    over = p->over;
    pthread_mutex_unlock(&p->lock);
    return !over;
}

static void *run(void *printer)
{
    struct live_print_printer *const p = printer;
    uint64_t ended = 0;

    if (p->numbers)
        uselocale(p->numbers); /* a point is a point, whatever the program's locale is */
    while (sleep_until_due(p, ended)) {
        ended = __atomic_load_n(&p->ended, __ATOMIC_SEQ_CST);
        look(p);
    }
    look(p);
    live_print_end(p->stack);
    if (p->numbers)
        uselocale(LC_GLOBAL_LOCALE);
    return NULL;
}

/* --- its life ------------------------------------------------------------------------------ */

static void release(struct live_print_printer *p)
{
    live_print_ring_free(p->ring);
    live_print_stack_free(p->stack);
    live_print_console_close(&p->console);
    if (p->numbers)
        freelocale(p->numbers);
    free(p);
}

static int start_thread(struct live_print_printer *p)
{
    pthread_condattr_t attributes;
    sigset_t all, before;
    int failure;

    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&p->woken, &attributes);
    pthread_condattr_destroy(&attributes);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    failure = pthread_create(&p->thread, NULL, run, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure) {
        pthread_cond_destroy(&p->woken);
        pthread_mutex_destroy(&p->lock);
    }
    return failure;
}

struct live_print_printer *live_print_printer_start(const struct live_print_settings *settings)
{
    struct live_print_printer *const p = calloc(1, sizeof *p);
    struct live_print_settings own = *settings;
    int failure = ENOMEM;

    if (!p)
        return NULL;
    live_print_console_open(&p->console);
    own.write = live_print_console_write;
    own.user = &p->console;
    own.colour = p->console.colour;
    own.rewrites = p->console.terminal;
    p->numbers = newlocale(LC_NUMERIC_MASK, "C", NULL);
    p->ring = live_print_ring_new();
    p->stack = live_print_stack_new(&own, gau_clock_ns());
    if (p->ring && p->stack && (failure = start_thread(p)) == 0)
        return p;
    release(p);
    errno = failure;
    return NULL;
}

void live_print_printer_stop(struct live_print_printer *p, bool in_child)
{
    if (!p)
        return;
    if (!in_child) {
        pthread_mutex_lock(&p->lock);
        p->over = true;
        pthread_cond_signal(&p->woken);
        pthread_mutex_unlock(&p->lock);
        pthread_join(p->thread, NULL);
        pthread_cond_destroy(&p->woken);
        pthread_mutex_destroy(&p->lock);
    }
    release(p);
}

/* --- from the threads of the program ------------------------------------------------------- */

bool live_print_printer_reserve(struct live_print_printer *p)
{
    return live_print_ring_reserve(p->ring);
}

void live_print_printer_begin(struct live_print_printer *p, struct live_print_entry *entry)
{
    entry->others = live_print_console_others(&p->console);
    entry->ns = gau_clock_ns();
    live_print_ring_put(p->ring, entry);
}

/* Only who finds it asleep pays for waking it. */
void live_print_printer_end(struct live_print_printer *p, struct live_print_entry *entry)
{
    entry->ns = gau_clock_ns();
    entry->others = live_print_console_others(&p->console);
    live_print_ring_put(p->ring, entry);
    __atomic_add_fetch(&p->ended, 1, __ATOMIC_SEQ_CST);
    if (!__atomic_exchange_n(&p->asleep, false, __ATOMIC_SEQ_CST))
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->woken);
    pthread_mutex_unlock(&p->lock);
}
