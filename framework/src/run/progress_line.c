/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_setname_np() */

#include "progress_line.h"

#include "framework/src/job/app_state.h"

#include <gaudit/background.h>
#include <gaudit/input.h>

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A thread of its own, so that the event loop pays one store per event and no clock. */
struct gau_progress {
    const struct gau_app *app;
    pthread_t thread;
    sem_t over;
    uint64_t began_ns;
};

static uint64_t events_done(const struct gau_app *app)
{
    uint64_t done = 0;

    for (uint32_t i = 0; i < app->job.n_workers; i++)
        done += __atomic_load_n(&app->workers[i].done, __ATOMIC_RELAXED);
    return done;
}

/* How many events there will be, as far as it is known now: 0: not known. */
static uint64_t expected(const struct gau_app *app)
{
    const struct gau_component *input;
    uint64_t n = 0;

    if (app->job.input != GAU_NO_COMPONENT) {
        input = &app->job.components[app->job.input];
        if (input->cls->input->count)
            n = input->cls->input->count(gau_component_instance(input, 0));
        n = n > app->settings.skip ? n - app->settings.skip : 0;
    }
    return app->settings.events && (!n || app->settings.events < n) ? app->settings.events : n;
}

static void write_time(char *text, size_t size, double seconds)
{
    const unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;

    if (s < 60)
        snprintf(text, size, "%lus", s);
    else if (s < 3600)
        snprintf(text, size, "%lum %02lus", s / 60, s % 60);
    else
        snprintf(text, size, "%luh %02lum", s / 3600, s / 60 % 60);
}

static void write_line(const struct gau_progress *p)
{
    const uint64_t done = events_done(p->app);
    const double seconds = 1e-9 * (double)(gau_clock_ns() - p->began_ns);
    const double rate = (double)done / seconds;
    const uint64_t total = expected(p->app);
    const int digits = rate < 100 ? 2 : 0;
    char left[32] = "";

    if (total && done)
        write_time(left, sizeof left, (double)(total > done ? total - done : 0) / rate);
    if (total)
        fprintf(stderr, "\r%llu of %llu events, %.*f events/s, %s left\033[K",
                (unsigned long long)done, (unsigned long long)total, digits, rate,
                left[0] ? left : "?");
    else
        fprintf(stderr, "\r%llu events, %.*f events/s\033[K", (unsigned long long)done, digits,
                rate);
    fflush(stderr);
}

static void *run_thread(void *progress)
{
    struct gau_progress *const p = progress;
    struct timespec next;

    gau_background_own_thread();
    pthread_setname_np(pthread_self(), "gaudit progress");
    for (;;) {
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += 250000000;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        if (sem_timedwait(&p->over, &next) == 0)
            break;
        gau_background_begin("progress");
        write_line(p);
        gau_background_end();
    }
    fprintf(stderr, "\r\033[K");
    return NULL;
}

/* An auditor that prints shows the progress itself. */
static bool has_printing_auditor(const struct gau_app *app)
{
    for (uint32_t i = 0; i < app->job.n_components; i++) {
        const struct gau_component *const c = &app->job.components[i];

        if (c->enabled && c->cls && c->cls->auditor && c->cls->auditor->prints)
            return true;
    }
    return false;
}

struct gau_progress *gau_progress_start(const struct gau_app *app)
{
    struct gau_progress *p;

    if (!app->settings.progress || has_printing_auditor(app) || !(p = calloc(1, sizeof *p)))
        return NULL; /* the job runs without it, too */
    p->app = app;
    p->began_ns = gau_clock_ns();
    sem_init(&p->over, 0, 0);
    if (pthread_create(&p->thread, NULL, run_thread, p) == 0)
        return p;
    sem_destroy(&p->over);
    free(p);
    return NULL;
}

void gau_progress_stop(struct gau_progress *p)
{
    if (!p)
        return;
    sem_post(&p->over);
    pthread_join(p->thread, NULL);
    sem_destroy(&p->over);
    free(p);
}
