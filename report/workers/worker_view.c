/* SPDX-License-Identifier: Apache-2.0 */
#include "worker_view.h"

#include "report/timeline/timeline_page.h"

#include "documents/document.h"
#include "table/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void refuse(const struct gau_workers_report *report)
{
    const char *const path = report->files->sources->paths[0];

    if (access(path, F_OK) != 0)
        gau_fail_first(report->error, GAU_ERR_USAGE, "%.*s: %s", GAU_QUOTE(path), strerror(errno));
    else
        gau_fail_first(report->error, GAU_ERR_USAGE,
                       "'%.*s' has no timeline (timeline.gtr, which 'gaudit run --timeline' "
                       "writes), and so no workers",
                       GAU_QUOTE(path));
}

static bool read_files(struct gau_workers_report *report)
{
    const struct gau_timeline_files *const files = report->files;

    report->scene.files = files;
    report->scene.traces = calloc((size_t)files->count + 1, sizeof *report->scene.traces);
    report->items = calloc((size_t)files->count + 1, sizeof *report->items);
    if (!report->scene.traces || !report->items ||
        !gau_text_pool_init(&report->scene.labels, &report->heap)) {
        gau_fail_memory(report->error, "workers of '%.*s'", GAU_QUOTE(files->sources->paths[0]));
        return false;
    }
    for (uint32_t i = 0; i < files->count; i++) {
        struct gau_worker_times *const times = &report->items[report->n];

        if (!files->items[i].is_trace)
            continue;
        *times =
            (struct gau_worker_times){.trace = &report->scene.traces[i], .file = &files->items[i]};
        times->trace->lanes.texts = &report->scene.labels;
        report->n++;
        if (!gau_worker_times_read(times, report->options->time_filter, report->error))
            return false;
    }
    if (report->n == 0)
        refuse(report);
    return report->n > 0;
}

/* Tables and pictures show only for how long entries are missing. */
static void print_damage(const struct gau_workers_report *report)
{
    char damage[600];

    gau_timeline_damage(damage, sizeof damage, &report->scene);
    if (!damage[0])
        return;
    fputs("gaudit: ", stderr);
    gau_glyphs_write(damage, stderr);
    fputc('\n', stderr);
}

static void clear_report(struct gau_workers_report *report)
{
    for (uint32_t i = 0; i < report->n; i++)
        gau_worker_times_clear(&report->items[i]);
    for (uint32_t i = 0; report->scene.traces && i < report->files->count; i++)
        gau_timeline_trace_clear(&report->scene.traces[i]);
    free(report->items);
    free(report->scene.traces);
    gau_text_pool_clear(&report->scene.labels);
    gau_bump_allocator_clear(&report->heap);
}

static void write_workers(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    const struct gau_timeline_sources sources = {request->paths, request->path_count};
    struct gau_timeline_files files;
    struct gau_workers_report report = {.options = request->options,
                                        .files = &files,
                                        .error = error};

    if (!gau_timeline_files_find(&files, &sources, error))
        return;
    if (read_files(&report)) {
        print_damage(&report);
        if (request->options->export)
            gau_worker_picture_draw(&report, out);
        else
            gau_worker_tables_write(&report, out);
    }
    clear_report(&report);
    gau_timeline_files_clear(&files);
}

const struct gau_view gau_view_workers = {
    .name = "workers",
    .help = "how the workers, threads and processors of a timeline spent the run: busy, reading, "
            "waiting, idle; how many were busy at a time, and the longest stalls",
    .needs = GAU_VIEW_NEEDS_TIMELINE,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TABLE | GAU_VIEW_TAKES_TIME_FILTER |
             GAU_VIEW_TAKES_PATHS,
    .write = write_workers,
    .export = &(const struct gau_view_export){"svg", "workers: their times as a picture"},
};
