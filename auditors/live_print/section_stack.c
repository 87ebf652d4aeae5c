/* SPDX-License-Identifier: Apache-2.0 */
#include "live_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct live_print_stack {
    struct live_print_settings settings;
    struct live_print_thread *listed, **unlisted; /* the end of the list */
    struct live_print_open *line; /* whose line can go on, as nothing was printed behind it */
    uint64_t now_ns;              /* of this update, or the last one */
    uint64_t foreign_writes;      /* at this update, or the last one */
    uint64_t lines;               /* counted whenever something is printed here */
    unsigned columns;
    const struct live_print_thread *first; /* that had a section; NULL: none yet */
    struct live_print_line text;
};

/* --- lines --------------------------------------------------------------------------------- */

static void begin_line(struct live_print_stack *s)
{
    s->text.length = 0;
    s->text.columns = 0;
}

static void send_line(struct live_print_stack *s)
{
    s->settings.write(s->settings.user, s->text.text, s->text.length);
    s->lines++;
}

static void escape(struct live_print_stack *s, const char *sequence)
{
    if (s->settings.colour)
        gau_live_print_line_escape(&s->text, sequence);
}

/* Goes back to the beginning of the line of @p e, which is the last one on the terminal. */
static void go_back(struct live_print_stack *s, const struct live_print_open *e)
{
    char sequence[32];

    snprintf(sequence, sizeof sequence, "\033[%uA\r",
             e->columns ? (e->columns - 1) / s->columns + 1 : 1);
    gau_live_print_line_escape(&s->text, sequence);
}

/* A line of @p e, without its end. */
static void put_message(struct live_print_stack *s, const struct live_print_open *e)
{
    char number[32];

    escape(s, "\033[2m");
    if (s->settings.several || e->began.thread != s->first) {
        snprintf(number, sizeof number, "[%" PRIu32 "] ", e->began.thread->number);
        gau_live_print_line_put(&s->text, number);
    }
    gau_live_print_line_repeat(&s->text, ' ', e->depth);
    gau_live_print_line_put(&s->text, e->prefix);
    gau_live_print_line_message(&s->text, e->began.text);
    if (e->began.number) {
        snprintf(number, sizeof number, " %" PRIu64, e->began.number);
        gau_live_print_line_put(&s->text, number);
    }
    gau_live_print_line_repeat(&s->text, '.', s->settings.rewrites ? e->dots : 0);
    escape(s, "\033[0m");
}

/* What a line of its own begins with. */
static void begin_own_line(struct live_print_stack *s)
{
    begin_line(s);
    if (s->line && !s->settings.rewrites)
        gau_live_print_line_escape(&s->text, "\n");
}

/* The line of @p e is the last one now, and nothing was printed since. */
static void was_printed(struct live_print_stack *s, struct live_print_open *e)
{
    e->columns = s->text.columns;
    e->printed = true;
    e->lines = s->lines;
    e->began.foreign_writes = s->foreign_writes;
    s->line = e;
}

static const char *prefix_of(const struct live_print_stack *s, const struct live_print_open *e)
{
    if (e->printed)
        return "Still ";
    return e->began.foreign_writes != s->foreign_writes ? "Currently " : "";
}

static void print_message(struct live_print_stack *s, struct live_print_open *e)
{
    if (e->began.no_dots) {
        e->printed = true;
        return;
    }
    e->prefix = prefix_of(s, e);
    e->dots = 0;
    begin_own_line(s);
    put_message(s, e);
    if (s->settings.rewrites)
        gau_live_print_line_escape(&s->text, "\n");
    send_line(s);
    was_printed(s, e);
}

static void print_dot(struct live_print_stack *s, struct live_print_open *e)
{
    const unsigned columns = e->columns + 1;

    if (s->settings.rewrites && e->dots == LIVE_PRINT_DOTS) {
        print_message(s, e);
        return;
    }
    e->dots++;
    begin_line(s);
    if (s->settings.rewrites) {
        go_back(s, e);
        put_message(s, e);
        gau_live_print_line_escape(&s->text, "\n");
    } else {
        escape(s, "\033[2m");
        gau_live_print_line_put(&s->text, ".");
        escape(s, "\033[0m");
    }
    send_line(s);
    was_printed(s, e);
    e->columns = columns;
}

/* --- results ------------------------------------------------------------------------------- */

static void put_number(struct live_print_stack *s, const char *number, const char *unit)
{
    gau_live_print_line_put(&s->text, "[");
    escape(s, "\033[33m");
    gau_live_print_line_put(&s->text, number);
    gau_live_print_line_put(&s->text, unit);
    escape(s, "\033[39m");
    gau_live_print_line_put(&s->text, "]");
}

/* With colours, their first sequence is a part of the width. */
static void put_result(struct live_print_stack *s, const struct live_print_open *e,
                       const struct live_print_entry *end, unsigned columns)
{
    const unsigned width = LIVE_PRINT_COLUMN - (s->settings.colour ? 4 : 0);
    char number[64];

    gau_live_print_line_repeat(&s->text, ' ', columns < width ? width - columns : 0);
    escape(s, "\033[2m");
    snprintf(number, sizeof number, "%6.2f", 1e-9 * (double)(end->ns - e->began.ns));
    put_number(s, number, " s");
    gau_live_print_line_put(&s->text, " ");
    snprintf(number, sizeof number, "%5" PRId64, end->memory_MB);
    put_number(s, number, " MB");
    escape(s, "\033[0m");
    gau_live_print_line_escape(&s->text, "\n");
}

/* The result goes on in the line of @p e, or in a new one. */
static void print_result(struct live_print_stack *s, struct live_print_open *e,
                         const struct live_print_entry *end)
{
    unsigned columns = e->columns;

    if (s->line == e) {
        begin_line(s);
        if (s->settings.rewrites) {
            go_back(s, e);
            put_message(s, e);
        }
    } else {
        const bool others =
            e->printed || end->foreign_writes != e->began.foreign_writes || s->lines > e->lines;

        e->prefix = e->began.no_dots || others ? "Finished " : "";
        e->dots = 0;
        begin_own_line(s);
        put_message(s, e);
        columns = s->text.columns;
    }
    put_result(s, e, end, columns);
    send_line(s);
    s->line = NULL;
}

/* --- sections ------------------------------------------------------------------------------ */

static void begin_section(struct live_print_stack *s, struct live_print_thread *t,
                          const struct live_print_entry *entry)
{
    struct live_print_open *const e = entry->open;

    *e = (struct live_print_open){.began = *entry,
                                  .below = t->top,
                                  .lines = s->lines,
                                  .prefix = "",
                                  .depth = t->top ? t->top->depth + 1 : 0};
    if (t->top)
        t->top->above = e;
    else
        t->bottom = e;
    t->top = e;
}

static void print_below(struct live_print_stack *s, const struct live_print_thread *t)
{
    for (struct live_print_open *e = t->bottom; e != t->top; e = e->above)
        if (!e->printed)
            print_message(s, e);
}

static void end_section(struct live_print_stack *s, struct live_print_thread *t,
                        const struct live_print_entry *entry)
{
    struct live_print_open *const e = t->top;

    if (!e)
        return;
    if (s->settings.all || e->printed || entry->ns - e->began.ns > s->settings.time_limit_ns ||
        entry->memory_MB - e->began.memory_MB > s->settings.memory_limit_MB) {
        print_below(s, t);
        print_result(s, e, entry);
    }
    t->top = e->below;
    if (t->top)
        t->top->above = NULL;
    else
        t->bottom = NULL;
}

/* Nothing has begun or ended. */
static void stay(struct live_print_stack *s, struct live_print_thread *t)
{
    struct live_print_open *const top = t->top;

    if (!top)
        return;
    if (t->foreign_writes != s->foreign_writes) {
        for (struct live_print_open *e = t->bottom; e; e = e->above)
            e->printed = true;
        return;
    }
    print_below(s, t);
    if (s->line == top)
        print_dot(s, top);
    else if (!top->printed || !s->line) /* else the dots of another thread show progress */
        print_message(s, top);
}

/* --- updates ------------------------------------------------------------------------------- */

struct live_print_stack *gau_live_print_stack_new(const struct live_print_settings *settings,
                                                  uint64_t now_ns)
{
    struct live_print_stack *const s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->settings = *settings;
    s->unlisted = &s->listed;
    s->now_ns = now_ns;
    return s;
}

void gau_live_print_stack_free(struct live_print_stack *s)
{
    free(s);
}

uint64_t gau_live_print_due(const struct live_print_stack *s)
{
    uint64_t last = s->listed ? s->listed->updated_ns : s->now_ns;

    for (const struct live_print_thread *t = s->listed; t; t = t->next)
        last = t->updated_ns < last ? t->updated_ns : last;
    return last + s->settings.time_limit_ns;
}

void gau_live_print_update_begin(struct live_print_stack *s, uint64_t now_ns,
                                 uint64_t foreign_writes, unsigned columns)
{
    if (foreign_writes != s->foreign_writes)
        s->line = NULL; /* other output follows it */
    s->now_ns = now_ns;
    s->foreign_writes = foreign_writes;
    s->columns = columns ? columns : 80;
}

void gau_live_print_replay(struct live_print_stack *s, const struct live_print_entry *entry)
{
    struct live_print_thread *const t = entry->thread;

    if (!s->first)
        s->first = t;
    if (!t->listed) {
        t->listed = true;
        t->next = NULL;
        *s->unlisted = t;
        s->unlisted = &t->next;
    }
    t->changed = true;
    if (entry->begins)
        begin_section(s, t, entry);
    else
        end_section(s, t, entry);
}

void gau_live_print_update_end(struct live_print_stack *s)
{
    struct live_print_thread **at = &s->listed;

    while (*at) {
        struct live_print_thread *const t = *at;
        const bool due = t->changed || s->now_ns - t->updated_ns >= s->settings.time_limit_ns;

        if (due && !t->changed)
            stay(s, t);
        if (due) {
            t->updated_ns = s->now_ns;
            t->foreign_writes = s->foreign_writes;
        }
        t->changed = false;
        t->listed = t->top;
        if (t->listed)
            at = &t->next;
        else
            *at = t->next;
    }
    s->unlisted = at;
}

void gau_live_print_end(struct live_print_stack *s)
{
    if (!s->line || s->settings.rewrites)
        return;
    begin_own_line(s);
    send_line(s);
    s->line = NULL;
}
