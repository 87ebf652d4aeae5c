/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "state.h"

#include "collector/arena.h"

#include "life.h"
#include "rules.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Initial-exec: to touch it calls no allocator. */
#define LOCAL static _Thread_local __attribute__((tls_model("initial-exec")))

struct gau_lint_state gau_lint = {.lock = PTHREAD_MUTEX_INITIALIZER, .log = {.fd = -1}};

LOCAL struct gau_lint_thread *self;
LOCAL bool inside;

static struct gau_lint_thread nobody; /* for want of memory */

uint64_t gau_lint_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void link_to(struct gau_lint_thread **list, struct gau_lint_thread *thread)
{
    thread->next = *list;
    thread->link = list;
    if (*list)
        (*list)->link = &thread->next;
    *list = thread;
}

static void unlink_thread(struct gau_lint_thread *thread)
{
    *thread->link = thread->next;
    if (thread->next)
        thread->next->link = thread->link;
}

static struct gau_lint_thread *add_thread(void)
{
    struct gau_lint_thread *thread = gau_lint.spare;
    struct gau_lint_marks events = {0}, tasks = {0};

    if (thread) {
        unlink_thread(thread);
        events = (struct gau_lint_marks){thread->events.items, 0, thread->events.capacity};
        tasks = (struct gau_lint_marks){thread->tasks.items, 0, thread->tasks.capacity};
    } else {
        thread = gau_arena_alloc(sizeof *thread);
    }
    if (!thread)
        return &nobody;
    *thread = (struct gau_lint_thread){
        .tid = syscall(SYS_gettid),
        .events = events,
        .tasks = tasks,
    };
    link_to(&gau_lint.threads, thread);
    pthread_setspecific(gau_lint.key, thread);
    return thread;
}

bool gau_lint_enter(struct gau_lint_call *call)
{
    if (inside)
        return false;
    inside = true;
    gau_lint_begin();
    pthread_mutex_lock(&gau_lint.lock);
    if (!self)
        self = add_thread();
    *call = (struct gau_lint_call){.thread = self, .now = gau_lint_clock()};
    return true;
}

void gau_lint_leave(void)
{
    pthread_mutex_unlock(&gau_lint.lock);
    inside = false;
}

/*
 * Late: in the rounds before, destructors of other keys may still end marks. Of the four rounds
 * there are, the last belongs to sanitizers, which cannot be called in it any more.
 */
void gau_lint_thread_ends(void *data)
{
    struct gau_lint_thread *const thread = data;
    struct gau_lint_call call;

    if (++thread->farewells < 3) {
        pthread_setspecific(gau_lint.key, thread);
        return;
    }
    if (!gau_lint_enter(&call))
        return;
    if (!gau_lint.finished)
        gau_lint_judge_thread(&call);
    unlink_thread(thread);
    link_to(&gau_lint.spare, thread);
    self = NULL;
    gau_lint_leave();
}

void gau_lint_forget_others(void)
{
    while (gau_lint.threads) {
        struct gau_lint_thread *const thread = gau_lint.threads;

        unlink_thread(thread);
        if (thread != self)
            link_to(&gau_lint.spare, thread);
    }
    gau_lint.n_threads = 0;
    if (self && self != &nobody) {
        link_to(&gau_lint.threads, self);
        self->tid = syscall(SYS_gettid);
        self->counted = false;
    }
}

bool gau_lint_lock_for_fork(void)
{
    if (inside)
        return false;
    pthread_mutex_lock(&gau_lint.lock);
    return true;
}

static void count_and_log(const struct gau_lint_call *call, const char *function,
                          const char *format, va_list arguments)
{
    gau_lint.n_calls++;
    gau_lint.n_threads += !call->thread->counted;
    call->thread->counted = true;
    gau_lint_log_line(&gau_lint.log, call->now, call->thread->tid, function, format, arguments);
}

void gau_lint_calls(const struct gau_lint_call *call, const char *function, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    count_and_log(call, function, format, arguments);
    va_end(arguments);
}

void gau_lint_log_call(const char *function, const char *format, ...)
{
    struct gau_lint_call call;
    va_list arguments;

    if (!gau_lint_enter(&call))
        return;
    va_start(arguments, format);
    count_and_log(&call, function, format, arguments);
    va_end(arguments);
    gau_lint_leave();
}

void gau_lint_note(const struct gau_lint_call *call, const char *word, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    gau_lint_log_line(&gau_lint.log, call->now, call->thread->tid, word, format, arguments);
    va_end(arguments);
}

int gau_lint_clipped(const struct gau_lint_name *name)
{
    int length = 120;

    if (name->length <= (size_t)length)
        return (int)name->length;
    while (length > 100 && ((unsigned char)name->text[length] & 0xc0) == 0x80)
        length--; /* not inside a character of UTF-8 */
    return length;
}

static void make_one_line(char *text)
{
    unsigned char before = 0;

    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;

        /* C1 in UTF-8, or by itself */
        if (c < ' ' || c == 0x7f || (c >= 0x80 && c < 0xa0 && (before < 0x80 || before == 0xc2)))
            *text = '?';
        if (*text == '?' && before == 0xc2)
            text[-1] = '?';
        before = c;
    }
}

void gau_lint_breach(const struct gau_lint_call *call, enum gau_lint_kind kind, const char *format,
                     ...)
{
    const struct gau_lint_name *const name = call->thread->name;
    char place[512], thread[128] = "";
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(place, sizeof place, format, arguments);
    va_end(arguments);
    if (name)
        snprintf(thread, sizeof thread, "%.*s", GAU_LINT_CLIP(name));
    make_one_line(place);
    make_one_line(thread);
    gau_lint_tally_add(&gau_lint.tally, &(struct gau_lint_sighting){
                                            .kind = kind,
                                            .place = place,
                                            .thread = thread,
                                            .pid = getpid(),
                                            .tid = call->thread->tid,
                                            .ns = call->now - gau_lint.start,
                                        });
    gau_lint_note(call, "@breach", "wss", gau_lint_kind_name(kind), place, thread);
}

bool gau_lint_keeps_pace(struct gau_lint_pace *pace, uint64_t now, uint64_t interval,
                         unsigned burst)
{
    const uint64_t from = pace->paid_until > now ? pace->paid_until : now;

    if (from - now > (burst - 1) * interval)
        return false;
    pace->paid_until = from + interval;
    return true;
}
