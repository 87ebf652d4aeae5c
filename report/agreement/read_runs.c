/* SPDX-License-Identifier: Apache-2.0 */
#include "agreement_internal.h"

#include "documents/document_fields.h"
#include "report/timings/timings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A program has sections, and no events. */
static bool is_program(const struct gau_timer_result *timings)
{
    return strcmp(timings->whole, "Program") == 0;
}

/* --- the timer ----------------------------------------------------------------------------- */

static void check_timer(const struct gau_timer_result *timings, const char *folder,
                        gau_error *error)
{
    if (!timings->timed)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no timer.json: record it with 'gaudit profile --time "
                       "-s TimerAuditor.CpuTime=true', of a program with 'gaudit profile -- "
                       "PROGRAM', or give the folder of a run with a TimerAuditor first",
                       GAU_QUOTE(folder));
    else if ((strcmp(timings->whole, "Event") != 0 && !is_program(timings)) ||
             timings->events == 0 || timings->event_s <= 0)
        gau_fail_first(
            error, GAU_ERR_USAGE,
            "the timer of '%.*s' saw no event: its window is empty, or the job read none",
            GAU_QUOTE(folder));
}

static void add_timings(struct gau_agreement_state *work, const struct gau_timer_result *timings)
{
    for (size_t i = 0; i < timings->n; i++) {
        const struct gau_timer_row *const timing = &timings->rows[i];
        const char *const group = timing->group ? gau_agreement_copy(work, timing->group) : NULL;
        struct gau_agreement_branch branch = {.outside = true, .called_outside = timing->calls > 0};

        if (strcmp(timing->root, timings->whole) == 0)
            branch = (struct gau_agreement_branch){.inside = true,
                                                   .group = group,
                                                   .within = timing->within,
                                                   .row = {.calls = timing->calls,
                                                           .wall_s = timing->self_s,
                                                           .cpu_s = timing->cpu_self_s}};
        gau_agreement_add(work, timing->path, branch);
    }
    work->out->cpu &= timings->cpu_known;
    work->out->events += is_program(timings) ? 0 : timings->events;
}

/* --- ITT delays ---------------------------------------------------------------------------- */

static double delay_of(const struct gau_document_fields *fields, const char *key)
{
    static const double longest_s = 1e-3; /* far above the delays that the auditor accepts */
    const double delay = gau_document_fields_real(fields, key);

    if (!(delay >= 0 && delay <= longest_s))
        gau_fail_first(fields->error, GAU_ERR_IO,
                       "%s.json: itt_delays[%zu].%s: a time of 0 to 1 ms was expected, not %g s",
                       fields->document, fields->row, key, delay);
    return delay;
}

/* The IttAuditor shortens longer names of task types, so such branches have no task type. */
static bool is_task_type(const struct gau_agreement_state *work, const char *path)
{
    enum { LONGEST = 255 };
    size_t length = strlen(path);

    for (const char *at = path; (at = strchr(at, ' ')); at++)
        length += strlen(work->delimiter) - 1;
    return length <= LONGEST;
}

/* ITT calls were made for a branch in this list, so it is a task even if it has no sample. */
static void add_itt_delay(struct gau_agreement_state *work,
                          const struct gau_document_fields *fields, const char *whole)
{
    const double calls = (double)gau_document_fields_count(fields, "calls");
    const char *const path = gau_document_fields_text(fields, "path");
    const struct gau_agreement_branch branch = {.inside = true,
                                                .marked = is_task_type(work, path),
                                                .delay_calls = calls,
                                                .begin_s = calls * delay_of(fields, "begin_s"),
                                                .end_s = calls * delay_of(fields, "end_s")};

    if (strcmp(gau_document_fields_text(fields, "root"), whole) == 0)
        gau_agreement_add(work, path, branch);
}

/* Counts runs whose two auditors had different events; messages have the first of them. Unknown
 * events do not differ. */
static void compare_windows(struct gau_agreement_state *work,
                            const struct gau_timer_result *timings, const int64_t itt_window[2],
                            int64_t events)
{
    char of_timer[GAU_WINDOW_SIZE], of_itt[GAU_WINDOW_SIZE];

    if (is_program(timings) || events < 0 || (itt_window[0] == 0 && itt_window[1] == 0) ||
        (events == (int64_t)timings->events &&
         (timings->window[0] <= 1 || itt_window[0] == timings->window[0])))
        return;
    if (work->other_windows++ == 0)
        snprintf(work->windows, sizeof work->windows,
                 "the timer saw %" PRIu64 " of %s, samples are of %" PRId64 " of %s",
                 timings->events, gau_window_text(of_timer, timings->window), events,
                 gau_window_text(of_itt, itt_window));
}

static void read_itt_document(struct gau_agreement_state *work,
                              const struct gau_timer_result *timings,
                              const struct gau_document_fields *fields)
{
    const json_t *const rows = gau_document_fields_table(fields, "itt_delays", false);
    int64_t window[2] = {0, 0}, shortened = 0;

    if (gau_document_fields_have(fields, "event_window"))
        gau_document_fields_pair(fields, "event_window", window);
    compare_windows(work, timings, window, gau_document_fields_number_or_none(fields, "events"));
    if (gau_document_fields_have(fields, "truncated_names"))
        shortened = gau_document_fields_count(fields, "truncated_names");
    work->shortened = shortened > work->shortened ? shortened : work->shortened;
    if (gau_document_fields_have(fields, "delimiter") && !work->whole)
        work->delimiter = gau_agreement_copy(work, gau_document_fields_text(fields, "delimiter"));
    for (size_t i = 0; i < json_array_size(rows) && work->error->status == GAU_OK; i++) {
        const struct gau_document_fields row =
            gau_document_fields_row(fields, "itt_delays", rows, i);

        add_itt_delay(work, &row, timings->whole);
    }
}

/* Without an IttAuditor samples are of all events of their run. A run that did not finish does not
 * know how many these are. */
static void compare_with_run(struct gau_agreement_state *work,
                             const struct gau_timer_result *timings, const char *folder)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(folder, "run", &ignored);
    const struct gau_document_fields fields = gau_document_fields_of(run, "run", &ignored);
    int64_t window[2] = {0, 0};

    if (run && json_is_array(json_object_get(run, "event_window")))
        gau_document_fields_pair(&fields, "event_window", window);
    if (run && ignored.status == GAU_OK)
        compare_windows(work, timings, window,
                        gau_document_fields_number_or_none(&fields, "events"));
    json_decref(run);
}

static void open_itt_document(struct gau_agreement_state *work,
                              const struct gau_timer_result *timings, const char *folder)
{
    struct gau_document_names names;
    const char *name;
    json_t *document;

    if (gau_document_list(&names, folder, work->error) != GAU_OK)
        return;
    name = gau_document_of_kind(&names, "itt");
    document = name ? gau_document_load(folder, name, work->error) : NULL;
    if (document) {
        const struct gau_document_fields fields =
            gau_document_fields_of(document, name, work->error);

        read_itt_document(work, timings, &fields);
    } else if (!name) {
        compare_with_run(work, timings, folder);
    }
    json_decref(document);
    gau_document_names_clear(&names);
}

/* --- samples ------------------------------------------------------------------------------- */

static void add_samples(struct gau_agreement_state *work, const struct gau_samples *profile)
{
    struct gau_agreement_branch *const tasks = calloc(profile->task_count, sizeof *tasks);
    uint32_t p = 1;

    for (uint32_t i = 0; tasks && i < profile->sample_count; i++) {
        struct gau_agreement_branch *const task = &tasks[profile->samples[i].task];
        const double weight_s = (double)profile->samples[i].weight_ns / 1e9;

        task->row.samples++;
        task->row.sampled_s += weight_s;
        task->squares += weight_s * weight_s;
        task->cubes += weight_s * weight_s * weight_s;
    }
    for (uint32_t i = 0; tasks && i < profile->task_count; i++) {
        tasks[i].task = true;
        gau_agreement_add(work, profile->tasks[i].name, tasks[i]);
    }
    if (!tasks)
        gau_fail_memory(work->error, "task types of the samples");
    free(tasks);
    while (p < profile->process_count &&
           (!profile->processes[p].described || profile->processes[p].process.includes_kernel_time))
        p++;
    work->blind += p < profile->process_count;
}

/* --- a run --------------------------------------------------------------------------------- */

/* Returns whether timer and samples are of one run. */
static bool are_one(const struct gau_timer_result *timings, const char *samples, gau_error *error)
{
    struct gau_timer_result sampled;
    bool one;

    if (strcmp(timings->folder, samples) == 0)
        return true;
    if (gau_timer_result_read(&sampled, samples, &(struct gau_timer_grouping){0}, error) != GAU_OK)
        return false;
    one = gau_timer_result_are_one(timings, &sampled);
    gau_timer_result_clear(&sampled);
    return one;
}

/* Adds the notes of the samples if there is a single run; if it has no samples, these say why. */
static void read_notes(struct gau_agreement_state *work,
                       const struct gau_symbolized_samples *result)
{
    struct gau_hotspots_notes *const notes = &work->notes;

    if (work->runs->n > 1)
        return;
    gau_symbolized_samples_notes(result, notes);
    if (result->profile->sample_count == 0 && work->runs->events == 0)
        gau_fail_first(work->error, GAU_ERR_USAGE, "'%.*s': %s", GAU_QUOTE(result->folder),
                       notes->count ? notes->items[notes->count - 1].text : "there are no samples");
}

/* @p folder is that of the samples. */
static void add_run(struct gau_agreement_state *work, const struct gau_timer_result *timings,
                    const char *folder)
{
    open_itt_document(work, timings, folder);
    if (work->error->status != GAU_OK)
        return;
    add_timings(work, timings);
    work->out->same_run &= are_one(timings, folder, work->error);
    if (!work->whole)
        work->whole = gau_agreement_copy(work, timings->whole);
}

static void read_samples(struct gau_agreement_state *work, const struct gau_timer_result *timings,
                         const char *samples)
{
    const struct gau_view_options options = {.samples = work->runs->shared};
    struct gau_symbolized_samples result;

    if (!gau_shared_samples_take(&result, samples, &options, work->error))
        return;
    add_run(work, timings, result.folder);
    if (work->error->status == GAU_OK) {
        add_samples(work, result.profile);
        read_notes(work, &result);
    }
    gau_shared_samples_give(&result, &options);
}

static void read_vtune(struct gau_agreement_state *work, const struct gau_timer_result *timings,
                       const struct gau_agreement_vtune *found)
{
    struct gau_vtune_report report;

    if (!gau_vtune_report_read(&report, found->path, work->error))
        return;
    add_run(work, timings, found->folder);
    if (work->error->status == GAU_OK)
        gau_agreement_add_vtune(work, found, &report);
    gau_vtune_report_clear(&report);
}

static void read_run(struct gau_agreement_state *work, const char *timer, const char *samples)
{
    gau_error *const error = work->error;
    const char *const relative_to = work->runs->relative_to;
    const struct gau_timer_grouping grouping = {.key = work->runs->group_by,
                                                .relative_to = relative_to && relative_to[0]
                                                                   ? relative_to
                                                                   : NULL};
    struct gau_timer_result timings;
    struct gau_agreement_vtune found;

    if (gau_timer_result_read(&timings, timer, &grouping, error) != GAU_OK)
        return;
    check_timer(&timings, timer, error);
    if (error->status == GAU_OK && gau_agreement_find_vtune(&found, samples))
        read_vtune(work, &timings, &found);
    else if (error->status == GAU_OK)
        read_samples(work, &timings, samples);
    gau_timer_result_clear(&timings);
}

/* --- all of it ----------------------------------------------------------------------------- */

/* Only identifiers have ends that stand for them, since names of groups may have blanks. */
static bool are_identifiers(const struct gau_branch_key *key)
{
    return !key || key->kind == GAU_BRANCHES_BY_LEVEL;
}

static void make_short_names(struct gau_agreement_state *work)
{
    struct gau_agreement *const out = work->out;
    const char **const paths = calloc(out->n + 1, sizeof *paths);
    char **const names = calloc(out->n + 1, sizeof *names);

    for (size_t i = 0; paths && i < out->n; i++)
        paths[i] = out->rows[i].short_name = out->rows[i].path;
    if (!paths || !names ||
        (are_identifiers(work->runs->group_by) && !gau_labels_of_paths(names, paths, out->n)))
        gau_fail_memory(work->error, "names of the comparison");
    for (size_t i = 0; names && i < out->n; i++) {
        if (names[i] && work->error->status == GAU_OK)
            out->rows[i].short_name = gau_agreement_copy(work, names[i]);
        free(names[i]);
    }
    free(names);
    free(paths);
}

bool gau_agreement_read(struct gau_agreement *out, const struct gau_agreement_runs *runs,
                        const char *top, gau_error *error)
{
    struct gau_agreement_state work = {.out = out, .error = error, .runs = runs, .delimiter = " "};

    *out = (struct gau_agreement){.cpu = true, .same_run = true};
    for (size_t i = 0; i < runs->n && error->status == GAU_OK; i++)
        read_run(&work, runs->timers[i], runs->samples[i]);
    if (error->status == GAU_OK)
        gau_agreement_join(&work);
    if (error->status == GAU_OK)
        make_short_names(&work);
    if (error->status == GAU_OK) {
        const struct gau_agreement_row *const row = top ? gau_agreement_row(out, top) : NULL;

        if (row && !(out->whole.timer_s > 0)) {
            out->whole = *row;
            out->rows[row - out->rows].within_s = row->timer_s;
        }
        gau_agreement_test_all(out);
        gau_agreement_explain(&work);
    }
    if (out->notes.failed || work.notes.failed)
        gau_fail_memory(error, "notes of the comparison");
    free(work.branches);
    gau_hotspots_notes_clear(&work.notes);
    if (error->status != GAU_OK)
        gau_agreement_clear(out);
    return error->status == GAU_OK;
}

void gau_agreement_clear(struct gau_agreement *agreement)
{
    gau_hotspots_notes_clear(&agreement->notes);
    gau_bump_allocator_clear(&agreement->heap);
    *agreement = (struct gau_agreement){0};
}

struct gau_agreement_has gau_agreement_has(const char *folder)
{
    struct gau_agreement_has has = {0};
    gau_error error = {0};
    struct gau_document_names names;
    struct gau_agreement_vtune found;

    has.vtune_report = gau_agreement_find_vtune(&found, folder);
    if (gau_document_list(&names, folder, &error) == GAU_OK)
        for (size_t i = 0; i < names.count; i++)
            has.timer |= gau_document_is(names.items[i], "timer");
    gau_document_names_clear(&names);
    has.samples = gau_samples_exist(folder) || has.vtune_report;
    return has;
}
