/* SPDX-License-Identifier: Apache-2.0 */
#include "single_event.h"

#include "timeline_page.h"

#include "documents/document.h"
#include "table/number_format.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LANES_SHOWN = 16 }; /* lines for other lanes */

/* --- names --------------------------------------------------------------------------------- */

static struct gau_timeline_group group_of(const struct gau_single_event *event, uint32_t lane,
                                          bool is_interval)
{
    return (struct gau_timeline_group){.trace = &event->trace,
                                       .lane = lane,
                                       .part = is_interval ? GAU_TIMELINE_INTERVALS
                                                           : GAU_TIMELINE_CALLS};
}

static struct gau_timeline_bar bar_of(const struct gau_single_event *event,
                                      const struct gau_single_event_row *row)
{
    const bool is_event = row == gau_single_event_row(event, event->root);

    return (struct gau_timeline_bar){.colour = is_event ? GAU_TIMELINE_EVENTS : 0,
                                     .facts = {.branch = row->branch, .event = event->number}};
}

const char *gau_single_event_name(char text[GAU_TIMELINE_PATH],
                                  const struct gau_single_event *event,
                                  const struct gau_single_event_row *row)
{
    const struct gau_timeline_group group = group_of(event, row->lane, row->is_processor);
    const struct gau_timeline_bar bar = bar_of(event, row);

    if (!row->is_processor)
        return gau_timeline_name(text, &event->names, &group, &bar);
    gau_timeline_lane_name(text, GAU_TIMELINE_PATH, &event->names, &group);
    return text;
}

const char *gau_single_event_path(char text[GAU_TIMELINE_PATH],
                                  const struct gau_single_event *event,
                                  const struct gau_single_event_row *row)
{
    const struct gau_timeline_group group = group_of(event, row->lane, false);
    const struct gau_timeline_bar bar = bar_of(event, row);

    return row->is_processor ? gau_single_event_name(text, event, row)
                             : gau_timeline_path(text, &event->names, &group, &bar);
}

/* --- outcomes ------------------------------------------------------------------------------ */

static const char *const outcome_names[GAU_CALL_OUTCOMES] = {
    [GAU_CALL_ACCEPTED] = "accepted",    [GAU_CALL_REJECTED] = "rejected",
    [GAU_CALL_FAILED] = "error",         [GAU_CALL_ABORTED] = "aborted",
    [GAU_CALL_OPEN] = "did not end",     [GAU_CALL_END_MISSING] = "end is missing",
    [GAU_CALL_REUSED] = "reused",        [GAU_CALL_SKIPPED] = "skipped",
    [GAU_CALL_UNFINISHED] = "not ended",
};

static bool decides(const struct gau_single_event *event, const struct gau_single_event_row *row)
{
    const struct gau_lane_branch *const branch =
        gau_lanes_branch(&event->trace.lanes, &event->trace.lanes.lanes[row->lane], row->branch);

    return !row->is_interval && branch && branch->kind != GAU_TRACE_BRANCH_SECTION;
}

void gau_single_event_decision(char *text, size_t size, const struct gau_single_event *event,
                               const struct gau_single_event_row *row)
{
    uint64_t all = 0;

    text[0] = '\0';
    for (int i = 0; i < GAU_CALL_OUTCOMES; i++)
        all += row->outcomes[i];
    for (int i = 0; i < GAU_CALL_OUTCOMES; i++) {
        if (row->outcomes[i] == 0 || (i == GAU_CALL_ACCEPTED && !decides(event, row)))
            continue;
        if (row->outcomes[i] < all)
            gau_timeline_add_part(text, size, "%" PRIu64 " %s", row->outcomes[i], outcome_names[i]);
        else if (i == GAU_CALL_FAILED && all == 1)
            gau_timeline_add_part(text, size, "%s %" PRId32, outcome_names[i], row->status);
        else
            gau_timeline_add_part(text, size, "%s", outcome_names[i]);
    }
}

/* --- the sentence -------------------------------------------------------------------------- */

/* The row that has most self time, the event itself too; NULL: none has any. */
static const struct gau_single_event_row *find_heaviest(const struct gau_single_event *event)
{
    const struct gau_single_event_row *heaviest = NULL;

    for (uint32_t i = event->root; i; i = gau_single_event_next(event, i)) {
        const struct gau_single_event_row *const row = gau_single_event_row(event, i);

        if (row->is_processor)
            break;
        if (gau_single_event_self(row) > (heaviest ? gau_single_event_self(heaviest) : 0))
            heaviest = row;
    }
    return heaviest;
}

typedef char time_text[64];

static const char *quantity(time_text text, const struct gau_single_event *event, double ticks)
{
    return gau_quantity_text(text, sizeof(time_text), gau_single_event_seconds(event, ticks), "s");
}

static void put_ratio(FILE *out, double ratio)
{
    if (ratio < 0.1)
        fputs(", less than 0.1 times", out);
    else
        fprintf(out, ", %.*f times", ratio < 100, ratio);
}

static void put_own(FILE *out, const struct gau_single_event *event,
                    const struct gau_single_event_row *root)
{
    const double ratio = gau_single_event_ratio(event, root);
    const struct gau_timeline_group group = group_of(event, root->lane, false);
    char lane[GAU_TIMELINE_PATH];
    time_text time;

    gau_timeline_lane_name(lane, sizeof lane, &event->names, &group);
    fprintf(out, "Event %" PRIu64 "%s (%s%s%s)%s %s %s", event->number,
            event->wanted ? "" : ", the slowest", event->one.items->process,
            event->one.items->process[0] ? ", " : "", lane, event->wanted ? "" : ",",
            event->is_ended ? "took" : "took at least", quantity(time, event, (double)root->time));
    if (isfinite(ratio) && event->ended > 1) {
        put_ratio(out, ratio);
        fprintf(out, " the median of %" PRIu64 " events (%s)", event->ended,
                quantity(time, event, gau_single_event_median(&event->medians, root->branch)));
    }
}

static void put_heaviest(FILE *out, const struct gau_single_event *event)
{
    const struct gau_single_event_row *const heaviest = find_heaviest(event);
    const double ratio = heaviest ? gau_single_event_ratio(event, heaviest) : (double)NAN;
    const bool is_root = heaviest == gau_single_event_row(event, event->root);
    char name[GAU_TIMELINE_PATH];
    time_text time, self;

    if (!heaviest || (is_root && heaviest->below == 0))
        return;
    quantity(self, event, (double)gau_single_event_self(heaviest));
    if (is_root) {
        fprintf(out, "; %s was outside all branches", self);
        return;
    }
    fprintf(out, "; %.200s took %s of it", gau_single_event_name(name, event, heaviest),
            quantity(time, event, (double)heaviest->time));
    if (heaviest->below > 0)
        fprintf(out, " (%s itself)", self);
    if (heaviest->calls > 1)
        fprintf(out, " in %" PRIu64 " calls", heaviest->calls);
    if (isfinite(ratio)) {
        put_ratio(out, ratio);
        fputs(" its median", out);
    }
}

void gau_single_event_title(struct gau_table *table, const struct gau_single_event *event)
{
    const struct gau_single_event_row *const root = gau_single_event_row(event, event->root);
    const double waiting = gau_single_event_waiting(event, root);
    char sentence[1024] = "", time[64];
    FILE *const out = fmemopen(sentence, sizeof sentence - 1, "w");

    if (!out) {
        gau_fail_memory(event->error, "event of '%.*s'", GAU_QUOTE(event->one.items->path));
        return;
    }
    put_own(out, event, root);
    put_heaviest(out, event);
    if (waiting <= GAU_EVENT_WAITING_STEP_NS * 1e-9)
        fputs("; it did not wait", out);
    else if (isfinite(waiting))
        fprintf(out, "; %s was waiting", gau_quantity_text(time, sizeof time, waiting, "s"));
    fclose(out);
    gau_table_title(table, "%s", sentence);
}

/* --- other lanes, and what is missing ------------------------------------------------------ */

static void note_other(struct gau_table *table, const struct gau_single_event *event, uint32_t lane)
{
    const struct gau_single_event_lane *const others = &event->others[lane];
    const struct gau_timeline_group group = group_of(event, lane, false);
    char text[1024] = "", name[GAU_TIMELINE_PATH], times[40];

    for (uint32_t i = 0; i < others->n; i++) {
        const struct gau_single_event_other *const other = &others->items[i];
        const struct gau_single_event_row row = {.lane = lane, .branch = other->branch};

        times[0] = '\0';
        if (other->count > 1)
            snprintf(times, sizeof times, " (%" PRIu64 " times)", other->count);
        if (other->event)
            gau_timeline_add_part(text, sizeof text, "Event %" PRIu64 " %s%s", other->event,
                                  outcome_names[other->outcome], times);
        else
            gau_timeline_add_part(text, sizeof text, "%.100s%s",
                                  gau_single_event_name(name, event, &row), times);
    }
    if (others->more)
        gau_timeline_add_part(text, sizeof text, "and %" PRIu64 " more", others->more);
    gau_timeline_lane_name(name, sizeof name, &event->names, &group);
    gau_table_footer(table, "%s meanwhile: %s", name, text);
}

static void note_others(struct gau_table *table, const struct gau_single_event *event)
{
    uint32_t lanes = 0;

    for (uint32_t i = 0; i < event->trace.lanes.n_lanes; i++) {
        if (event->others[i].n == 0)
            continue;
        if (lanes++ < LANES_SHOWN)
            note_other(table, event, i);
    }
    if (lanes > LANES_SHOWN)
        gau_table_footer(table, "meanwhile %" PRIu32 " more lanes had entries",
                         lanes - LANES_SHOWN);
}

/* Of lists in the event, or beside it. */
static void missing_text(char *text, size_t size, const struct gau_single_event *event)
{
    text[0] = '\0';
    if (event->missing)
        snprintf(text, size,
                 "%" PRIu64 " list%s of entries in or beside this event %s missing, and so may be "
                 "calls",
                 event->missing, event->missing == 1 ? "" : "s",
                 event->missing == 1 ? "is" : "are");
}

void gau_single_event_damage(char *text, size_t size, const struct gau_single_event *event)
{
    char damage[600];
    size_t length;

    gau_timeline_damage(damage, sizeof damage, &event->names);
    missing_text(text, size, event);
    length = strlen(text);
    if (damage[0])
        snprintf(text + length, size - length, "%s%s", length > 0 ? "; " : "", damage);
}

void gau_single_event_notes(struct gau_table *table, const struct gau_single_event *event)
{
    char text[600];

    note_others(table, event);
    if (event->same > 1)
        gau_table_footer(table, "event %" PRIu64 " is there %" PRIu64 " times; the first is shown",
                         event->wanted, event->same);
    missing_text(text, sizeof text, event);
    if (text[0])
        gau_table_footer(table, "warning: %s", text);
    gau_timeline_damage(text, sizeof text, &event->names);
    if (text[0])
        gau_table_footer(table, "warning: %s", text);
    if (event->left_out)
        gau_table_footer(table, "%" PRIu64 " further calls have no row: there are at most %d",
                         event->left_out, GAU_EVENT_TREE_ROWS);
    if (event->medians.left_out)
        gau_table_footer(table, "%" PRIu64 " calls are in no median: at most %d branches have one",
                         event->medians.left_out, GAU_EVENT_BRANCHES);
    if (!event->has_cpu)
        gau_table_footer(table, "CPU times, and so waiting, need TraceAuditor with CpuTime=true");
}
