/* SPDX-License-Identifier: Apache-2.0 */
#include "page_document.h"

#include "page_events.h"
#include "page_folder.h"
#include "page_regions.h"

#include "report/agreement/agreement.h"
#include "report/hotspots/shared_samples.h"
#include "report/timeline/timeline_files.h"
#include "report/timeline/timeline_lanes.h"

#include "documents/document.h"
#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

/* The views of the document, by their names in it. What a result has no data for is left out. */
static const struct part {
    const char *name, *view;
    const char *table; /* NULL: the first of the view */
} parts[] = {
    {"timing", "timing", NULL},
    {"loop_times", "timing", "loop_times"},
    {"ranks", "ranks", NULL},
    {"ranks_each", "ranks", "ranks"},
    {"counts", "counts", NULL},
    {"modules", "modules", NULL},
    {"threads", "threads", NULL},
    {"tasks", "tasks", NULL},
    {"regions", "regions", NULL},
    {"workers", "workers", NULL},
    {"workers_over_time", "workers", "over_time"},
    {"summary", "summary", NULL},
    {"sampling", "summary", "sampling"},
};

struct writing {
    const struct gau_view_request *request;
    FILE *out;
    size_t views;      /* that were written */
    gau_error missing; /* why the last view has no data */
    gau_error *error;
};

char *gau_page_view_text(const struct gau_view_request *request, const char *view,
                         const struct gau_view_options *options, size_t *size, gau_error *error)
{
    const struct gau_view *const found = gau_view_find(request->others, view);
    const struct gau_view_request asked = {.view = found,
                                           .name = found->name,
                                           .paths = request->paths,
                                           .path_count = 1,
                                           .options = options,
                                           .others = request->others};
    char *text = NULL;
    FILE *const out = open_memstream(&text, size);
    const bool is_there = found->needs != GAU_VIEW_NEEDS_TIMELINE || !options->samples ||
                          !options->samples->no_timeline;

    if (!is_there)
        gau_fail_first(error, GAU_ERR_USAGE, "'%.*s' has no timeline",
                       GAU_QUOTE(request->paths[0]));
    else if (out)
        found->write(&asked, out, error);
    if (!out || fclose(out) != 0)
        gau_fail_memory(error, "page of '%.*s'", GAU_QUOTE(request->paths[0]));
    if (error->status == GAU_OK && text && *size > 0)
        return text;
    free(text);
    return NULL;
}

/* Notes an error, unless it says that there is no data. */
static void note_error(struct writing *w, const gau_error *error)
{
    if (error->status == GAU_ERR_USAGE)
        w->missing = *error;
    else if (error->status != GAU_OK && w->error->status == GAU_OK)
        *w->error = *error;
}

/* Returns what a view writes, which the caller frees; NULL: it has no data. */
static char *text_of(struct writing *w, const char *view, const struct gau_view_options *options,
                     size_t *size)
{
    gau_error error = {0};
    char *const text = gau_page_view_text(w->request, view, options, size, &error);

    note_error(w, &error);
    return text;
}

static void put_name(struct writing *w, const char *name)
{
    fprintf(w->out, "%s\"%s\": ", w->views++ > 0 ? ",\n" : "", name);
}

static void write_part(struct writing *w, const struct part *part)
{
    struct gau_view_options options = {.format = GAU_TABLE_JSON,
                                       .table = part->table,
                                       .no_notes = true,
                                       .add = w->request->options->add,
                                       .samples = w->request->options->samples,
                                       .debuginfod = w->request->options->debuginfod};
    size_t size = 0;
    char *const text = text_of(w, part->view, &options, &size);

    if (text) {
        put_name(w, part->name);
        fwrite(text, 1, size, w->out);
    }
    free(text);
}

/* Members that a function returns as gau_page_event_views() does. */
static void write_members(struct writing *w,
                          char *members_of(const char *folder, size_t *size, gau_error *error))
{
    gau_error error = {0};
    size_t size = 0;
    char *const text = members_of(w->request->paths[0], &size, &error);

    if (text) {
        fputs(w->views++ > 0 ? ",\n" : "", w->out);
        fwrite(text, 1, size, w->out);
    }
    free(text);
    note_error(w, &error);
}

/* --- the timeline -------------------------------------------------------------------------- */

static struct gau_timeline_lanes *read_lanes(struct writing *w)
{
    const struct gau_timeline_sources sources = {w->request->paths, 1};
    const struct gau_view_options options = {.format = GAU_TABLE_JSON};
    gau_error error = {0};
    struct gau_timeline_lanes *lanes = NULL;

    if (!w->request->options->samples->no_timeline)
        lanes = gau_timeline_lanes_read(&sources, &options, GAU_TIMELINE_LANES_BARS, &error);
    note_error(w, &error);
    return lanes;
}

static void write_lanes(struct writing *w, const struct gau_timeline_lanes *lanes, bool has_columns)
{
    if (!lanes)
        return;
    put_name(w, "timeline");
    gau_timeline_lanes_write(lanes, has_columns, w->out);
}

/* Where the axes of the others are on that of samples; without these it is that of the timeline. */
static void write_starts(struct writing *w, const struct gau_page_samples *samples,
                         const struct gau_timeline_lanes *lanes)
{
    const uint64_t lanes_ns = lanes ? gau_timeline_lanes_start(lanes) : 0;
    const uint64_t start_ns = samples ? gau_page_samples_start(samples) : lanes_ns;
    gau_error error = {0};

    if (lanes_ns > 0 && start_ns > 0)
        fprintf(w->out, "\"timeline_start_us\": %.3f,\n",
                (double)(int64_t)(lanes_ns - start_ns) / 1e3);
    gau_page_events_write(w->request->paths[0], start_ns, w->out, &error);
    note_error(w, &error);
}

/* --- timer against samples ----------------------------------------------------------------- */

/* What is said of it; texts are of malloc(). */
struct agreement {
    char *verdict; /* NULL: there is none */
    char *notes;   /* lines */
    size_t verdict_size, notes_size;
};

static void close_file(FILE *file, const char *folder, gau_error *error)
{
    if (!file || fclose(file) != 0)
        gau_fail_memory(error, "page of '%.*s'", GAU_QUOTE(folder));
}

static void clear_agreement(struct agreement *agreement)
{
    free(agreement->verdict);
    free(agreement->notes);
    *agreement = (struct agreement){0};
}

/* Writes the rows. Returns the rest, which the caller clears; nothing if there is no agreement. */
static struct agreement write_agreement(struct writing *w)
{
    const char *const folder = w->request->paths[0];
    const struct gau_agreement_has has = gau_agreement_has(folder);
    struct agreement said = {0};
    char *rows = NULL;
    size_t size = 0;
    gau_error error = {0};
    const struct gau_agreement_parts to = {open_memstream(&rows, &size),
                                           open_memstream(&said.verdict, &said.verdict_size),
                                           open_memstream(&said.notes, &said.notes_size)};

    if (to.rows && to.verdict && to.notes && has.timer && has.samples)
        gau_agreement_write(folder, w->request->options->samples, &to, &error);
    close_file(to.rows, folder, &error);
    close_file(to.verdict, folder, &error);
    close_file(to.notes, folder, &error);
    note_error(w, &error);
    if (error.status == GAU_OK && size > 0) {
        put_name(w, "agreement");
        fwrite(rows, 1, size, w->out);
    }
    free(rows);
    if (error.status != GAU_OK || said.verdict_size == 0)
        clear_agreement(&said);
    return said;
}

/* --- sentences ----------------------------------------------------------------------------- */

static void write_notes(struct writing *w, const char *name, char *lines)
{
    size_t n = 0;

    fprintf(w->out, "\"%s\": [", name);
    for (char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        fputs(n++ > 0 ? ", " : "", w->out);
        gau_json_text_write(line, w->out);
    }
    fputs("],\n", w->out);
}

/* What `report ranks` begins with. */
static void write_ranks_notes(struct writing *w)
{
    const struct gau_view_options options = {.table = "verdict", .unicode = true};
    size_t size = 0;
    char *const text = text_of(w, "ranks", &options, &size);

    if (text)
        write_notes(w, "ranks_notes", text);
    free(text);
}

/* The sentences that the views begin with. */
static void write_answers(struct writing *w, const char *verdict)
{
    static const char *const views[] = {"timing", "hotspots"};
    const struct gau_page_comparison *const comparison = w->request->options->comparison;
    size_t n = 0;

    fputs("\"answers\": [", w->out);
    for (; comparison && comparison->sentences[n]; n++) {
        fputs(n > 0 ? ", " : "", w->out);
        gau_json_text_write(comparison->sentences[n], w->out);
    }
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const struct gau_view_options options = {.unicode = true,
                                                 .sentence = true,
                                                 .width = GAU_PAGE_LINE,
                                                 .samples = w->request->options->samples};
        size_t size = 0;
        char *const text = text_of(w, views[i], &options, &size);

        if (text && text[strspn(text, " \n")]) {
            text[strcspn(text, "\n")] = '\0';
            fputs(n++ > 0 ? ", " : "", w->out);
            gau_json_text_write(text, w->out);
        }
        free(text);
    }
    if (verdict) {
        fputs(n++ > 0 ? ", " : "", w->out);
        gau_json_text_write(verdict, w->out);
    }
    fputs("],\n", w->out);
}

/* --- the document -------------------------------------------------------------------------- */

/* The views have had them; that there are none is no reason why these have no data. */
static struct gau_page_samples *read_samples(struct writing *w)
{
    gau_error error = {0};
    struct gau_page_samples *const samples =
        gau_page_samples_read(w->request->paths[0], w->request->options, GAU_PAGE_SAMPLES_MOST,
                              &error);

    if (error.status != GAU_ERR_USAGE)
        note_error(w, &error);
    return samples;
}

/* @p columns: gets those of samples; NULL: the document has them. */
static void write_document(struct writing *w, struct gau_json_bytes *columns)
{
    struct gau_timeline_lanes *const lanes = read_lanes(w);
    struct gau_page_samples *samples;
    struct agreement agreement;

    fputs("{\"schema\": 1,\n", w->out);
    gau_page_folder_write(gau_result_shown(w->request->paths[0]), w->out);
    fputs("\"views\": {", w->out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        write_part(w, &parts[i]);
    write_members(w, gau_page_region_views);
    write_members(w, gau_page_event_views);
    write_lanes(w, lanes, !columns);
    agreement = write_agreement(w);
    fputs("},\n", w->out);
    write_answers(w, agreement.verdict);
    if (agreement.notes)
        write_notes(w, "agreement_notes", agreement.notes);
    write_ranks_notes(w);
    clear_agreement(&agreement);
    samples = read_samples(w);
    write_starts(w, samples, lanes);
    if (w->request->options->comparison)
        fprintf(w->out, "\"comparison\": %s,\n", w->request->options->comparison->json);
    fputs("\"samples\": ", w->out);
    if (samples)
        gau_page_samples_write(samples, !columns, w->out);
    else
        fputs("null", w->out);
    fputs("}\n", w->out);
    if (samples && columns)
        gau_page_samples_put_columns(samples, columns);
    if (lanes && columns)
        gau_timeline_lanes_put_columns(lanes, columns);
    gau_page_samples_free(samples);
    gau_timeline_lanes_free(lanes);
    if (w->views == 0 && w->missing.status != GAU_OK && w->error->status == GAU_OK)
        *w->error = w->missing;
}

static void write_view(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct gau_shared_samples samples = {.folder = request->paths[0],
                                         .no_timeline = !gau_timeline_exists(request->paths[0])};
    struct gau_view_options options = *request->options;
    struct gau_view_request shared = *request;
    struct writing w = {.request = &shared, .out = out, .error = error};

    options.samples = &samples;
    shared.options = &options;
    if (request->options->format != GAU_TABLE_TEXT && request->options->format != GAU_TABLE_JSON)
        gau_fail_first(error, GAU_ERR_USAGE, "the document is JSON; --format takes json");
    else
        write_document(&w, NULL);
    gau_shared_samples_clear(&samples);
}

void gau_page_document_put(const struct gau_view_request *request, struct gau_json_bytes *bytes,
                           gau_error *error)
{
    struct gau_json_bytes columns = {0};
    char *text = NULL;
    size_t size = 0;
    struct writing w = {.request = request, .out = open_memstream(&text, &size), .error = error};

    if (w.out)
        write_document(&w, &columns);
    if (!w.out || fclose(w.out) != 0 || columns.no_memory || size > UINT32_MAX)
        gau_fail_memory(error, "page of '%.*s'", GAU_QUOTE(request->paths[0]));
    if (error->status == GAU_OK) {
        const char length[] = {(char)(size & 255), (char)(size >> 8 & 255),
                               (char)(size >> 16 & 255), (char)(size >> 24 & 255)};

        gau_json_bytes_append(bytes, length, sizeof length);
        gau_json_bytes_append(bytes, text, size);
        gau_json_bytes_append(bytes, columns.start, columns.used);
    }
    free(text);
    free(columns.start);
}

const struct gau_view gau_view_page_document = {
    .name = "document",
    .help = "what a page shows, as one document of JSON: the views, and the samples",
    .needs = GAU_VIEW_NEEDS_RESULT,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_FRAMES,
    .write = write_view,
};
