/* SPDX-License-Identifier: Apache-2.0 */
#include "flat.h"
#include "views.h"

/*
 * Threads, and how well each was sampled: what its samples stand for beside the CPU time that the
 * kernel has counted for it.
 */

enum { TIME }; /* measures */
enum { NAME, PROCESS };
enum { DROPPED, TRUNCATED, TID }; /* counts */
enum { CPU = 4, START };          /* other numbers */

static const struct gau_hot_heading headings[] = {
    {GAU_HOT_SHOW_TIME, TIME, "CPU time", NULL, NULL},
    {GAU_HOT_SHOW_SHARE, TIME, "share", NULL, NULL},
    {GAU_HOT_SHOW_SAMPLES, TIME, "samples", NULL, NULL},
    {GAU_HOT_SHOW_SECONDS, CPU, "used", NULL, NULL},
    {GAU_HOT_SHOW_SECONDS, START, "first seen", NULL, NULL},
    {GAU_HOT_SHOW_COUNT, DROPPED, "dropped", NULL, NULL},
    {GAU_HOT_SHOW_COUNT, TRUNCATED, "cut stacks", NULL, NULL},
    {GAU_HOT_SHOW_TEXT, NAME, "Thread", "Thread", "thread"},
    {GAU_HOT_SHOW_TEXT, PROCESS, "Process", NULL, NULL},
    {GAU_HOT_SHOW_TIME, TIME, NULL, "CPU Time", "cpu_s"},
    {GAU_HOT_SHOW_TEXT, PROCESS, NULL, "Process", "process"},
    {GAU_HOT_SHOW_COUNT, TID, NULL, "TID", "tid"},
    {GAU_HOT_SHOW_SAMPLES, TIME, NULL, "Samples", "samples"},
    {GAU_HOT_SHOW_ERROR, TIME, NULL, "CPU Time:Standard Error", "error_s"},
    {GAU_HOT_SHOW_SHARE, TIME, NULL, "CPU Time:Percent", "share_percent"},
    {GAU_HOT_SHOW_SHARE_ERROR, TIME, NULL, "CPU Time:Percent Standard Error",
     "share_error_percent"},
    {GAU_HOT_SHOW_SECONDS, CPU, NULL, "CPU Time:Used", "used_s"},
    {GAU_HOT_SHOW_SECONDS, START, NULL, "First Seen", "first_seen_s"},
    {GAU_HOT_SHOW_COUNT, DROPPED, NULL, "Samples:Dropped", "dropped"},
    {GAU_HOT_SHOW_COUNT, TRUNCATED, NULL, "Samples:Truncated", "truncated"},
};

static void put_facts(struct gau_hot_sheet *sheet, uint64_t number)
{
    const struct gau_profile_thread *const thread = &sheet->result->profile->threads[number];
    const double start = (double)thread->start_ns - (double)sheet->result->start_ns;
    char room[GAU_HOT_TEXT_SIZE];

    gau_hot_sheet_text(sheet, PROCESS,
                       gau_hot_text(sheet->result, GAU_HOT_PROCESS, thread->process, room,
                                    sizeof room));
    gau_hot_sheet_count(sheet, TID, thread->tid);
    gau_hot_sheet_count(sheet, DROPPED, thread->totals.dropped);
    gau_hot_sheet_count(sheet, TRUNCATED, thread->totals.truncated);
    gau_hot_sheet_real(sheet, CPU, (double)thread->totals.cpu_ns / 1e9);
    gau_hot_sheet_real(sheet, START, start > 0 ? start / 1e9 : 0);
}

static void fill(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                 const struct gau_hot_query *query, const struct gau_hot_group *group)
{
    (void)grouping;
    (void)query;
    if (group->value)
        put_facts(sheet, group->value);
}

/* Threads without samples. */
static void finish(struct gau_hot_sheet *sheet, const struct gau_hot_grouping *grouping,
                   const struct gau_hot_query *query)
{
    const struct gau_profile *const profile = sheet->result->profile;
    const struct gau_hot_measure nothing = {.whole_ns = grouping->groups[0].weight_ns};
    char room[GAU_HOT_TEXT_SIZE];

    for (uint32_t i = 1; i < profile->thread_count; i++) {
        if (!gau_hot_flat_is_whole(sheet) || query->limit || profile->threads[i].sample_count)
            continue;
        gau_hot_sheet_row(sheet, 0);
        gau_hot_sheet_text(sheet, NAME,
                           gau_hot_text(sheet->result, GAU_HOT_THREAD, i, room, sizeof room));
        gau_hot_sheet_measure(sheet, TIME, &nothing);
        put_facts(sheet, i);
    }
}

void gau_hot_write_threads(struct gau_hot_result *result, const struct gau_hot_options *options,
                           FILE *out, struct gau_view_error *error)
{
    static const struct gau_hot_flat flat = {.view = "threads",
                                             .title = "CPU time by thread",
                                             .key = "thread",
                                             .headings = headings,
                                             .n_headings = sizeof headings / sizeof *headings,
                                             .measure = TIME,
                                             .name = NAME,
                                             .fill = fill,
                                             .finish = finish};

    gau_hot_write_flat(&flat, result, options, out, error);
}
