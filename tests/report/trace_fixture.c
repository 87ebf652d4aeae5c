/* SPDX-License-Identifier: Apache-2.0 */
#include "trace_fixture.h"

#include "tests/unit/test.h"

#include <string.h>

enum { START_NS = 1000000 };

static struct gau_trace_writer writer;
static unsigned char memory[1 << 16];

uint64_t scene_interval_ns;

void scene_open(const char *path, uint32_t pid)
{
    const struct gau_trace_header header = {.content = GAU_TRACE_SAMPLES,
                                            .pid = pid,
                                            .start_ns = START_NS};
    static const char command[] = "a\0b c";
    struct gau_trace_process *process;

    assert_int_equal(gau_trace_create(&writer, path, &header, memory, sizeof memory), 0);
    process = gau_trace_add(&writer, GAU_TRACE_PROCESS, sizeof *process + sizeof command);
    process->pid = pid;
    process->clock = GAU_TRACE_CLOCK_TIMER;
    process->interval_ns = scene_interval_ns;
    process->command_size = sizeof command;
    memcpy(process + 1, command, sizeof command);
}

void scene_close(void)
{
    gau_trace_close(&writer);
}

void scene_end_after(uint64_t user_ns, uint64_t system_ns)
{
    struct gau_trace_process_totals *const totals =
        gau_trace_add(&writer, GAU_TRACE_PROCESS_TOTALS, sizeof *totals);

    totals->ended = 1;
    totals->user_ns = user_ns;
    totals->system_ns = system_ns;
    scene_close();
}

void scene_end(void)
{
    scene_end_after(0, 0);
}

void scene_pause(bool paused, uint64_t time_ns)
{
    struct gau_trace_pause *const pause = gau_trace_add(&writer, GAU_TRACE_PAUSE, sizeof *pause);

    pause->paused = paused;
    pause->time_ns = START_NS + time_ns;
}

const char *scene_build;
uint32_t scene_build_size = 2;

static struct gau_trace_module *add_module(uint32_t number, const char *path)
{
    struct gau_trace_module *module =
        gau_trace_add(&writer, GAU_TRACE_MODULE, sizeof *module + scene_build_size + strlen(path));

    module->module = number;
    module->start = 0x1000;
    module->end = 0x9000;
    module->build_id_size = scene_build_size;
    module->path_size = (uint32_t)strlen(path);
    memcpy(module + 1, scene_build ? scene_build : "\x12\x34\x56\x78", scene_build_size);
    memcpy((char *)(module + 1) + scene_build_size, path, strlen(path));
    return module;
}

void scene_module(uint32_t number, const char *path)
{
    add_module(number, path);
}

void scene_program(uint32_t number, const char *path)
{
    add_module(number, path)->flags = GAU_TRACE_MODULE_MAIN;
}

void scene_thread_by(uint32_t number, const char *name, enum gau_trace_clock clock)
{
    struct gau_trace_thread *thread =
        gau_trace_add(&writer, GAU_TRACE_THREAD, sizeof *thread + strlen(name));

    thread->thread = number;
    thread->tid = 100 + number;
    thread->clock = clock;
    thread->name_size = (uint32_t)strlen(name);
    memcpy(thread + 1, name, strlen(name));
}

void scene_thread(uint32_t number, const char *name)
{
    scene_thread_by(number, name, GAU_TRACE_CLOCK_TIMER);
}

void scene_kind(uint32_t number, enum gau_trace_task_kind kind, const char *domain,
                const char *name)
{
    struct gau_trace_task_type *type =
        gau_trace_add(&writer, GAU_TRACE_TASK_TYPE, sizeof *type + strlen(domain) + strlen(name));

    type->task = number;
    type->kind = kind;
    type->domain_size = (uint32_t)strlen(domain);
    type->name_size = (uint32_t)strlen(name);
    memcpy(type + 1, domain, strlen(domain));
    memcpy((char *)(type + 1) + strlen(domain), name, strlen(name));
}

void scene_task(uint32_t number, const char *domain, const char *name)
{
    scene_kind(number, GAU_TRACE_TASK, domain, name);
}

void scene_stack(uint32_t number, uint32_t caller, uint32_t module, uint64_t address)
{
    struct gau_trace_stacks *stacks =
        gau_trace_add(&writer, GAU_TRACE_STACKS, sizeof *stacks + sizeof *stacks->stacks);

    stacks->first = number;
    stacks->count = 1;
    stacks->stacks[0] =
        (struct gau_trace_stack){.caller = caller, .module = module, .address = address};
}

static void add_sample(uint32_t thread, const struct gau_trace_sample *sample)
{
    struct gau_trace_sample_list *list =
        gau_trace_add(&writer, GAU_TRACE_SAMPLE_LIST, sizeof *list + sizeof *list->samples);

    list->thread = thread;
    list->count = 1;
    list->samples[0] = *sample;
    list->samples[0].time_ns += START_NS;
}

void scene_sample(uint32_t thread, uint32_t stack, uint32_t task, uint64_t time_ns,
                  uint64_t weight_ns)
{
    const struct gau_trace_sample sample = {
        .time_ns = time_ns, .weight_ns = weight_ns, .stack = stack, .task = task};

    add_sample(thread, &sample);
}

void scene_flagged_sample(uint32_t thread, uint32_t flags, uint64_t time_ns, uint64_t weight_ns)
{
    const struct gau_trace_sample sample = {.time_ns = time_ns,
                                            .weight_ns = weight_ns,
                                            .flags = flags};

    add_sample(thread, &sample);
}

void scene_wall(uint32_t thread, uint32_t task, uint64_t entries, uint64_t total_ns,
                uint64_t self_ns)
{
    struct gau_trace_task_totals *totals =
        gau_trace_add(&writer, GAU_TRACE_TASK_TOTALS, sizeof *totals + sizeof *totals->totals);

    totals->thread = thread;
    totals->count = 1;
    totals->totals[0] = (struct gau_trace_task_total){
        .task = task, .entries = entries, .total_ns = total_ns, .self_ns = self_ns};
}

void scene_total(uint32_t thread, uint32_t task, uint64_t entries)
{
    scene_wall(thread, task, entries, 0, 0);
}

void scene_dropped(uint32_t thread, uint64_t dropped)
{
    struct gau_trace_thread_totals *const totals =
        gau_trace_add(&writer, GAU_TRACE_THREAD_TOTALS, sizeof *totals);

    totals->thread = thread;
    totals->dropped = dropped;
}

void scene_open_tasks(uint32_t thread, uint64_t count)
{
    struct gau_trace_thread_totals *const totals =
        gau_trace_add(&writer, GAU_TRACE_THREAD_TOTALS, sizeof *totals);

    totals->thread = thread;
    totals->unclosed_tasks = count;
}

void scene_unknown(void)
{
    gau_trace_add(&writer, (enum gau_trace_type)12345, sizeof(struct gau_trace_record));
}

void scene_reset_stacks(void)
{
    gau_trace_add(&writer, GAU_TRACE_STACKS_RESET, sizeof(struct gau_trace_stacks_reset));
}
