/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* gettid */
#include "crash.h"

#include "framework/src/sections/thread_slots.h"
#include "framework/src/support/write_all.h"

#include "table/utf8.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Of lines: with the rank, if there is one. */
static char head[40] = "gaudit: ";

void gau_crash_name_rank(int rank)
{
    if (rank >= 0)
        snprintf(head, sizeof head, "gaudit: rank %d: ", rank);
    else
        snprintf(head, sizeof head, "gaudit: ");
}

/* --- text ---------------------------------------------------------------------------------- */

/* Ends with NUL; what does not fit is left out. */
struct line {
    char text[3 * GAU_MAX_PATH];
    size_t length;
};

static void add_text(struct line *line, const char *text)
{
    const size_t room = sizeof line->text - 1 - line->length, length = strlen(text);
    const size_t n = length < room ? length : room;

    memcpy(line->text + line->length, text, n);
    line->length += n;
    line->text[line->length] = '\0';
}

static void add_number(struct line *line, uint64_t number)
{
    char digits[24];
    size_t i = sizeof digits - 1;

    digits[i] = '\0';
    do
        digits[--i] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    add_text(line, digits + i);
}

/* "BEFORE 'NAME'" */
static void add_name(struct line *line, const char *before, const char *name)
{
    add_text(line, before);
    add_text(line, " '");
    add_text(line, name);
    add_text(line, "'");
}

/* --- where a worker is --------------------------------------------------------------------- */

static void add_component(struct line *line, const struct gau_component *c)
{
    add_name(line, "component", c->name);
    if (c->cls)
        add_name(line, " of class", c->cls->name);
}

/* "step Finalize", or "step Finalize of component 'Fit' of class 'TrackFit'" */
static void add_step(struct line *line, const struct gau_worker *w)
{
    const struct gau_component *const c = gau_job_find(w->job, w->ctx.name);

    add_text(line, "step ");
    add_text(line, gau_phase_names[w->ctx.phase]);
    if (c) {
        add_text(line, " of ");
        add_component(line, c);
    }
}

/* With its component, or that of the nearest branch above it that has one. */
static void add_branch(struct line *line, const struct gau_job *job, const gau_branch_info *info)
{
    add_name(line, "branch", info->path);
    while (info->component == GAU_NO_COMPONENT && info->parent != GAU_NO_BRANCH)
        info = &job->branches.infos[info->parent];
    if (info->component >= job->n_components)
        return;
    add_text(line, " (");
    add_component(line, &job->components[info->component]);
    add_text(line, ")");
}

/* "event 17, branch 'Main Fit' (component 'Fit' of class 'TrackFit')". False: it is in none. */
static bool add_position(struct line *line, const struct gau_worker *w)
{
    const gau_branch branch = w->ctx.branch;
    const uint64_t event = w->ctx.event;

    if (w->ctx.phase < GAU_PHASE_COUNT && w->ctx.phase != GAU_EXECUTE) {
        add_step(line, w);
        return true;
    }
    if (event == 0 && (branch == w->app->program || branch == GAU_ROOT_BACKGROUND))
        return false;
    if (event) {
        add_text(line, "event ");
        add_number(line, event);
    }
    if (branch < gau_branch_table_count(&w->job->branches)) {
        add_text(line, event ? ", " : "");
        add_branch(line, w->job, &w->job->branches.infos[branch]);
    }
    return true;
}

/* "worker 0"; of threads outside the event loop "thread 2". */
static void add_worker(struct line *line, const struct gau_worker *w)
{
    const bool in_loop = !w->app->settings.sections_only && w->ctx.worker < w->job->n_workers;

    add_text(line, in_loop ? "worker " : "thread ");
    add_number(line, w->ctx.worker);
}

/* --- the report ---------------------------------------------------------------------------- */

/* At once, as other ranks may write to the same. */
static void write_line(struct line *line, int output)
{
    if (output < 0)
        return;
    line->text[line->length] = '\n';
    gau_write_all(output, line->text, line->length + 1);
    line->text[line->length] = '\0';
}

/* Without what a terminal would obey, and what is not UTF-8. */
static void disarm(struct line *line)
{
    gau_utf8_disarm(line->text);
    line->length = strlen(line->text);
}

/* The workers of the event loops, then the threads in sections; from the first for NULL. */
struct workers {
    const struct gau_app *app;
    uint32_t next;
    const struct gau_thread_slot *slot;
};

static struct workers all_workers(const struct gau_app *apps)
{
    return (struct workers){.app = apps, .slot = gau_thread_slots_first()};
}

/* NULL: there are no more. */
static const struct gau_worker *next_worker(struct workers *workers)
{
    for (; workers->app; workers->app = workers->app->crash_next, workers->next = 0)
        if (!workers->app->settings.sections_only && workers->next < workers->app->job.n_workers)
            return &workers->app->workers[workers->next++];
    while (workers->slot) {
        const struct gau_thread_slot *const slot = workers->slot;

        workers->slot = slot->next;
        if (slot->entered && !slot->abandoned)
            return &slot->worker;
    }
    return NULL;
}

static const struct gau_worker *find_own(const struct gau_app *apps)
{
    const pid_t self = gettid();
    struct workers workers = all_workers(apps);
    const struct gau_worker *w = next_worker(&workers);

    while (w && w->thread != self)
        w = next_worker(&workers);
    return w;
}

/* "SIGSEGV in event 17, branch 'Main Fit' (component 'Fit' of class 'TrackFit'), worker 0" */
static void add_crash(struct line *line, const char *signal, const struct gau_worker *own)
{
    add_text(line, signal);
    if (!own) {
        add_text(line, " in a thread without events and sections");
        return;
    }
    add_text(line, " in ");
    if (!add_position(line, own)) {
        line->length -= strlen("in ");
        add_text(line, "outside events and sections");
    }
    add_text(line, ", ");
    add_worker(line, own);
}

static void report_other(struct line *line, const struct gau_worker *w, int output)
{
    line->length = 0;
    add_text(line, head);
    add_worker(line, w);
    add_text(line, " was in ");
    if (!add_position(line, w))
        return;
    disarm(line);
    write_line(line, output);
}

void gau_crash_report(const struct gau_app *apps, const char *signal, int output)
{
    static struct line line; /* the stack of the handler may be small */
    const struct gau_worker *const own = find_own(apps), *w;
    struct workers workers = all_workers(apps);

    add_text(&line, head);
    add_crash(&line, signal, own);
    disarm(&line);
    if (output >= 0 && apps->settings.progress) /* behind its line */
        gau_write_all(output, "\n", 1);
    write_line(&line, output);
    for (const struct gau_app *app = apps; app; app = app->crash_next)
        gau_run_record_crash(&app->record, line.text + strlen(head));
    while ((w = next_worker(&workers)))
        if (w != own && w->thread != 0)
            report_other(&line, w, output);
}
