/* SPDX-License-Identifier: Apache-2.0 */
#include "visitor_log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool note(struct diary *diary, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool note(struct diary *diary, const char *format, ...)
{
    const size_t room = sizeof diary->text - diary->size;
    va_list arguments;
    int n;

    va_start(arguments, format);
    n = vsnprintf(diary->text + diary->size, room, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= room)
        abort();
    diary->size += (size_t)n;
    diary->lines += diary->text[diary->size - 1] == '\n';
    return !diary->stop_after || diary->lines < diary->stop_after;
}

/* NUL is shown as ~. */
static void note_text(struct diary *diary, struct gau_trace_text text)
{
    note(diary, " '");
    for (uint32_t i = 0; i < text.size; i++)
        note(diary, "%c", text.data[i] ? text.data[i] : '~');
    note(diary, "'%s", text.data[text.size] ? " without NUL" : "");
}

static bool process(void *diary, const struct gau_trace_process *p, struct gau_trace_text command,
                    struct gau_trace_text why)
{
    note(diary, "process %u %u %u %u %u %u", p->pid, p->parent, p->machine, p->clock,
         p->sees_kernel, p->follows_fork);
    note(diary, " %" PRIu64 " %" PRIu64 " %u %u", p->interval_ns, p->tick_ns, p->preloaded,
         p->paused);
    note_text(diary, command);
    note_text(diary, why);
    return note(diary, "\n");
}

static bool module(void *diary, const struct gau_trace_module *m, const uint8_t *build_id,
                   struct gau_trace_text path)
{
    note(diary, "module %u %u %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 " ", m->module,
         m->flags, m->start, m->end, m->bias, m->time_ns);
    for (uint32_t i = 0; i < m->build_id_size; i++)
        note(diary, "%02x", build_id[i]);
    if (!m->build_id_size)
        note(diary, "-");
    note_text(diary, path);
    return note(diary, "\n");
}

static bool module_unloaded(void *diary, const struct gau_trace_module_unloaded *unloaded)
{
    return note(diary, "unloaded %u %" PRIu64 "\n", unloaded->module, unloaded->time_ns);
}

static bool task_type(void *diary, const struct gau_trace_task_type *type,
                      struct gau_trace_text domain, struct gau_trace_text name)
{
    const struct gau_trace_task_function *const function = gau_trace_function_of(type);

    note(diary, "task %u %u", type->task, type->kind);
    note_text(diary, domain);
    note_text(diary, name);
    if (function)
        note(diary, " function %u %" PRIu64, function->module, function->address);
    return note(diary, "\n");
}

static bool thread(void *diary, const struct gau_trace_thread *t, struct gau_trace_text name)
{
    note(diary, "thread %u %u %" PRIu64 " %u", t->thread, t->tid, t->start_ns, t->clock);
    note_text(diary, name);
    return note(diary, "\n");
}

static bool thread_totals(void *diary, const struct gau_trace_thread_totals *t)
{
    const uint64_t numbers[] = {t->time_ns,
                                t->cpu_ns,
                                t->samples,
                                t->weight_ns,
                                t->dropped,
                                t->dropped_ns,
                                t->truncated,
                                t->frames_by_cfi,
                                t->frames_by_frame_pointer,
                                t->handler_ns,
                                t->unmatched,
                                t->never_ended,
                                t->dropped_tasks,
                                t->frames_by_stack_scan};

    note(diary, "totals of %u %u:", t->thread, t->ended);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        note(diary, " %" PRIu64, numbers[i]);
    return note(diary, "\n");
}

static bool stacks(void *diary, uint32_t first, const struct gau_trace_stack *list, uint32_t count)
{
    note(diary, "stacks from %u:", first);
    for (uint32_t i = 0; i < count; i++)
        note(diary, " %u<%u+%" PRIx64, list[i].caller, list[i].module, list[i].address);
    return note(diary, "\n");
}

static bool stacks_reset(void *diary)
{
    return note(diary, "reset\n");
}

static bool samples(void *diary, uint32_t id, const struct gau_trace_sample *list, uint32_t count)
{
    note(diary, "samples of %u:", id);
    for (uint32_t i = 0; i < count; i++)
        note(diary, " %" PRIu64 "/%" PRIu64 "/%u/%u/%u", list[i].time_ns, list[i].weight_ns,
             list[i].stack, list[i].task, list[i].flags);
    return note(diary, "\n");
}

static bool task_totals(void *diary, uint32_t id, const struct gau_trace_task_total *list,
                        uint32_t count)
{
    note(diary, "tasks of %u:", id);
    for (uint32_t i = 0; i < count; i++)
        note(diary, " %u/%" PRIu64 "/%" PRIu64 "/%" PRIu64, list[i].task, list[i].entries,
             list[i].total_ns, list[i].self_ns);
    return note(diary, "\n");
}

static bool pause_or_resume(void *diary, const struct gau_trace_pause *p)
{
    return note(diary, "pause %u %" PRIu64 "\n", p->paused, p->time_ns);
}

static bool process_totals(void *diary, const struct gau_trace_process_totals *t)
{
    const uint64_t numbers[] = {t->time_ns,       t->user_ns,        t->system_ns,
                                t->collected_ns,  t->itt_inits,      t->itt_calls,
                                t->lost_blocks,   t->lost_samples,   t->unseen_threads,
                                t->writer_ns,     t->missed,         t->cramped_threads,
                                t->found_threads, t->silent_children};

    note(diary, "end %u %u:", t->ended, t->error);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        note(diary, " %" PRIu64, numbers[i]);
    return note(diary, "\n");
}

void diary_read(struct diary *diary, const char *path)
{
    static const struct gau_trace_visitor visitor = {
        process, module,       module_unloaded, task_type,   thread,          thread_totals,
        stacks,  stacks_reset, samples,         task_totals, pause_or_resume, process_totals,
    };

    diary->size = 0;
    diary->lines = 0;
    diary->text[0] = '\0';
    diary->message[0] = '\0';
    diary->status = gau_trace_read(path, &visitor, diary, &diary->header, &diary->damage,
                                   diary->message, sizeof diary->message);
}
