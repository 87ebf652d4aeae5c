/* SPDX-License-Identifier: Apache-2.0 */
#include "chart.h"

#include "documents/branch_groups.h"
#include "documents/document.h"
#include "report/hotspots/grouping.h"
#include "report/hotspots/shared_samples.h"
#include "report/timings/timings.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A slice needs a colour of its own, so a pie has no more items than there are colours. */
static const size_t items_of[] = {[GAU_CHART_PIE] = 9, [GAU_CHART_BARS] = 15};

struct charting {
    struct gau_chart *chart;
    const struct gau_view_options *options;
    const char *folder;
    gau_error *error;
    struct gau_bump_allocator heap; /* has the labels */
};

static const char *key_of(const struct charting *c)
{
    return c->options->group_by ? c->options->group_by : "algorithm";
}

static void add_item(struct charting *c, const char *label, struct gau_chart_item item)
{
    struct gau_chart *const chart = c->chart;
    char *const copy = gau_bump_allocator_take(&c->heap, strlen(label) + 1);
    uint32_t size = (uint32_t)chart->size;

    if (!copy || !gau_array_grow(&chart->items, (uint32_t)chart->n, &size, sizeof *chart->items)) {
        gau_fail_memory(c->error, "chart");
        return;
    }
    chart->size = size;
    item.label = strcpy(copy, label);
    chart->items[chart->n++] = item;
    chart->whole_s += item.value_s;
}

/* --- samples ------------------------------------------------------------------------------- */

/* The error of a part of a group is that of a part of its samples, taken as independent. */
static struct gau_chart_item item_of(const struct gau_hotspots_grouping *grouping,
                                     const struct gau_hotspots_group *group, bool relative)
{
    struct gau_hotspots_measure part = group->total;
    double whole = (double)grouping->groups[0].total.weight_ns;
    struct gau_chart_item item;

    if (relative) {
        part.error_ns *= sqrt((double)part.within_ns / (double)part.weight_ns);
        part.weight_ns = part.within_ns;
        whole = (double)grouping->whole.weight_ns;
    }
    item = (struct gau_chart_item){.value_s = (double)part.weight_ns / 1e9,
                                   .error_s = part.error_ns / 1e9};
    item.share_error = relative ? gau_hotspots_relative_error(&part, &grouping->whole,
                                                              grouping->groups[0].total.weight_ns)
                                : part.share_error_ns / whole;
    return item;
}

static void add_groups(struct charting *c, struct gau_symbolized_samples *result,
                       const struct gau_hotspots_query *query)
{
    struct gau_hotspots_grouping grouping;
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    if (gau_hotspots_group(&grouping, result, query, c->error)) {
        const struct gau_hotspots_group *const root = &grouping.groups[0];
        const struct gau_hotspots_measure *const whole =
            query->within ? &grouping.whole : &root->total;
        char time[40];

        for (uint32_t i = 0; i < root->count && c->error->status == GAU_OK; i++) {
            const struct gau_hotspots_group *const group = gau_hotspots_child(&grouping, root, i);

            if (query->within ? group->total.within_ns > 0 : group->total.weight_ns > 0)
                add_item(c, gau_hotspots_group_text(result, query, group, room, sizeof room),
                         item_of(&grouping, group, query->within != NULL));
        }
        snprintf(c->chart->note, sizeof c->chart->note, "%s of CPU time in %" PRIu64 " sample%s",
                 gau_quantity_text(time, sizeof time, (double)whole->weight_ns / 1e9, "s"),
                 whole->samples, whole->samples == 1 ? "" : "s");
    }
    gau_hotspots_grouping_clear(&grouping);
}

static void add_samples(struct charting *c, struct gau_symbolized_samples *result)
{
    const struct gau_view_options options = {.group_by = key_of(c),
                                             .relative_to = c->options->relative_to,
                                             .filters = c->options->filters,
                                             .filter_count = c->options->filter_count,
                                             .time_filter = c->options->time_filter};
    struct gau_hotspots_query query;

    gau_hotspots_show(result, gau_hotspots_shown_of(&options, false));
    if (gau_hotspots_query_read(&query, &options, "algorithm", result, c->error)) {
        query.keys.count = 1; /* the outermost of several keys is drawn */
        add_groups(c, result, &query);
    }
    gau_hotspots_filter_clear(&query.filter);
}

/* --- a timer ------------------------------------------------------------------------------- */

static double self_of(const struct gau_timer_result *timer, const struct gau_timer_row *row)
{
    const double self = timer->cpu_known ? row->cpu_self_s : row->self_s;

    return self > 0 ? self : 0;
}

static int by_group(const void *a, const void *b)
{
    const struct gau_timer_row *const left = a, *const right = b;

    return strcmp(left->group, right->group);
}

/* Rows are sorted, so that those of one group follow each other. */
static void add_timer(struct charting *c, struct gau_timer_result *timer)
{
    char time[40];

    qsort(timer->rows, timer->n, sizeof *timer->rows, by_group);
    for (size_t i = 0, end; i < timer->n && c->error->status == GAU_OK; i = end) {
        struct gau_chart_item item = {0};

        for (end = i; end < timer->n && by_group(&timer->rows[i], &timer->rows[end]) == 0; end++)
            if (strcmp(timer->rows[end].root, timer->whole) == 0 &&
                (!c->options->relative_to || timer->rows[end].within))
                item.value_s += self_of(timer, &timer->rows[end]);
        if (item.value_s > 0)
            add_item(c, timer->rows[i].group, item);
    }
    snprintf(c->chart->note, sizeof c->chart->note, "%s of %s by the timer",
             gau_quantity_text(time, sizeof time, c->chart->whole_s, "s"),
             timer->cpu_known ? "CPU time" : "wall time");
}

static void read_timer(struct charting *c)
{
    struct gau_branch_key key;
    const struct gau_timer_grouping grouping = {.key = &key,
                                                .relative_to = c->options->relative_to};
    struct gau_timer_result timer;

    if (c->options->filter_count > 0 || c->options->time_filter) {
        gau_fail_first(c->error, GAU_ERR_USAGE, "'%.*s' holds no samples that could be filtered",
                       GAU_QUOTE(c->folder));
        return;
    }
    if (!gau_branch_key_read(&key, key_of(c), strlen(key_of(c)), c->error) ||
        gau_timer_result_read(&timer, c->folder, &grouping, c->error) != GAU_OK)
        return;
    if (timer.timed)
        add_timer(c, &timer);
    else
        gau_fail_first(c->error, GAU_ERR_USAGE,
                       "'%.*s' has neither samples, as 'gaudit profile' records them, nor a "
                       "timer.json, as 'gaudit run --time' makes it",
                       GAU_QUOTE(c->folder));
    gau_timer_result_clear(&timer);
}

/* --- the chart ----------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const struct gau_chart_item *const left = a, *const right = b;

    return left->value_s == right->value_s
               ? strcmp(left->label, right->label)
               : (left->value_s < right->value_s) - (left->value_s > right->value_s);
}

/* Items beyond the limit become one. Their errors together are at most the square root of the sum
 * of squares. */
static void limit_items(struct charting *c)
{
    const size_t limit = c->options->limit ? c->options->limit : items_of[c->chart->shape];
    struct gau_chart *const chart = c->chart;
    struct gau_chart_item others = {0};
    double variance = 0, share_variance = 0;
    char label[64];
    const size_t n = chart->n;

    if (n > 1)
        qsort(chart->items, n, sizeof *chart->items, by_value);
    if (n <= limit + 1)
        return;
    for (size_t i = limit; i < n; i++) {
        others.value_s += chart->items[i].value_s;
        variance += chart->items[i].error_s * chart->items[i].error_s;
        share_variance += chart->items[i].share_error * chart->items[i].share_error;
    }
    others.error_s = sqrt(variance);
    others.share_error = sqrt(share_variance);
    chart->whole_s -= others.value_s;
    chart->n = limit;
    snprintf(label, sizeof label, "[%zu others]", n - limit);
    add_item(c, label, others);
}

static void read_folder(struct charting *c)
{
    gau_error no_samples = {0};
    struct gau_symbolized_samples result;

    if (gau_shared_samples_take(&result, c->folder, c->options, &no_samples)) {
        if (result.profile->sample_count > 0)
            add_samples(c, &result);
        else
            read_timer(c);
        gau_shared_samples_give(&result, c->options);
    } else if (no_samples.status != GAU_ERR_USAGE) {
        *c->error = no_samples;
    } else {
        read_timer(c);
    }
    if (c->error->status != GAU_OK || c->chart->n > 0)
        return;
    if (c->options->relative_to)
        gau_branch_check_time(c->options->relative_to, 0, c->error);
    else
        gau_fail_first(c->error, GAU_ERR_USAGE, "'%.*s' has no time to draw", GAU_QUOTE(c->folder));
}

/* Writes "by algorithm", "at level 3" or "by child of 'Hlt1'"; for other keys of samples "by source
 * file". */
static void put_key(char *text, size_t size, const struct charting *c)
{
    const size_t length = strcspn(key_of(c), ",");
    gau_error ignored = {0};
    struct gau_branch_key key;

    if (gau_branch_key_is(key_of(c), length) &&
        gau_branch_key_read(&key, key_of(c), length, &ignored)) {
        gau_branch_key_phrase(text, size, &key);
        return;
    }
    snprintf(text, size, "by %.*s", (int)length, key_of(c));
    for (char *at = text; (at = strchr(at, '-'));)
        *at = ' ';
}

/* Sets "Time by algorithm", "Time at level 3 in 'Hlt1'" or "Time below 'Hlt1'". */
static void set_title(struct charting *c)
{
    static const char children[] = "children=";
    const size_t length = sizeof children - 1;
    const char *const in = c->options->relative_to;
    char key[160];

    put_key(key, sizeof key, c);
    if (in && strncmp(key_of(c), children, length) == 0 && strcmp(key_of(c) + length, in) == 0)
        snprintf(c->chart->title, sizeof c->chart->title, "Time below '%.*s'", GAU_QUOTE(in));
    else if (in)
        snprintf(c->chart->title, sizeof c->chart->title, "Time %s in '%.*s'", key, GAU_QUOTE(in));
    else
        snprintf(c->chart->title, sizeof c->chart->title, "Time %s", key);
}

static void write_chart(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_chart chart = {.shape =
                                  request->view == &gau_view_pie ? GAU_CHART_PIE : GAU_CHART_BARS};
    struct charting c = {
        .chart = &chart, .options = request->options, .folder = request->paths[0], .error = error};

    read_folder(&c);
    if (error->status == GAU_OK)
        limit_items(&c);
    if (error->status == GAU_OK) {
        set_title(&c);
        gau_chart_draw(&chart, out);
    }
    free(chart.items);
    gau_bump_allocator_clear(&c.heap);
}

#define VIEW(called, text)                                                                     \
    {                                                                                          \
        .name = (called), .help = (text), .needs = GAU_VIEW_NEEDS_SAMPLES_OR_TIMER,            \
        .takes = GAU_VIEW_TAKES_GROUP_BY | GAU_VIEW_TAKES_RELATIVE_TO | GAU_VIEW_TAKES_LIMIT | \
                 GAU_VIEW_TAKES_TIME_FILTER | GAU_VIEW_TAKES_FILTER,                           \
        .is_picture = true, .write = write_chart,                                              \
    }

const struct gau_view gau_view_pie = VIEW("pie", "shares of groups, of samples or else the timer");
const struct gau_view gau_view_bars = VIEW("bars", "shares of groups as bars with their errors");
