/* SPDX-License-Identifier: Apache-2.0 */
#include "visitor_log.h"

#include "trace/timeline_entries.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool note(struct call_log *call_log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool note(struct call_log *call_log, const char *format, ...)
{
    const size_t room = sizeof call_log->text - call_log->size;
    va_list arguments;
    int n;

    va_start(arguments, format);
    n = vsnprintf(call_log->text + call_log->size, room, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= room)
        abort();
    call_log->size += (size_t)n;
    call_log->lines += call_log->text[call_log->size - 1] == '\n';
    return !call_log->stop_after || call_log->lines < call_log->stop_after;
}

/* NUL is shown as ~. */
static void note_text(struct call_log *call_log, struct gau_trace_text text)
{
    note(call_log, " '");
    for (uint32_t i = 0; i < text.size; i++)
        note(call_log, "%c", text.data[i] ? text.data[i] : '~');
    note(call_log, "'%s", text.data[text.size] ? " without NUL" : "");
}

static bool process(void *call_log, const struct gau_trace_process *p,
                    struct gau_trace_text command, struct gau_trace_text why)
{
    note(call_log, "process %u %u %u %u %u %u", p->pid, p->parent, p->machine, p->clock,
         p->includes_kernel_time, p->follows_fork);
    note(call_log, " %" PRIu64 " %" PRIu64 " %u %u", p->interval_ns, p->tick_ns, p->preloaded,
         p->paused);
    note_text(call_log, command);
    note_text(call_log, why);
    return note(call_log, "\n");
}

static bool module(void *call_log, const struct gau_trace_module *m, const uint8_t *build_id,
                   struct gau_trace_text path)
{
    note(call_log, "module %u %u %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIu64 " ", m->module,
         m->flags, m->start, m->end, m->bias, m->time_ns);
    for (uint32_t i = 0; i < m->build_id_size; i++)
        note(call_log, "%02x", build_id[i]);
    if (!m->build_id_size)
        note(call_log, "-");
    note_text(call_log, path);
    return note(call_log, "\n");
}

static bool module_unloaded(void *call_log, const struct gau_trace_module_unloaded *unloaded)
{
    return note(call_log, "unloaded %u %" PRIu64 "\n", unloaded->module, unloaded->time_ns);
}

static bool task_type(void *call_log, const struct gau_trace_task_type *type,
                      struct gau_trace_text domain, struct gau_trace_text name)
{
    const struct gau_trace_task_function *const function = gau_trace_function_of(type);

    note(call_log, "task %u %u", type->task, type->kind);
    note_text(call_log, domain);
    note_text(call_log, name);
    if (function)
        note(call_log, " function %u %" PRIu64, function->module, function->address);
    return note(call_log, "\n");
}

static bool thread(void *call_log, const struct gau_trace_thread *t, struct gau_trace_text name)
{
    note(call_log, "thread %u %u %" PRIu64 " %u", t->thread, t->tid, t->start_ns, t->clock);
    note_text(call_log, name);
    return note(call_log, "\n");
}

static bool thread_totals(void *call_log, const struct gau_trace_thread_totals *t)
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
                                t->unmatched_ends,
                                t->unclosed_tasks,
                                t->dropped_tasks,
                                t->frames_by_stack_scan};

    note(call_log, "totals of %u %u:", t->thread, t->ended);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        note(call_log, " %" PRIu64, numbers[i]);
    return note(call_log, "\n");
}

static bool stacks(void *call_log, uint32_t first, const struct gau_trace_stack *list,
                   uint32_t count)
{
    note(call_log, "stacks from %u:", first);
    for (uint32_t i = 0; i < count; i++)
        note(call_log, " %u<%u+%" PRIx64, list[i].caller, list[i].module, list[i].address);
    return note(call_log, "\n");
}

static bool stacks_reset(void *call_log)
{
    return note(call_log, "reset\n");
}

static bool samples(void *call_log, uint32_t id, const struct gau_trace_sample *list,
                    uint32_t count)
{
    note(call_log, "samples of %u:", id);
    for (uint32_t i = 0; i < count; i++)
        note(call_log, " %" PRIu64 "/%" PRIu64 "/%u/%u/%u", list[i].time_ns, list[i].weight_ns,
             list[i].stack, list[i].task, list[i].flags);
    return note(call_log, "\n");
}

static bool task_totals(void *call_log, uint32_t id, const struct gau_trace_task_total *list,
                        uint32_t count)
{
    note(call_log, "tasks of %u:", id);
    for (uint32_t i = 0; i < count; i++)
        note(call_log, " %u/%" PRIu64 "/%" PRIu64 "/%" PRIu64, list[i].task, list[i].entries,
             list[i].total_ns, list[i].self_ns);
    return note(call_log, "\n");
}

static bool pause_or_resume(void *call_log, const struct gau_trace_pause *p)
{
    return note(call_log, "pause %u %" PRIu64 "\n", p->paused, p->time_ns);
}

static bool process_totals(void *call_log, const struct gau_trace_process_totals *t)
{
    const uint64_t numbers[] = {t->time_ns,        t->user_ns,
                                t->system_ns,      t->collected_ns,
                                t->itt_inits,      t->itt_calls,
                                t->lost_blocks,    t->lost_samples,
                                t->unseen_threads, t->writer_ns,
                                t->missed,         t->small_stack_threads,
                                t->found_threads,  t->unrecorded_children};

    note(call_log, "end %u %u:", t->ended, t->error);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        note(call_log, " %" PRIu64, numbers[i]);
    return note(call_log, "\n");
}

static bool events(void *call_log, uint32_t worker, const struct gau_trace_event *list,
                   uint32_t count)
{
    note(call_log, "events of %u:", worker);
    for (uint32_t i = 0; i < count; i++)
        note(call_log, " %" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%u.%u.%u/%u.%u.%u/%u/%u",
             list[i].number, list[i].start, list[i].duration, list[i].cpu_ns, list[i].begin.total,
             list[i].begin.anonymous, list[i].begin.file, list[i].end.total, list[i].end.anonymous,
             list[i].end.file, list[i].decision, list[i].flags);
    return note(call_log, "\n");
}

static bool event_totals(void *call_log, const struct gau_trace_event_totals *t)
{
    return note(call_log, "event totals %" PRIu64 " %g %" PRIu64 " %u %u\n", t->origin, t->tick_ns,
                t->events, t->ended, t->workers);
}

static bool region_name(void *call_log, const struct gau_trace_region_name *r,
                        struct gau_trace_text name)
{
    return note(call_log, "region %u %u %s\n", r->region, r->volumes, name.data);
}

static bool region_event(void *call_log, const struct gau_trace_region_event *e)
{
    note(call_log, "regions of %u/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%u/%u/%u:", e->worker,
         e->number, e->start, e->duration, e->flags, e->tracks, e->fallbacks);
    for (uint32_t i = 0; i < e->count; i++)
        note(call_log, " %u/%u/%u/%u/%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64,
             e->sums[i].region, e->sums[i].intervals, e->sums[i].births, e->sums[i].steps,
             e->sums[i].at_location, e->sums[i].by_birth, e->sums[i].of_steps,
             e->sums[i].by_origin);
    return note(call_log, "\n");
}

static bool result(void *call_log, const struct gau_trace_result *r, struct gau_trace_text name,
                   struct gau_trace_text text)
{
    return note(call_log, "result %u %u %s: %s\n", r->first, r->workers, name.data, text.data);
}

static bool region_totals(void *call_log, const struct gau_trace_region_totals *t)
{
    return note(call_log, "region totals %" PRIu64 " %" PRIu64 " %g %g %u %u\n", t->outside,
                t->lost, t->timer_ns, t->step_ns, t->collisions, t->tsc);
}

static bool branch(void *call_log, const struct gau_trace_branch *b, struct gau_trace_text name)
{
    return note(call_log, "branch %u below %d %u %u %s\n", b->branch, (int)b->parent, b->kind,
                b->level, name.data);
}

static bool lane(void *call_log, const struct gau_trace_lane *l, struct gau_trace_text name)
{
    return note(call_log, "lane %u %u %u '%s'\n", l->lane, l->kind, l->number, name.data);
}

static void entry(struct call_log *call_log, const struct gau_timeline_entry *e)
{
    switch (e->what) {
    case GAU_TIMELINE_BEGIN:
        note(call_log, " +%u@%" PRIu64 "#%" PRIu64, e->branch, e->stamp, e->event);
        break;
    case GAU_TIMELINE_END:
        note(call_log, " -@%" PRIu64 "=%d/%u", e->stamp, e->status, e->flags);
        break;
    case GAU_TIMELINE_NOT_CALLED:
        note(call_log, " !%u@%" PRIu64 "=%d/%u", e->branch, e->stamp, e->status, e->flags);
        break;
    case GAU_TIMELINE_INTERVAL:
        note(call_log, " ~%u:%" PRIu64 "-%" PRIu64, e->branch, e->start, e->stop);
        break;
    case GAU_TIMELINE_CPU: note(call_log, " cpu%" PRIu64, e->cpu_ns); break;
    }
}

static bool entries(void *call_log, const struct gau_trace_entry_list *list)
{
    struct gau_timeline_cursor at = gau_timeline_entries(list);
    struct gau_timeline_entry e;

    note(call_log, "list %" PRIu64 " of %u, %" PRIu64 " to %" PRIu64 "#%" PRIu64 ":", list->number,
         list->lane, list->first, list->last, list->event);
    for (uint32_t i = 0; i < list->depth; i++)
        note(call_log, " (%u@%" PRIu64, list->open[i].branch, list->open[i].begin);
    while (gau_timeline_next(&at, &e))
        entry(call_log, &e);
    return note(call_log, "\n");
}

static bool timeline_totals(void *call_log, const struct gau_trace_timeline_totals *t)
{
    return note(call_log,
                "timeline totals %" PRIu64 " %g %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                " %u %u %u %u\n",
                t->origin, t->tick_ns, t->now, t->dropped, t->dropped_bytes, t->writer_ns, t->ended,
                t->detail, t->workers, t->error);
}

static bool rbwp_name(void *call_log, const struct gau_trace_rbwp_name *n,
                      struct gau_trace_text name)
{
    return n->is_sub ? note(call_log, "sub-item %u %u %s\n", n->number, n->type, name.data)
                     : note(call_log, "work item %u %s\n", n->number, name.data);
}

static bool fault(void *call_log, uint64_t offset, const char *text)
{
    return note(call_log, "fault at %" PRIu64 ": %s\n", offset, text);
}

static bool rbwp(void *call_log, const struct gau_trace_rbwp *r)
{
    note(call_log, "rbwp level %u node %u closed %d items %" PRIu64 " subs", r->level, r->node,
         r->is_closed, r->items);
    for (int type = 0; type <= GAU_TRACE_RBWP_TYPES; type++)
        note(call_log, " %" PRIu64, r->subs[type]);
    return note(call_log, " threads %u records %" PRIu64 " gpu %" PRIu64 " faults %" PRIu64 "\n",
                r->threads, r->records, r->gpu_work, r->faults);
}

void call_log_read(struct call_log *call_log, const char *path)
{
    static const struct gau_trace_visitor visitor = {
        process, module,       module_unloaded, task_type,   thread,          thread_totals,
        stacks,  stacks_reset, samples,         task_totals, pause_or_resume, process_totals,
        events,  event_totals, result,          region_name, region_event,    region_totals,
        branch,  lane,         entries,         NULL,        timeline_totals, NULL,
        NULL,    rbwp_name,    fault,           rbwp,        false,
    };

    call_log->size = 0;
    call_log->lines = 0;
    call_log->text[0] = '\0';
    call_log->message[0] = '\0';
    call_log->status =
        gau_trace_read(path, &visitor, call_log, &call_log->header, &call_log->damage,
                       call_log->message, sizeof call_log->message);
}
