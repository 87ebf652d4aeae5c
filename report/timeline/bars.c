/* SPDX-License-Identifier: Apache-2.0 */
#include "bars.h"

#include "report/views/document.h"

#include <math.h>

/* In pixels: what is narrower is joined with what is nearer than this, up to that width. */
static const double narrow = 0.75, wide = 3;

/* Of the entries in a bar, the label with most time: by counting for and against it. */
static void vote(struct gau_timeline_bar *bar, uint32_t label, double time_s)
{
    if (label == bar->label) {
        bar->lead_s += time_s;
        return;
    }
    bar->lead_s -= time_s;
    if (bar->lead_s >= 0)
        return;
    bar->label = label;
    bar->lead_s = -bar->lead_s;
}

static bool joins(const struct gau_timeline_bar *bar, double left, double right)
{
    const bool is_narrow = bar->entries > 1 || bar->right - bar->left <= narrow;

    return is_narrow && right - left < narrow && left - bar->right < narrow &&
           right - bar->left <= wide;
}

static void join(struct gau_timeline *scene, struct gau_timeline_bar *bar,
                 const struct gau_timeline_bar *more)
{
    if (bar->entries == 1) {
        scene->bars++;
        scene->joined++;
    }
    scene->joined++;
    bar->entries++;
    bar->right = fmax(bar->right, more->right);
    bar->end_s = fmax(bar->end_s, more->end_s);
    bar->busy_s += more->busy_s;
    vote(bar, more->label, more->busy_s);
}

static bool add(struct gau_timeline *scene, struct gau_timeline_row *row,
                const struct gau_timeline_bar *bar)
{
    struct gau_timeline_bar *const last = row->count ? &row->bars[row->count - 1] : NULL;

    scene->entries++;
    if (last && joins(last, bar->left, bar->right)) {
        join(scene, last, bar);
        return true;
    }
    if (!gau_grow(&row->bars, row->count, &row->size, sizeof *row->bars)) {
        gau_view_fail(scene->error, GAU_VIEW_FAILED, "no memory for the bars of the picture");
        return false;
    }
    row->bars[row->count++] = *bar;
    return true;
}

bool gau_timeline_add_bar(struct gau_timeline *scene, const struct gau_timeline_visit *visit)
{
    const struct gau_log_entry *const entry = visit->entry;
    const struct gau_timeline_group *const group = visit->group;
    const double scale = scene->width / (scene->to_s - scene->from_s);
    const double start_s = gau_timeline_seconds(group, entry->start_ticks, entry->start_s);
    const double end_s = fmax(gau_timeline_seconds(group, entry->end_ticks, entry->end_s), start_s);
    struct gau_timeline_bar bar = {.start_s = start_s, .end_s = end_s, .entries = 1};

    if (!gau_timeline_is_wanted(scene, visit) || start_s > scene->to_s || end_s < scene->from_s)
        return true;
    scene->backwards += entry->end_s < entry->start_s || entry->end_ticks < entry->start_ticks;
    if (entry->depth < group->least_depth || entry->depth - group->least_depth >= group->n_rows) {
        scene->too_deep++;
        return true;
    }
    bar.left = fmax(0, (start_s - scene->from_s) * scale);
    bar.right = fmin(scene->width, (end_s - scene->from_s) * scale);
    bar.busy_s = bar.lead_s = end_s - start_s;
    bar.label = visit->label;
    scene->label_facts[visit->label].busy_s +=
        fmin(end_s, scene->to_s) - fmax(start_s, scene->from_s);
    return add(scene, &group->rows[entry->depth - group->least_depth], &bar);
}
