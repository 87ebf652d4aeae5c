/* SPDX-License-Identifier: Apache-2.0 */
#include "flame_graph.h"

#include "report/hotspots/grouping.h"
#include "report/hotspots/shared_samples.h"
#include "report/timings/timings.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct flaming {
    struct gau_flame_tree tree;
    const struct gau_view_options *options;
    const char *folder;
    char note[256];
    gau_error *error;
};

/* Returns 0 if out of memory. */
static uint32_t add(struct flaming *f, uint32_t parent, const char *name, size_t length,
                    bool is_function)
{
    const uint32_t frame = gau_flame_tree_add(&f->tree, parent, name, length, is_function);

    if (!frame)
        gau_fail_memory(f->error, "flame graph");
    return frame;
}

static bool add_root(struct flaming *f)
{
    gau_flame_tree_add(&f->tree, 0, "all", 3, false);
    if (f->tree.count == 0)
        gau_fail_memory(f->error, "flame graph");
    return f->tree.count > 0;
}

/* A branch is a level of the graph per component of its identifier. */
static uint32_t add_branch(struct flaming *f, const char *path, double variance)
{
    uint32_t frame = 0;

    while (*path) {
        const size_t length = path[0] == '[' ? strlen(path) : strcspn(path, " ");

        frame = add(f, frame, path, length, false);
        if (!frame)
            return 0;
        f->tree.frames[frame].variance += variance;
        f->tree.frames[frame].parts++;
        path += length;
        path += *path == ' ';
    }
    return frame;
}

/* --- samples ------------------------------------------------------------------------------- */

static double variance_of(const struct gau_hotspots_measure *part, double whole_ns)
{
    const double error = part->share_error_ns / whole_ns;

    return error * error;
}

/* Where threads start; what is below is the same in all of them. */
static bool is_start(const char *name)
{
    static const char *const names[] = {"_start", "clone", "clone3", "__clone3", "start_thread"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The frames of the group that is visited and of those above it. */
struct path {
    struct gau_hotspots_iterator visit;
    double whole_ns;
    struct place {
        uint32_t frame;
        bool starts; /* there are only tasks and starts of threads down to here */
    } places[GAU_HOTSPOTS_DEPTH_MAX + GAU_HOTSPOTS_FRAMES_MAX + 2];
};

/*
 * Adds a function below its caller. Where threads start, and the event loop of gaudit, which are
 * above each algorithm, have a frame of their own for what they do themselves; their callees are
 * below the branch.
 */
static void add_function(struct flaming *f, struct path *path, const char *name)
{
    const struct place *const above = &path->places[path->visit.depth - 1];
    struct place *const place = &path->places[path->visit.depth];
    const struct gau_hotspots_group *const group = &path->visit.group;
    const double own_s = (double)group->own.weight_ns / 1e9;
    const bool loop = above->starts && strcmp(name, "[gaudit]") == 0;
    uint32_t frame = above->frame;

    place->starts = above->starts && is_start(name);
    if (own_s > 0 || !(loop || place->starts))
        frame = add(f, above->frame, name, strlen(name), true);
    if (frame != above->frame) {
        f->tree.frames[frame].variance +=
            variance_of(loop || place->starts ? &group->own : &group->total, path->whole_ns);
        f->tree.frames[frame].self_s += own_s;
    }
    place->frame = loop || place->starts ? above->frame : frame;
}

/* The first level is of tasks, those below are functions, from the outermost on. */
static void add_groups(struct flaming *f, struct gau_symbolized_samples *result,
                       const struct gau_hotspots_query *query,
                       const struct gau_hotspots_grouping *grouping)
{
    struct path *const path = calloc(1, sizeof *path);
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    if (path) {
        path->visit.grouping = grouping;
        path->whole_ns = (double)grouping->groups[0].total.weight_ns;
    } else {
        gau_fail_memory(f->error, "flame graph");
    }
    while (f->error->status == GAU_OK && gau_hotspots_iterator_next(&path->visit)) {
        const struct gau_hotspots_group *const group = &path->visit.group;
        const char *const name = gau_hotspots_group_text(result, query, group, room, sizeof room);

        if (path->visit.depth > 1) {
            add_function(f, path, name);
        } else {
            const uint32_t frame = add_branch(f, name, variance_of(&group->total, path->whole_ns));

            path->places[1] = (struct place){.frame = frame, .starts = true};
            f->tree.frames[frame].self_s += (double)group->own.weight_ns / 1e9;
        }
    }
    free(path);
}

/*
 * Of a sum of tasks, the variances were added, which is the most, since shares of one whole are
 * correlated negatively. So is the sum of those of all other tasks, whose share varies as much.
 */
static void bound_variances(struct flaming *f, const struct gau_hotspots_grouping *grouping)
{
    const struct gau_hotspots_group *const root = &grouping->groups[0];
    double all = 0;

    for (uint32_t i = 0; i < root->count; i++)
        all += variance_of(&gau_hotspots_child(grouping, root, i)->total,
                           (double)root->total.weight_ns);
    for (uint32_t i = 1; i < f->tree.count; i++) {
        struct gau_flame_frame *const frame = &f->tree.frames[i];
        const double others = all - frame->variance;

        if (frame->parts > 1 && others < frame->variance)
            frame->variance = others > 1e-9 * all ? others : 0; /* else it was rounded */
    }
}

static void add_samples(struct flaming *f, struct gau_symbolized_samples *result)
{
    const struct gau_view_options options = {.filters = f->options->filters,
                                             .filter_count = f->options->filter_count,
                                             .time_filter = f->options->time_filter};
    struct gau_hotspots_grouping grouping;
    struct gau_hotspots_query query;
    char time[40];

    gau_hotspots_show(result, gau_hotspots_shown_of(&options, false));
    if (gau_hotspots_query_read(&query, &options, "task,callstack", result, f->error)) {
        query.top_down = true;
        if (gau_hotspots_group(&grouping, result, &query, f->error)) {
            const struct gau_hotspots_measure *const whole = &grouping.groups[0].total;

            add_groups(f, result, &query, &grouping);
            bound_variances(f, &grouping);
            snprintf(f->note, sizeof f->note, "%s of CPU time in %" PRIu64 " sample%s",
                     gau_quantity_text(time, sizeof time, (double)whole->weight_ns / 1e9, "s"),
                     whole->samples, whole->samples == 1 ? "" : "s");
        }
        gau_hotspots_grouping_clear(&grouping);
    }
    gau_hotspots_filter_clear(&query.filter);
}

/* --- a timer ------------------------------------------------------------------------------- */

static void add_timer(struct flaming *f, const struct gau_timer_result *timer)
{
    double sum = 0;
    char time[40];

    for (size_t i = 0; i < timer->n && f->error->status == GAU_OK; i++) {
        const struct gau_timer_row *const row = &timer->rows[i];
        const double self = timer->cpu_known ? row->cpu_self_s : row->self_s;
        const uint32_t frame =
            self > 0 && strcmp(row->root, timer->whole) == 0 ? add_branch(f, row->path, 0) : 0;

        if (frame) {
            f->tree.frames[frame].self_s += self;
            sum += self;
        }
    }
    snprintf(f->note, sizeof f->note, "%s of %s by the timer",
             gau_quantity_text(time, sizeof time, sum, "s"),
             timer->cpu_known ? "CPU time" : "wall time");
}

static void read_timer(struct flaming *f)
{
    struct gau_timer_result timer;

    if (f->options->filter_count > 0 || f->options->time_filter) {
        gau_fail_first(f->error, GAU_ERR_USAGE, "'%.*s' holds no samples that could be filtered",
                       GAU_QUOTE(f->folder));
        return;
    }
    if (gau_timer_result_read(&timer, f->folder, &(struct gau_timer_grouping){0}, f->error) !=
        GAU_OK)
        return;
    if (timer.timed)
        add_timer(f, &timer);
    else
        gau_fail_first(f->error, GAU_ERR_USAGE,
                       "'%.*s' has neither samples, as 'gaudit profile' records them, nor a "
                       "timer.json, as 'gaudit run --time' makes it",
                       GAU_QUOTE(f->folder));
    gau_timer_result_clear(&timer);
}

/* --- the view ------------------------------------------------------------------------------ */

static void read_folder(struct flaming *f)
{
    gau_error no_samples = {0};
    struct gau_symbolized_samples result;

    if (gau_shared_samples_take(&result, f->folder, f->options, &no_samples)) {
        if (result.profile->sample_count > 0)
            add_samples(f, &result);
        else
            read_timer(f);
        gau_shared_samples_give(&result, f->options);
    } else if (no_samples.status != GAU_ERR_USAGE) {
        *f->error = no_samples;
    } else {
        read_timer(f);
    }
}

static void write_flame_graph(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct flaming f = {.options = request->options, .folder = request->paths[0], .error = error};

    if (add_root(&f))
        read_folder(&f);
    if (error->status == GAU_OK && !gau_flame_tree_place(&f.tree))
        gau_fail_memory(error, "flame graph");
    if (error->status == GAU_OK && !(f.tree.frames[0].total_s > 0))
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no time to draw", GAU_QUOTE(f.folder));
    if (error->status == GAU_OK)
        gau_flame_graph_draw(&f.tree, f.note, out);
    gau_flame_tree_clear(&f.tree);
}

const struct gau_view gau_view_flamegraph = {
    .name = "flamegraph",
    .help = "branches and, of samples, the functions that they call: as wide as their\n"
            "share of the time",
    .needs = GAU_VIEW_NEEDS_SAMPLES_OR_TIMER,
    .takes = GAU_VIEW_TAKES_TIME_FILTER | GAU_VIEW_TAKES_FILTER,
    .is_picture = true,
    .write = write_flame_graph,
};
