/* SPDX-License-Identifier: Apache-2.0 */
#include "export_formats.h"

#include "documents/document.h"
#include "documents/views/views.h"
#include "report/events/trace_events.h"
#include "report/exports/k4bench_export.h"
#include "report/exports/time_log_export.h"
#include "report/hotspots/hotspots.h"
#include "report/timeline/rbwp_export.h"
#include "report/timeline/timeline_files.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT_NAME(id, name, ...) name,
#define EXPORT_ROW(id, name_, needs_, takes_, what_) \
    {.name = name_, .needs = needs_, .what = what_, .takes = takes_, .write = gau_export_##id},

const char *const gau_export_names[] = {GAU_EXPORTS(EXPORT_NAME) NULL};
const struct gau_export gau_exports[] = {GAU_EXPORTS(EXPORT_ROW){0}};

const struct gau_export *gau_export_find(const char *name)
{
    for (const struct gau_export *at = gau_exports; at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

/* --- the source ---------------------------------------------------------------------------- */

/* A file "DIR/NAME.ENDING" as its folder and its name; of a folder the name is "". */
struct source {
    char folder[PATH_MAX], name[NAME_MAX + 1];
};

static struct source split_source(const char *path, const char *ending)
{
    const char *const slash = strrchr(path, '/'), *const last = slash ? slash + 1 : path;
    const size_t length = strlen(last), n = strlen(ending);
    const int above = !slash || slash == path ? 1 : (int)(slash - path); /* of the folder */
    struct source source = {.name = ""};

    if (length <= n || strcmp(last + length - n, ending) != 0) {
        snprintf(source.folder, sizeof source.folder, "%s", path);
    } else {
        snprintf(source.folder, sizeof source.folder, "%.*s", above, slash ? path : ".");
        snprintf(source.name, sizeof source.name, "%.*s", (int)(length - n), last);
    }
    return source;
}

/* --- what views write ---------------------------------------------------------------------- */

static void write_view(const struct gau_export_request *request, const struct gau_view *view,
                       const char *name, const char *folder, gau_error *error)
{
    const struct gau_view_request asked = {.view = view,
                                           .name = name,
                                           .paths = &folder,
                                           .path_count = 1,
                                           .options = &request->options};

    gau_view_report(&asked, request->output, error);
}

void gau_export_folded(struct gau_export_request *request, gau_error *error)
{
    request->options.export = &gau_hotspots_folded;
    write_view(request, &gau_view_hotspots, "hotspots", request->source, error);
}

/* Chooses the timer of a folder, which must have one. Returns whether it has. */
static bool choose_timer(struct source *source, gau_error *error)
{
    struct gau_document_names names = {0};
    const char *first = NULL;
    size_t count = 0;

    if (source->name[0])
        return true;
    if (gau_document_list(&names, source->folder, error) == GAU_OK) {
        for (size_t i = names.count; i-- > 0;)
            if (gau_document_is(names.items[i], "timer"))
                count++, first = names.items[i];
        if (count == 1)
            snprintf(source->name, sizeof source->name, "%s", first);
        else if (count == 0)
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s' has no times (timer*.json), as 'gaudit run --time' records them",
                           GAU_QUOTE(source->folder));
        else
            gau_fail_first(error, GAU_ERR_USAGE,
                           "'%.*s' has the times of %zu timers: name one, such as '%.*s/%s.json'",
                           GAU_QUOTE(source->folder), count, GAU_QUOTE(source->folder), first);
    }
    gau_document_names_clear(&names);
    return count == 1;
}

/* Of a view of the timer's document: "timing-Fast" is that of "timer-Fast". */
static void write_timer(const struct gau_export_request *request, const struct gau_view *view,
                        gau_error *error)
{
    struct source source = split_source(request->source, ".json");
    char name[2 * NAME_MAX];

    if (!choose_timer(&source, error))
        return;
    snprintf(name, sizeof name, "%s-%s", view->name, source.name);
    write_view(request, view, name, source.folder, error);
}

void gau_export_csv(struct gau_export_request *request, gau_error *error)
{
    request->options.format = GAU_TABLE_CSV;
    write_timer(request, &gau_view_timing, error);
}

void gau_export_perfgraph(struct gau_export_request *request, gau_error *error)
{
    request->options.export = &gau_graph_perfgraph;
    write_timer(request, &gau_view_graph, error);
}

/* --- events -------------------------------------------------------------------------------- */

void gau_export_k4bench(struct gau_export_request *request, gau_error *error)
{
    const struct source source = split_source(request->source, ".gtr");

    if (!source.name[0] && !gau_trace_events_exist(source.folder))
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no events (events.gtr), as 'gaudit run --event-data' records "
                       "them",
                       GAU_QUOTE(source.folder));
    else
        gau_k4bench_export(source.folder, source.name[0] ? source.name : "events", request->output,
                           error);
}

/* --- timelines ----------------------------------------------------------------------------- */

/* Chooses the trace file of a folder, which must have one timeline; the caller frees it. NULL: see
 * @p error. */
static char *choose_timeline(const char *path, gau_error *error)
{
    const struct gau_timeline_sources sources = {.paths = &path, .count = 1};
    struct gau_timeline_files files;
    char *chosen = NULL;

    if (!gau_timeline_files_find(&files, &sources, error))
        return NULL;
    if (files.count == 0 || !files.items[0].is_trace)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has no timeline (timeline.gtr), as 'gaudit run -a TraceAuditor' "
                       "records it",
                       GAU_QUOTE(path));
    else if (files.count > 1)
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s' has %" PRIu32 " timelines: name one, such as '%.*s'",
                       GAU_QUOTE(path), files.count, GAU_QUOTE(files.items[0].path));
    else if (!(chosen = strdup(files.items[0].path)))
        gau_fail_memory(error, "timeline of '%.*s'", GAU_QUOTE(path));
    gau_timeline_files_clear(&files);
    return chosen;
}

void gau_export_time_log(struct gau_export_request *request, gau_error *error)
{
    char *const trace = choose_timeline(request->source, error);

    if (trace)
        gau_time_log_export(trace, request->output, error);
    free(trace);
}

static void print_profile(const char *path, const struct gau_rbwp_export *done)
{
    fprintf(stderr, "gaudit: '%s' has %" PRIu64 " record%s in %" PRIu64 " block%s\n", path,
            done->records, done->records == 1 ? "" : "s", done->blocks,
            done->blocks == 1 ? "" : "s");
    if (done->folded > 0)
        fprintf(stderr,
                "gaudit: %" PRIu64 " branch%s no item or sub-item of their own: the format has no "
                "room for more\n",
                done->folded, done->folded == 1 ? " has" : "es have");
    if (done->gaps > 0)
        fprintf(stderr, "gaudit: %" PRIu64 " list%s of entries %s missing\n", done->gaps,
                done->gaps == 1 ? "" : "s", done->gaps == 1 ? "is" : "are");
    if (done->unfinished > 0)
        fprintf(stderr, "gaudit: %" PRIu64 " call%s did not end\n", done->unfinished,
                done->unfinished == 1 ? "" : "s");
}

void gau_export_rbwp(struct gau_export_request *request, gau_error *error)
{
    struct gau_rbwp_export done = {0};
    char *trace = NULL;

    if (request->output)
        trace = choose_timeline(request->source, error);
    else
        gau_fail_first(error, GAU_ERR_USAGE, "the format 'rbwp' is binary: give -O FILE");
    if (trace && gau_rbwp_export(trace, request->output, 0, &done, error))
        print_profile(request->output, &done);
    free(trace);
}
