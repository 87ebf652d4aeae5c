/* SPDX-License-Identifier: Apache-2.0 */
#include "reader_contract.h"
#include "profile_contract.h"

#include "trace/rbwp_format.h"
#include "trace/timeline_entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct seen {
    size_t n;
    struct span {
        uint32_t first, last;
    } spans[1 << 16];
};

struct promises {
    struct profile_promises profile; /* the first, so that its functions get the same pointer */
    bool process;
    struct seen modules, tasks, threads, stacks, branches, lanes;
    unsigned sum; /* of all bytes that are shown, so that each is read */
};

#define promise(condition)                                                          \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                \
        }                                                                           \
    } while (0)

static bool has(const struct seen *seen, uint32_t id)
{
    for (size_t i = seen->n; i-- > 0;)
        if (seen->spans[i].first <= id && id <= seen->spans[i].last)
            return true;
    return false;
}

static void add(struct seen *seen, uint32_t first, uint32_t last)
{
    promise(first > 0 && first <= last && last <= GAU_TRACE_ID_MAX);
    promise(seen->n < sizeof seen->spans / sizeof *seen->spans);
    seen->spans[seen->n++] = (struct span){first, last};
}

static bool none_or(const struct seen *seen, uint32_t id)
{
    return id == 0 || has(seen, id);
}

static void touch(struct promises *p, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        p->sum += ((const unsigned char *)bytes)[i];
}

static void text(struct promises *p, struct gau_trace_text t)
{
    promise(t.data && t.size <= GAU_TRACE_TEXT_MAX);
    promise(t.data[t.size] == '\0');
    touch(p, t.data, t.size);
}

static void record(struct promises *p, const void *memory, uint32_t type, size_t least)
{
    const struct gau_trace_record *const r = memory;

    promise((uintptr_t)memory % 8 == 0);
    promise(r->type == type && r->size >= least && r->size % 8 == 0);
    touch(p, memory, r->size);
}

static bool process(void *user, const struct gau_trace_process *r, struct gau_trace_text command,
                    struct gau_trace_text note)
{
    struct promises *const p = user;

    record(p, r, GAU_TRACE_PROCESS, sizeof *r);
    promise(!p->process);
    p->process = true;
    promise(r->clock <= GAU_TRACE_CLOCK_TIMER && r->includes_kernel_time <= 1 &&
            r->follows_fork <= 1);
    promise(r->preloaded <= 1 && r->paused <= 1);
    promise(command.size == r->command_size && note.size == r->note_size);
    text(p, command);
    text(p, note);
    return true;
}

static bool module(void *user, const struct gau_trace_module *r, const uint8_t *build_id,
                   struct gau_trace_text path)
{
    struct promises *const p = user;

    record(p, r, GAU_TRACE_MODULE, sizeof *r);
    promise(!has(&p->modules, r->module));
    promise(r->start < r->end && path.size == r->path_size);
    promise(r->build_id_size <= GAU_TRACE_TEXT_MAX);
    touch(p, build_id, r->build_id_size);
    text(p, path);
    add(&p->modules, r->module, r->module);
    return true;
}

static bool module_unloaded(void *user, const struct gau_trace_module_unloaded *r)
{
    struct promises *const p = user;

    record(p, r, GAU_TRACE_MODULE_UNLOADED, sizeof *r);
    promise(has(&p->modules, r->module));
    return true;
}

static bool task_type(void *user, const struct gau_trace_task_type *r, struct gau_trace_text domain,
                      struct gau_trace_text name)
{
    const struct gau_trace_task_function *function;
    struct promises *const p = user;

    record(p, r, GAU_TRACE_TASK_TYPE, sizeof *r);
    promise(!has(&p->tasks, r->task));
    promise(r->kind >= GAU_TRACE_EVENT && r->kind <= GAU_TRACE_COUNTER);
    promise(domain.size == r->domain_size && name.size == r->name_size);
    function = gau_trace_function_of(r);
    promise(!function || function->module == 0 || has(&p->modules, function->module));
    text(p, domain);
    text(p, name);
    add(&p->tasks, r->task, r->task);
    return true;
}

static bool thread(void *user, const struct gau_trace_thread *r, struct gau_trace_text name)
{
    struct promises *const p = user;

    record(p, r, GAU_TRACE_THREAD, sizeof *r);
    promise(r->clock <= GAU_TRACE_CLOCK_TIMER && name.size == r->name_size);
    text(p, name);
    if (!has(&p->threads, r->thread))
        add(&p->threads, r->thread, r->thread);
    return true;
}

static bool thread_totals(void *user, const struct gau_trace_thread_totals *r)
{
    struct promises *const p = user;

    record(p, r, GAU_TRACE_THREAD_TOTALS, sizeof *r);
    promise(has(&p->threads, r->thread) && r->ended <= 1);
    return true;
}

static bool stacks(void *user, uint32_t first, const struct gau_trace_stack *list, uint32_t count)
{
    struct promises *const p = user;

    promise(count > 0 && (uintptr_t)list % 8 == 0);
    touch(p, list, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++) {
        promise(!has(&p->stacks, first + i));
        if (i == 0)
            add(&p->stacks, first, first);
        p->stacks.spans[p->stacks.n - 1].last = first + i;
        promise(list[i].caller < first + i && none_or(&p->stacks, list[i].caller));
        promise(none_or(&p->modules, list[i].module));
    }
    promise(first + count - 1 <= GAU_TRACE_ID_MAX);
    return true;
}

static bool stacks_reset(void *user)
{
    ((struct promises *)user)->stacks.n = 0;
    return true;
}

static bool samples(void *user, uint32_t id, const struct gau_trace_sample *list, uint32_t count)
{
    struct promises *const p = user;

    promise(count > 0 && (uintptr_t)list % 8 == 0 && none_or(&p->threads, id));
    touch(p, list, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        promise(none_or(&p->stacks, list[i].stack) && none_or(&p->tasks, list[i].task));
    return true;
}

static bool task_totals(void *user, uint32_t id, const struct gau_trace_task_total *list,
                        uint32_t count)
{
    struct promises *const p = user;

    promise(count > 0 && (uintptr_t)list % 8 == 0 && none_or(&p->threads, id));
    touch(p, list, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        promise(has(&p->tasks, list[i].task));
    return true;
}

static bool pause_or_resume(void *user, const struct gau_trace_pause *r)
{
    record(user, r, GAU_TRACE_PAUSE, sizeof *r);
    promise(r->paused <= 1);
    return true;
}

static bool process_totals(void *user, const struct gau_trace_process_totals *r)
{
    record(user, r, GAU_TRACE_PROCESS_TOTALS, sizeof *r);
    promise(r->ended <= 1);
    return true;
}

static bool events(void *user, uint32_t worker, const struct gau_trace_event *list, uint32_t count)
{
    promise(count > 0 && (uintptr_t)list % 8 == 0 && worker <= GAU_TRACE_ID_MAX);
    touch(user, list, count * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        promise(list[i].decision <= GAU_TRACE_FAILED);
    return true;
}

static bool event_totals(void *user, const struct gau_trace_event_totals *r)
{
    record(user, r, GAU_TRACE_EVENT_TOTALS, sizeof *r);
    promise(r->ended <= 1 && r->tick_ns > 0);
    return true;
}

static bool region_name(void *user, const struct gau_trace_region_name *r,
                        struct gau_trace_text name)
{
    record(user, r, GAU_TRACE_REGION_NAME, sizeof *r);
    promise(r->region > 0 && r->region <= GAU_TRACE_ID_MAX && name.size == r->name_size);
    text(user, name);
    return true;
}

static bool result(void *user, const struct gau_trace_result *r, struct gau_trace_text name,
                   struct gau_trace_text note)
{
    record(user, r, GAU_TRACE_RESULT, sizeof *r);
    promise(r->first <= GAU_TRACE_ID_MAX && r->workers <= GAU_TRACE_ID_MAX - r->first);
    promise(name.size == r->name_size && note.size == r->note_size);
    text(user, name);
    text(user, note);
    return true;
}

static bool region_event(void *user, const struct gau_trace_region_event *r)
{
    record(user, r, GAU_TRACE_REGION_EVENT, sizeof *r + r->count * sizeof *r->sums);
    promise(r->worker <= GAU_TRACE_ID_MAX);
    for (uint32_t i = 0; i < r->count; i++)
        promise(r->sums[i].region <= GAU_TRACE_ID_MAX &&
                (i == 0 || r->sums[i].region > r->sums[i - 1].region));
    return true;
}

static bool region_totals(void *user, const struct gau_trace_region_totals *r)
{
    record(user, r, GAU_TRACE_REGION_TOTALS, sizeof *r);
    promise(r->tsc <= 1);
    return true;
}

static bool branch(void *user, const struct gau_trace_branch *r, struct gau_trace_text name)
{
    struct promises *const p = user;

    record(user, r, GAU_TRACE_BRANCH, sizeof *r);
    promise(r->branch < GAU_TRACE_ID_MAX && name.size == r->name_size);
    promise(r->parent < r->branch || r->parent == (uint32_t)GAU_TRACE_NO_BRANCH);
    promise(r->kind <= GAU_TRACE_BRANCH_EXCLUDED);
    promise(!has(&p->branches, r->branch + 1));
    add(&p->branches, r->branch + 1, r->branch + 1);
    text(user, name);
    return true;
}

static bool lane(void *user, const struct gau_trace_lane *r, struct gau_trace_text name)
{
    struct promises *const p = user;

    record(user, r, GAU_TRACE_LANE, sizeof *r);
    promise(r->lane > 0 && r->kind >= GAU_TRACE_LANE_WORKER && r->kind <= GAU_TRACE_LANE_EXTERNAL);
    promise(!has(&p->lanes, r->lane));
    add(&p->lanes, r->lane, r->lane);
    text(user, name);
    return true;
}

static bool entries(void *user, const struct gau_trace_entry_list *r)
{
    struct gau_timeline_cursor at = gau_timeline_entries(r);
    struct gau_timeline_entry entry;
    uint64_t last = r->first;
    uint32_t depth = r->depth;

    record(user, r, GAU_TRACE_ENTRY_LIST, sizeof *r + r->depth * sizeof *r->open + r->size);
    promise(r->lane > 0 && r->lane <= GAU_TRACE_ID_MAX);
    for (uint32_t i = 0; i < r->depth; i++)
        promise(r->open[i].begin <= r->first &&
                (i == 0 || r->open[i].begin >= r->open[i - 1].begin));
    while (gau_timeline_next(&at, &entry)) {
        promise(entry.stamp >= last && entry.start <= entry.stop);
        promise(entry.what != GAU_TIMELINE_END || depth > 0);
        depth += entry.what == GAU_TIMELINE_BEGIN;
        depth -= entry.what == GAU_TIMELINE_END;
        promise(depth <= GAU_TRACE_DEPTH_MAX);
        last = entry.stamp;
    }
    promise(!at.damaged && last <= r->last);
    return true;
}

/* Counts say what a reader of the list finds in it. */
static bool entry_counts(void *user, const struct gau_trace_entry_list *r,
                         const struct gau_timeline_counts *counts)
{
    struct gau_timeline_cursor at = gau_timeline_entries(r);
    struct gau_timeline_entry entry;
    struct gau_timeline_counts own = {0};
    uint64_t event = r->event;

    (void)user;
    while (gau_timeline_next(&at, &entry)) {
        own.entries++;
        own.pairs += entry.what == GAU_TIMELINE_BEGIN || entry.what == GAU_TIMELINE_INTERVAL;
        own.events += entry.event != event;
        event = entry.event;
    }
    promise(counts->entries == own.entries && counts->pairs == own.pairs);
    promise(counts->events == own.events);
    return true;
}

static bool timeline_totals(void *user, const struct gau_trace_timeline_totals *r)
{
    record(user, r, GAU_TRACE_TIMELINE_TOTALS, sizeof *r);
    promise(r->ended <= 1 && r->tick_ns > 0 && (r->detail == 1 || r->detail == 2));
    return true;
}

static bool block(void *user, const struct gau_trace_block *r, uint64_t offset)
{
    promise(offset >= (r->magic ? sizeof(struct gau_trace_header) : GAU_RBWP_HEADER_SIZE));
    promise(r->size >= sizeof *r);
    touch(user, r, r->size);
    return true;
}

static bool any_record(void *user, const struct gau_trace_record *r, bool valid)
{
    (void)valid;
    promise(r->size >= sizeof *r && r->size % 8 == 0);
    touch(user, r, r->size);
    return true;
}

enum gau_trace_status promises_check(const char *path, struct gau_trace_damage *damage)
{
    static const struct gau_trace_visitor visitor = {
        process,           module,         module_unloaded, task_type,    thread,
        thread_totals,     stacks,         stacks_reset,    samples,      task_totals,
        pause_or_resume,   process_totals, events,          event_totals, result,
        region_name,       region_event,   region_totals,   branch,       lane,
        entries,           entry_counts,   timeline_totals, block,        any_record,
        promise_rbwp_name, promise_fault,  promise_rbwp,    false,
    };
    static struct promises p;
    static char message[256];
    struct stat info;
    enum gau_trace_status status;

    p.process = false;
    p.profile.faults = 0;
    p.modules.n = p.tasks.n = p.threads.n = p.stacks.n = p.branches.n = p.lanes.n = 0;
    memset(message, 'x', sizeof message);
    status = gau_trace_read(path, &visitor, &p, NULL, damage, message, sizeof message);
    promise(status == GAU_TRACE_OK || status == GAU_TRACE_NO_TRACE ||
            status == GAU_TRACE_NO_VERSION);
    promise(damage->bytes_skipped >= damage->tail_bytes);
    promise(stat(path, &info) == 0 && damage->bytes_skipped <= (uint64_t)info.st_size);
    if (status != GAU_TRACE_OK)
        promise(memchr(message, '\0', sizeof message) && !strchr(message, '\n'));
    return status;
}
