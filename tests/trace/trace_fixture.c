/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_fixture.h"

#include "trace/block_codec.h"

#include <stdlib.h>
#include <string.h>

const char *const scene_text[SCENE_BLOCKS] = {
    "process 42 41 62 2 1 0 10000000 4000000 1 0 'job~-n~' 'not allowed'\n"
    "module 1 1 1000 5000 1000 7 0a0bff '/bin/job'\n"
    "task 1 2 'dom' 'track fit'\n",

    "thread 1 421 8 3 'main'\n"
    "stacks from 1: 0<1+4010 1<1+4020\n"
    "samples of 1: 9/10/2/1/0\n",

    "module 2 0 6000 7000 0 11 - 'lib'\n"
    "thread 2 421 8 3 'helper'\n"
    "stacks from 3: 2<2+4010\n"
    "samples of 2: 9/10/3/0/0\n"
    "unloaded 2 12\n",

    "reset\n"
    "stacks from 1: 0<1+4010\n"
    "samples of 1: 9/10/1/1/1 13/11/0/0/0\n"
    "pause 1 14\n"
    "pause 0 15\n",

    "thread 1 421 8 3 'renamed'\n"
    "totals of 1 1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n"
    "tasks of 1: 1/5/70/60\n"
    "tasks of 0: 1/6/7/8\n",

    "result 3 2 rank-1: cut\n"
    "events of 3: 17/1/2/3/4.5.6/7.8.9/2/1 18/0/0/0/0.0.0/0.0.0/0/8\n"
    "event totals 1 0.5 2 1 4\n"
    "region 2 9 HCal\n"
    "regions of 3/17/5/6/1/7/8: 0/1/2/3/4/5/6/7 2/8/9/10/11/12/13/14\n"
    "regions of 0/18/0/0/0/0/0:\n"
    "region totals 1 2 3.5 -1 4 1\n"
    "end 1 28: 1 2 3 4 5 6 7 8 9 10 29 30 31 32\n",

    "branch 0 below -1 0 0 Event\n"
    "branch 1 below 0 2 1 FastVelo\n"
    "lane 1 1 3 ''\n"
    "lane 2 4 9 'gpu'\n"
    "list 5 of 1, 100 to 6917529027641098597#41: (0@7 (300@8 -@100=0/0 -@105=1/0 +0@105#42"
    " +1@232#42 cpu77 -@360=-3/9 !1@16744=0/2 +300@2305843009213710695#42"
    " -@4611686018427404646=0/0 +4294967294@6917529027641098597#42\n"
    "list 0 of 2, 0 to 0#0: ~1:5-25 ~300:0-9223372036854775807\n"
    "timeline totals 1 0.25 3 4 5 6 1 2 7 28\n",
};

bool scene_begin(struct gau_trace_writer *writer, const char *path)
{
    static const struct gau_trace_header header = {
        .content = GAU_TRACE_SAMPLES, .pid = 42, .start_ns = 5, .start_epoch_ns = 6};
    static uint64_t memory[512];

    return gau_trace_create(writer, path, &header, memory, sizeof memory) == 0;
}

/* --- records --------------------------------------------------------------------------------- */

static void add_process(struct gau_trace_writer *writer)
{
    static const char texts[] = "job\0-n\0not allowed";
    struct gau_trace_process *const p =
        gau_trace_add(writer, GAU_TRACE_PROCESS, sizeof *p + sizeof texts - 1);

    p->pid = 42;
    p->parent = 41;
    p->machine = 62;
    p->clock = GAU_TRACE_CLOCK_PERF_SIGNAL;
    p->includes_kernel_time = 1;
    p->interval_ns = 10000000;
    p->tick_ns = 4000000;
    p->preloaded = 1;
    p->command_size = 7;
    p->note_size = 11;
    memcpy(p + 1, texts, sizeof texts - 1);
}

static void add_module(struct gau_trace_writer *writer, struct gau_trace_module module,
                       const char *build_id, const char *path)
{
    struct gau_trace_module *m;

    module.build_id_size = (uint32_t)strlen(build_id);
    module.path_size = (uint32_t)strlen(path);
    m = gau_trace_add(writer, GAU_TRACE_MODULE,
                      sizeof *m + module.build_id_size + module.path_size);
    module.record = m->record;
    *m = module;
    memcpy(m + 1, build_id, module.build_id_size);
    memcpy((char *)(m + 1) + module.build_id_size, path, module.path_size);
}

void scene_add_task(struct gau_trace_writer *writer, uint32_t id, const char *name)
{
    const size_t size = strlen(name);
    struct gau_trace_task_type *const t =
        gau_trace_add(writer, GAU_TRACE_TASK_TYPE, sizeof *t + 3 + size);

    t->task = id;
    t->kind = GAU_TRACE_TASK;
    t->domain_size = 3;
    t->name_size = (uint32_t)size;
    memcpy(t + 1, "dom", 3);
    memcpy((char *)(t + 1) + 3, name, size);
}

void scene_add_thread(struct gau_trace_writer *writer, uint32_t id, const char *name)
{
    const size_t size = strlen(name);
    struct gau_trace_thread *const t = gau_trace_add(writer, GAU_TRACE_THREAD, sizeof *t + size);

    t->thread = id;
    t->tid = 421;
    t->start_ns = 8;
    t->clock = GAU_TRACE_CLOCK_TIMER;
    t->name_size = (uint32_t)size;
    memcpy(t + 1, name, size);
}

static void add_stacks(struct gau_trace_writer *writer, uint32_t first, uint32_t count,
                       const struct gau_trace_stack *list)
{
    struct gau_trace_stacks *const s =
        gau_trace_add(writer, GAU_TRACE_STACKS, sizeof *s + count * sizeof *list);

    s->first = first;
    s->count = count;
    memcpy(s->stacks, list, count * sizeof *list);
}

void scene_add_stack(struct gau_trace_writer *writer, uint32_t id, uint32_t caller, uint32_t module)
{
    add_stacks(writer, id, 1, &(struct gau_trace_stack){caller, module, 0x4010});
}

static void add_samples(struct gau_trace_writer *writer, uint32_t thread, uint32_t count,
                        const struct gau_trace_sample *list)
{
    struct gau_trace_sample_list *const s =
        gau_trace_add(writer, GAU_TRACE_SAMPLE_LIST, sizeof *s + count * sizeof *list);

    s->thread = thread;
    s->count = count;
    memcpy(s->samples, list, count * sizeof *list);
}

void scene_add_sample(struct gau_trace_writer *writer, uint32_t thread, uint32_t stack,
                      uint32_t task)
{
    const struct gau_trace_sample sample = {
        .time_ns = 9, .weight_ns = 10, .stack = stack, .task = task};

    add_samples(writer, thread, 1, &sample);
}

static void add_pause(struct gau_trace_writer *writer, uint64_t time_ns, uint32_t paused)
{
    struct gau_trace_pause *const p = gau_trace_add(writer, GAU_TRACE_PAUSE, sizeof *p);

    p->time_ns = time_ns;
    p->paused = paused;
}

static void add_task_total(struct gau_trace_writer *writer, uint32_t thread,
                           struct gau_trace_task_total total)
{
    struct gau_trace_task_totals *const t =
        gau_trace_add(writer, GAU_TRACE_TASK_TOTALS, sizeof *t + sizeof total);

    t->thread = thread;
    t->count = 1;
    t->totals[0] = total;
}

/* --- blocks ---------------------------------------------------------------------------------- */

static void add_thread_totals(struct gau_trace_writer *writer)
{
    struct gau_trace_thread_totals *const t =
        gau_trace_add(writer, GAU_TRACE_THREAD_TOTALS, sizeof *t);

    *t = (struct gau_trace_thread_totals){t->record, 1, 1, 1,  2,  3,  4,  5, 6,
                                          7,         8, 9, 10, 11, 12, 13, 14};
}

static void add_process_totals(struct gau_trace_writer *writer)
{
    struct gau_trace_process_totals *const t =
        gau_trace_add(writer, GAU_TRACE_PROCESS_TOTALS, sizeof *t);

    *t = (struct gau_trace_process_totals){t->record, 1,  2, 3,  4,  5,  6,  7, 8,
                                           9,         10, 1, 28, 29, 30, 31, 32};
}

static void add_events(struct gau_trace_writer *writer)
{
    struct gau_trace_event_list *const list =
        gau_trace_add(writer, GAU_TRACE_EVENT_LIST, sizeof *list + 2 * sizeof *list->events);
    struct gau_trace_event_totals *totals;

    list->worker = 3;
    list->count = 2;
    list->events[0] = (struct gau_trace_event){
        17, 1, 2, 3, {4, 5, 6}, {7, 8, 9}, GAU_TRACE_FAILED, GAU_TRACE_EVENT_ERROR};
    list->events[1] = (struct gau_trace_event){.number = 18, .flags = GAU_TRACE_EVENT_OVERLAPPED};
    totals = gau_trace_add(writer, GAU_TRACE_EVENT_TOTALS, sizeof *totals);
    *totals = (struct gau_trace_event_totals){totals->record, 1, 0.5, 2, 1, 4};
}

static void add_result(struct gau_trace_writer *writer)
{
    struct gau_trace_result *const result =
        gau_trace_add(writer, GAU_TRACE_RESULT, sizeof *result + 9);

    *result = (struct gau_trace_result){result->record, 3, 2, 6, 3};
    memcpy(result + 1, "rank-1cut", 9);
}

static void add_regions(struct gau_trace_writer *writer)
{
    struct gau_trace_region_name *const region =
        gau_trace_add(writer, GAU_TRACE_REGION_NAME, sizeof *region + 4);
    struct gau_trace_region_event *event;
    struct gau_trace_region_totals *totals;

    region->region = 2;
    region->volumes = 9;
    region->name_size = 4;
    memcpy(region + 1, "HCal", 4);
    event = gau_trace_add(writer, GAU_TRACE_REGION_EVENT, sizeof *event + 2 * sizeof *event->sums);
    *event = (struct gau_trace_region_event){event->record, 3, 1, 17, 5, 6, 7, 8, 2, 0};
    event->sums[0] = (struct gau_trace_region_sum){0, 1, 2, 3, 4, 5, 6, 7};
    event->sums[1] = (struct gau_trace_region_sum){2, 8, 9, 10, 11, 12, 13, 14};
    event = gau_trace_add(writer, GAU_TRACE_REGION_EVENT, sizeof *event);
    event->number = 18;
    totals = gau_trace_add(writer, GAU_TRACE_REGION_TOTALS, sizeof *totals);
    *totals = (struct gau_trace_region_totals){totals->record, 1, 2, 3.5, -1, 4, 1};
}

static void add_module_unloaded(struct gau_trace_writer *writer)
{
    struct gau_trace_module_unloaded *const unloaded =
        gau_trace_add(writer, GAU_TRACE_MODULE_UNLOADED, sizeof *unloaded);

    unloaded->module = 2;
    unloaded->time_ns = 12;
}

static void after_reset(struct gau_trace_writer *writer)
{
    static const struct gau_trace_sample list[] = {
        {.time_ns = 9, .weight_ns = 10, .stack = 1, .task = 1, .flags = 1},
        {.time_ns = 13, .weight_ns = 11},
    };

    gau_trace_add(writer, GAU_TRACE_STACKS_RESET, sizeof(struct gau_trace_stacks_reset));
    scene_add_stack(writer, 1, 0, 1);
    add_samples(writer, 1, 2, list);
    add_pause(writer, 14, 1);
    add_pause(writer, 15, 0);
}

void scene_block(struct gau_trace_writer *writer, int i)
{
    static const struct gau_trace_stack two[] = {{0, 1, 0x4010}, {1, 1, 0x4020}};

    switch (i) {
    case 0:
        add_process(writer);
        add_module(writer,
                   (struct gau_trace_module){.module = 1,
                                             .flags = GAU_TRACE_MODULE_MAIN,
                                             .start = 0x1000,
                                             .end = 0x5000,
                                             .bias = 0x1000,
                                             .time_ns = 7},
                   "\x0a\x0b\xff", "/bin/job");
        scene_add_task(writer, 1, "track fit");
        break;
    case 1:
        scene_add_thread(writer, 1, "main");
        add_stacks(writer, 1, 2, two);
        scene_add_sample(writer, 1, 2, 1);
        break;
    case 2:
        add_module(
            writer,
            (struct gau_trace_module){.module = 2, .start = 0x6000, .end = 0x7000, .time_ns = 11},
            "", "lib");
        scene_add_thread(writer, 2, "helper");
        scene_add_stack(writer, 3, 2, 2);
        scene_add_sample(writer, 2, 3, 0);
        add_module_unloaded(writer);
        break;
    case 3: after_reset(writer); break;
    case 4:
        scene_add_thread(writer, 1, "renamed");
        add_thread_totals(writer);
        add_task_total(writer, 1, (struct gau_trace_task_total){1, 0, 5, 70, 60});
        add_task_total(writer, 0, (struct gau_trace_task_total){1, 0, 6, 7, 8});
        break;
    case 5:
        add_result(writer);
        add_events(writer);
        add_regions(writer);
        add_process_totals(writer);
        break;
    case 6: scene_add_timeline(writer); break;
    default: abort();
    }
    gau_trace_flush(writer);
}

static void write_scene(const char *path, bool packed)
{
    static uint64_t memory[512];
    struct gau_trace_writer writer;

    if (!scene_begin(&writer, path))
        abort();
    if (packed)
        gau_trace_compress(&writer, memory);
    for (int i = 0; i < SCENE_BLOCKS; i++)
        scene_block(&writer, i);
    gau_trace_close(&writer);
}

void scene_write(const char *path)
{
    write_scene(path, false);
}

void scene_write_packed(const char *path)
{
    write_scene(path, true);
}
