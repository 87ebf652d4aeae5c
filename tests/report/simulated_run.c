/* SPDX-License-Identifier: Apache-2.0 */
#include "simulated_run.h"

#include "timing_fixture.h"
#include "trace_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TASK_EVENT = 1, TASK_INPUT = 2, TASK_FIRST = 3, REDRAW = 8 };

static uint64_t state;
static const struct simulated_delay *delays; /* NULL: there are none */

static double uniform(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return ((double)((state * 0x2545f4914f6cdd1du) >> 11) + 0.5) * 0x1p-53;
}

/* --- the collector ------------------------------------------------------------------------- */

/* Times are CPU times of the thread in us. */
struct thread {
    unsigned number;
    double interval, now, next, period, last;
    int countdown;
    bool fresh;
};

static struct thread thread_of(const struct simulated_job *job, unsigned number)
{
    return (struct thread){.number = number,
                           .interval = job->interval_us,
                           .next = job->interval_us * uniform(),
                           .countdown = 1,
                           .fresh = true};
}

static void sample(struct thread *thread, uint32_t task)
{
    const double weight = thread->fresh ? thread->interval : thread->next - thread->last;

    scene_sample(thread->number, 0, task, (uint64_t)(1000 * thread->next),
                 (uint64_t)llround(1000 * weight));
    thread->fresh = false;
    if (--thread->countdown <= 0) {
        thread->period = thread->interval * (0.5 + uniform());
        thread->countdown = REDRAW;
    }
    thread->last = thread->next;
    thread->next += thread->period;
}

static void spend(struct thread *thread, uint32_t task, double us)
{
    const double end = thread->now + us;

    while (thread->next < end)
        sample(thread, task);
    thread->now = end;
}

/* --- the job ------------------------------------------------------------------------------- */

struct truth {
    double us[SIMULATED_ALGORITHMS], event_us, input_us;
    long long calls[SIMULATED_ALGORITHMS], events;
};

static double length_of(const struct simulated_job *job, double mean)
{
    switch (job->lengths) {
    case SIMULATED_FIXED: return mean;
    case SIMULATED_NEARLY: return mean * (0.9 + 0.2 * uniform());
    case SIMULATED_EXPONENTIAL: break;
    }
    return -mean * log(uniform());
}

static void do_event(const struct simulated_job *job, struct thread *thread, struct truth *truth)
{
    const double overhead = 0.001 * job->interval_us;

    if (job->input_us > 0)
        spend(thread, TASK_INPUT, job->input_us);
    truth->input_us += job->input_us;
    spend(thread, TASK_EVENT, overhead);
    truth->event_us += overhead;
    truth->events++;
    for (size_t i = 0; i < job->n; i++) {
        const struct simulated_delay delay = delays ? delays[i] : (struct simulated_delay){0};
        const double us = length_of(job, job->algorithms[i].mean_us);

        if (uniform() >= job->algorithms[i].probability)
            continue;
        spend(thread, TASK_EVENT, delay.begin_us);
        spend(thread, TASK_FIRST + (uint32_t)i, us + delay.end_us);
        truth->us[i] += us + delay.begin_us;
        truth->event_us += delay.end_us;
        truth->calls[i]++;
    }
}

static double in_events(const struct simulated_job *job, const struct truth *truth)
{
    double us = truth->event_us;

    for (size_t i = 0; i < job->n; i++)
        us += truth->us[i];
    return us;
}

static void do_events(const struct simulated_job *job, struct truth *truth)
{
    for (unsigned number = 1; number <= job->threads; number++) {
        struct thread thread = thread_of(job, number);

        scene_thread(number, "worker");
        while (in_events(job, truth) < number * job->samples * job->interval_us / job->threads)
            do_event(job, &thread, truth);
    }
}

/* --- the result ---------------------------------------------------------------------------- */

static void write_timer(const struct simulated_job *job, const char *folder,
                        const struct truth *truth)
{
    struct scene_row rows[SIMULATED_ALGORITHMS + 3] = {
        {0, -1, "Event", "Event", "Event", truth->events, 1e-6 * in_events(job, truth),
         1e-6 * truth->event_us, 1e-6 * truth->event_us},
        {1, -1, "Background", "Background", "Background", 0, 0, 0, 0},
        {2, 1, "Background", "Input", "Input", truth->events, 1e-6 * truth->input_us,
         1e-6 * truth->input_us, 1e-6 * truth->input_us}};
    const struct scene_timer timer = {.branches = rows, .branch_count = (int)job->n + 3};

    for (size_t i = 0; i < job->n; i++)
        rows[i + 3] = (struct scene_row){.branch = (int)i + 3,
                                         .parent = 0,
                                         .root = "Event",
                                         .path = job->algorithms[i].name,
                                         .name = job->algorithms[i].name,
                                         .calls = truth->calls[i],
                                         .total_s = 1e-6 * truth->us[i],
                                         .self_s = 1e-6 * truth->us[i],
                                         .cpu_s = 1e-6 * truth->us[i]};
    scene_write_timer(folder, "timer", &timer);
}

static void write_itt(const struct simulated_job *job, bool reported, const char *folder,
                      const struct truth *truth)
{
    char text[2048];
    int length = snprintf(
        text, sizeof text,
        "{'schema':2,'delimiter':' ','truncated_names':0,'event_window':[1,0],'events':%lld,"
        "'itt_delays':[",
        truth->events);

    for (size_t i = 0; reported && i < job->n; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%s{'root':'Event','path':'%s','calls':%lld,'begin_s':%g,'end_s':%g}",
                           i ? "," : "", job->algorithms[i].name, truth->calls[i],
                           1e-6 * delays[i].begin_us, 1e-6 * delays[i].end_us);
    snprintf(text + length, sizeof text - (size_t)length, "]}");
    scene_write(folder, "itt.json", text);
}

static void write_run(const struct simulated_job *job, bool reported, const char *folder,
                      uint64_t seed)
{
    struct truth truth = {0};
    char path[256];

    state = seed * 0x9e3779b97f4a7c15u + 1;
    snprintf(path, sizeof path, "%s/samples.gtr", folder);
    remove(path);
    scene_open(path, 7);
    scene_task(TASK_EVENT, "", "Event");
    scene_task(TASK_INPUT, "", "Input");
    for (size_t i = 0; i < job->n; i++)
        scene_task(TASK_FIRST + (uint32_t)i, "", job->algorithms[i].name);
    do_events(job, &truth);
    scene_end();
    write_timer(job, folder, &truth);
    scene_write_run(folder, "");
    write_itt(job, reported, folder, &truth);
}

void simulated_run_write(const struct simulated_job *job, const char *folder, uint64_t seed)
{
    write_run(job, false, folder, seed);
}

void simulated_run_write_delayed(const struct simulated_job *job,
                                 const struct simulated_delay *itt_delays, bool reported,
                                 const char *folder, uint64_t seed)
{
    delays = itt_delays;
    write_run(job, reported, folder, seed);
    delays = NULL;
}
