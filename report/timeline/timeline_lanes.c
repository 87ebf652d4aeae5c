/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_lanes.h"

#include "timeline_page.h"
#include "timeline_trace.h"

#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEGIN, LENGTH, BRANCH, EVENT, CALLS, STATE, N_COLUMNS };

static const char *const columns[N_COLUMNS] = {"begin_ns", "length_ns", "branch",
                                               "event",    "calls",     "state"};

/* What became of a call; of joined ones, of some of them. */
enum { ACCEPTED, REJECTED, FAILED, ABORTED, NOT_ENDED };

struct gau_timeline_lanes {
    struct gau_view_options options;
    struct gau_timeline_sources sources;
    struct gau_timeline_files files;
    struct gau_timeline scene;
    struct gau_bump_allocator heap;
    struct gau_text_pool names;
    struct gau_text_pool paths; /* of branches, which are numbered as these; 0 is none */
    struct branch {
        const char *name;
        uint32_t colour;
    } * branches; /* by that number */
    uint32_t n_branches, branches_size;
    size_t n;                     /* bars */
    int64_t (*values)[N_COLUMNS]; /* of each */
};

/* --- bars ---------------------------------------------------------------------------------- */

static int64_t nanoseconds(double s)
{
    return (int64_t)llround(s * 1e9);
}

static int state_of(const struct gau_timeline_bar *bar)
{
    const struct gau_timeline_facts *const facts = &bar->facts;

    if (bar->errors > 0 || facts->status < 0)
        return FAILED;
    if (facts->flags & GAU_ENTRY_ABORTED)
        return ABORTED;
    if (facts->flags & (GAU_ENTRY_UNFINISHED | GAU_LANE_OPEN | GAU_LANE_END_MISSING))
        return NOT_ENDED;
    return facts->status > 0 ? REJECTED : ACCEPTED;
}

/* Events are of one branch. Sets the number of a bar's branch. False: out of memory. */
static bool find_branch(struct gau_timeline_lanes *l, const struct gau_timeline_group *group,
                        struct gau_timeline_bar bar, uint32_t *number)
{
    char room[GAU_TIMELINE_PATH], text[GAU_TIMELINE_PATH];

    bar.facts.event = 0;
    *number = gau_text_pool_put(&l->paths, gau_timeline_path(room, &l->scene, group, &bar));
    if (*number >= l->n_branches) {
        const char *const name = gau_timeline_name(text, &l->scene, group, &bar);

        if (!gau_array_grow(&l->branches, l->n_branches, &l->branches_size, sizeof *l->branches))
            return false;
        l->branches[l->n_branches++] =
            (struct branch){gau_text_pool_keep(&l->names, name), bar.colour};
    }
    return !l->paths.failed && !l->names.failed;
}

/* In whole nanoseconds: of one call its own, of joined ones from the first to the last. */
static void put_values(struct gau_timeline_lanes *l, const struct gau_timeline_bar *bar,
                       uint32_t branch)
{
    const struct gau_timeline *const scene = &l->scene;
    const double scale = (scene->to_s - scene->from_s) / GAU_TIMELINE_WIDTH;
    const bool is_one = bar->entries == 1;
    const double begin_s = is_one ? bar->longest_start_s : scene->from_s + bar->left * scale;
    const double end_s = is_one ? begin_s + bar->longest_s : scene->from_s + bar->right * scale;
    const int64_t begin = nanoseconds(fmax(begin_s, scene->from_s));
    int64_t *const values = l->values[l->n++];

    values[BEGIN] = begin;
    values[LENGTH] = nanoseconds(fmin(end_s, scene->to_s)) - begin;
    values[BRANCH] = branch;
    values[EVENT] = (int64_t)bar->facts.event;
    values[CALLS] = (int64_t)bar->entries;
    values[STATE] = state_of(bar);
}

/* Bars of a row are in the order of their begins. */
static bool put_row(struct gau_timeline_lanes *l, const struct gau_timeline_group *group,
                    const struct gau_timeline_row *row)
{
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t branch;

        if (!find_branch(l, group, row->bars[i], &branch))
            return false;
        put_values(l, &row->bars[i], branch);
    }
    return true;
}

static bool put_groups(struct gau_timeline_lanes *l)
{
    l->values = malloc((l->scene.bars + 1) * sizeof *l->values);
    if (!l->values || !gau_text_pool_init(&l->paths, &l->heap) ||
        !gau_text_pool_init(&l->names, &l->heap) ||
        !gau_array_grow(&l->branches, 0, &l->branches_size, sizeof *l->branches))
        return false;
    l->branches[l->n_branches++] = (struct branch){"", GAU_TIMELINE_OTHERS};
    for (uint32_t i = 0; i < l->scene.n_groups; i++)
        for (uint32_t row = 0; row < l->scene.groups[i].n_rows; row++)
            if (!put_row(l, &l->scene.groups[i], &l->scene.groups[i].rows[row]))
                return false;
    return true;
}

/* --- reading ------------------------------------------------------------------------------- */

struct gau_timeline_lanes *gau_timeline_lanes_read(const struct gau_timeline_sources *sources,
                                                   const struct gau_view_options *options,
                                                   size_t most_bars, gau_error *error)
{
    struct gau_timeline_lanes *const l = calloc(1, sizeof *l);

    if (!l) {
        gau_fail_memory(error, "timeline");
        return NULL;
    }
    l->options = *options;
    l->sources = *sources;
    l->scene = (struct gau_timeline){.options = &l->options,
                                     .files = &l->files,
                                     .error = error,
                                     .most_bars = most_bars > 1 ? most_bars : 2};
    if (gau_timeline_files_find(&l->files, &l->sources, error) && gau_timeline_make(&l->scene) &&
        !put_groups(l))
        gau_fail_memory(error, "timeline of '%.*s'", GAU_QUOTE(sources->paths[0]));
    if (error->status == GAU_OK)
        return l;
    gau_timeline_lanes_free(l);
    return NULL;
}

void gau_timeline_lanes_free(struct gau_timeline_lanes *l)
{
    if (!l)
        return;
    free(l->values);
    free(l->branches);
    gau_text_pool_clear(&l->names);
    gau_text_pool_clear(&l->paths);
    gau_bump_allocator_clear(&l->heap);
    gau_timeline_clear(&l->scene);
    gau_timeline_files_clear(&l->files);
    free(l);
}

uint64_t gau_timeline_lanes_start(const struct gau_timeline_lanes *l)
{
    return l->files.items[0].is_trace ? l->scene.traces[0].zero_ns : 0;
}

/* --- JSON ---------------------------------------------------------------------------------- */

static const char *kind_of(const struct gau_timeline_group *group)
{
    const struct gau_lane *const lane = gau_timeline_lane_of(group);

    if (!lane)
        return "log";
    if (group->part == GAU_TIMELINE_BACKGROUND)
        return "background";
    switch (lane->kind) {
    case GAU_TRACE_LANE_WORKER: return "worker";
    case GAU_TRACE_LANE_TASKS: return "tasks";
    case GAU_TRACE_LANE_EXTERNAL: return "external";
    default: return "thread";
    }
}

static void write_gaps(const struct gau_timeline *scene, const struct gau_timeline_row *gaps,
                       FILE *out)
{
    const double scale = (scene->to_s - scene->from_s) / GAU_TIMELINE_WIDTH;

    fputs("\"gaps\": [", out);
    for (uint32_t i = 0; i < gaps->count; i++) {
        const struct gau_timeline_bar *const bar = &gaps->bars[i];
        const int64_t begin = nanoseconds(scene->from_s + bar->left * scale);

        fprintf(out,
                "%s{\"begin_ns\": %" PRId64 ", \"length_ns\": %" PRId64 ", \"lists\": %" PRIu64 "}",
                i > 0 ? ", " : "", begin, nanoseconds(scene->from_s + bar->right * scale) - begin,
                bar->lists);
    }
    fputs("]", out);
}

static void write_lane(const struct gau_timeline *scene, const struct gau_timeline_group *group,
                       FILE *out)
{
    char text[GAU_TIMELINE_PATH];

    gau_timeline_heading(text, scene, group);
    fputs("{\"name\": ", out);
    gau_json_text_write(text, out);
    fprintf(out, ", \"kind\": \"%s\", \"rows\": [", kind_of(group));
    for (uint32_t row = 0; row < group->n_rows; row++) {
        gau_timeline_row_name(text, group, row);
        fprintf(out, "%s{\"name\": ", row > 0 ? ", " : "");
        gau_json_text_write(text, out);
        fprintf(out, ", \"bars\": %" PRIu32 "}", group->rows[row].count);
    }
    fputs("], ", out);
    write_gaps(scene, &group->gaps, out);
    fputs("}", out);
}

static void write_lanes(const struct gau_timeline *scene, FILE *out)
{
    bool is_first = true;

    fputs("\"lanes\": [", out);
    for (uint32_t i = 0; i < scene->n_groups; i++) {
        if (scene->groups[i].n_rows == 0)
            continue;
        fputs(is_first ? "\n" : ",\n", out);
        write_lane(scene, &scene->groups[i], out);
        is_first = false;
    }
    fputs("],\n", out);
}

static void write_branches(const struct gau_timeline_lanes *l, FILE *out)
{
    fputs("\"branches\": [", out);
    for (uint32_t i = 0; i < l->n_branches; i++) {
        fprintf(out, "%s{\"path\": ", i > 0 ? ",\n" : "\n");
        gau_json_text_write(l->paths.items[i], out);
        fputs(", \"name\": ", out);
        gau_json_text_write(l->branches[i].name, out);
        fprintf(out, ", \"colour\": %" PRIu32 "}", l->branches[i].colour);
    }
    fputs("],\n", out);
}

/* What is missing, as lines of a picture. */
static void write_notes(const struct gau_timeline *scene, FILE *out)
{
    char notes[GAU_TIMELINE_NOTES][200], damage[600];
    const int n = gau_timeline_notes(notes, scene);

    gau_timeline_damage(damage, sizeof damage, scene);
    fputs("\"damage\": ", out);
    gau_json_text_write(damage, out);
    fputs(",\n\"notes\": [", out);
    for (int i = 0; i < n; i++) {
        fputs(i > 0 ? ", " : "", out);
        gau_json_text_write(notes[i], out);
    }
    fputs("],\n", out);
}

static void write_columns(const struct gau_timeline_lanes *l, bool has_columns, FILE *out)
{
    fputs("\"columns\": {", out);
    for (unsigned column = 0; column < N_COLUMNS; column++) {
        fprintf(out, "%s\"%s\": ", column > 0 ? ",\n" : "\n", columns[column]);
        if (!has_columns) {
            fprintf(out, "%zu", l->n);
            continue;
        }
        for (size_t i = 0; i < l->n; i++)
            fprintf(out, "%c%" PRId64, i > 0 ? ',' : '[', l->values[i][column]);
        fputs(l->n > 0 ? "]" : "[]", out);
    }
    fputs("}", out);
}

void gau_timeline_lanes_write(const struct gau_timeline_lanes *l, bool has_columns, FILE *out)
{
    const struct gau_timeline *const scene = &l->scene;
    const double width = scene->narrow * (scene->to_s - scene->from_s) / GAU_TIMELINE_WIDTH;

    fprintf(out,
            "{\"start_ns\": %" PRIu64 ", \"from_ns\": %" PRId64 ", \"to_ns\": %" PRId64
            ", \"calls\": %" PRIu64 ", \"joined\": %" PRIu64 ", \"joined_below_ns\": %" PRId64
            ",\n",
            gau_timeline_lanes_start(l), nanoseconds(scene->from_s), nanoseconds(scene->to_s),
            scene->entries, scene->joined, nanoseconds(width));
    write_notes(scene, out);
    write_lanes(scene, out);
    write_branches(l, out);
    write_columns(l, has_columns, out);
    fputs("}", out);
}

void gau_timeline_lanes_put_columns(const struct gau_timeline_lanes *l,
                                    struct gau_json_bytes *bytes)
{
    for (unsigned column = 0; column < N_COLUMNS; column++) {
        int64_t before = 0;

        for (size_t i = 0; i < l->n; i++) {
            gau_json_bytes_put_difference(bytes, l->values[i][column], before);
            before = l->values[i][column];
        }
    }
}
