/* SPDX-License-Identifier: Apache-2.0 */
#include "timings.h"

#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------- */

/* What shares are shares of. */
static void choose_whole(struct gau_timings *out)
{
    const struct gau_timing *best = NULL;

    for (size_t i = 0; i < out->n; i++) {
        const struct gau_timing *const row = &out->rows[i];
        const bool is_event = strcmp(row->path, "Event") == 0;

        if (!row->is_root)
            continue;
        if (!best || (is_event ? row->total_s > 0 : row->total_s > best->total_s))
            best = row;
        if (is_event && row->total_s > 0)
            break;
    }
    if (!best)
        return;
    out->whole = best->path;
    out->event_s = best->total_s > 0 ? best->total_s : 0;
    out->events = best->calls;
}

static void read_circumstances(struct gau_timings *out, const struct gau_fields *fields)
{
    if (gau_fields_have(fields, "overhead_ns"))
        out->overhead_s = gau_fields_real_or_null(fields, "overhead_ns") / 1e9;
    if (gau_fields_have(fields, "window"))
        gau_fields_pair(fields, "window", out->window);
}

static void read_timer(struct gau_timings *out, const char *name, struct gau_view_error *error)
{
    json_t *const document = gau_document_load(out->folder, name, error);
    struct gau_fields fields;

    if (!document)
        return;
    fields = gau_fields_of(document, name, error);
    if (error->status == GAU_VIEW_OK) {
        out->timed = true;
        read_circumstances(out, &fields);
        if (gau_timing_rows_read(out, &fields))
            choose_whole(out);
    }
    json_decref(document);
}

static void read_run(struct gau_timings *out, struct gau_view_error *error)
{
    out->run = gau_document_load(out->folder, "run", error);
    if (out->run)
        gau_fields_of(out->run, "run", error);
}

/* Messages about fields do not have the folder; with many results it must be there. */
static void put_folder(struct gau_view_error *error, const char *folder)
{
    const size_t length = strlen(folder);
    char message[sizeof error->message];

    if ((strncmp(error->message, folder, length) == 0 && error->message[length] == '/') ||
        strstr(error->message, ".json:") == NULL)
        return;
    snprintf(message, sizeof message, "%.*s/%.*s", GAU_VIEW_QUOTE(folder),
             (int)sizeof message - 130, error->message);
    memcpy(error->message, message, sizeof message);
}

enum gau_view_status gau_timings_read(struct gau_timings *out, const char *folder,
                                      struct gau_view_error *error)
{
    struct gau_document_names names;
    const char *timer, *run;

    *out = (struct gau_timings){.folder = strdup(folder), .whole = "", .overhead_s = (double)NAN};
    if (!out->folder)
        return gau_view_fail(error, GAU_VIEW_FAILED, "no memory for '%.*s'",
                             GAU_VIEW_QUOTE(folder));
    if (gau_document_list(&names, folder, error) == GAU_VIEW_OK) {
        timer = gau_document_of_kind(&names, "timer");
        run = gau_document_of_kind(&names, "run");
        if (run && strcmp(run, "run") == 0)
            read_run(out, error);
        if (timer && error->status == GAU_VIEW_OK)
            read_timer(out, timer, error);
    }
    gau_document_names_clear(&names);
    if (error->status != GAU_VIEW_OK) {
        put_folder(error, folder);
        gau_timings_clear(out);
    }
    return error->status;
}

void gau_timings_clear(struct gau_timings *timings)
{
    for (size_t i = 0; i < timings->n; i++)
        free(timings->rows[i].path);
    free(timings->rows);
    free(timings->by_path);
    free(timings->folder);
    json_decref(timings->run);
    *timings = (struct gau_timings){.whole = ""};
}

/* --- questions ----------------------------------------------------------------------------- */

/* The first row in by_path that is not before the branch. */
static size_t lower_bound(const struct gau_timings *timings, const struct gau_timing_source *branch)
{
    size_t low = 0, high = timings->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (gau_timing_compare(timings->by_path[middle], branch) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct gau_timing *find_branch(const struct gau_timings *timings, const char *path,
                                            const char *root, bool is_root)
{
    const struct gau_timing_source branch = {.path = path, .root = root, .is_root = is_root};
    const size_t i = lower_bound(timings, &branch);

    return i < timings->n && gau_timing_compare(timings->by_path[i], &branch) == 0
               ? timings->by_path[i]
               : NULL;
}

const struct gau_timing *gau_timings_find(const struct gau_timings *timings, const char *path)
{
    const struct gau_timing_source first = {.path = path, .root = ""};
    const struct gau_timing *found = find_branch(timings, path, timings->whole, false);
    size_t i;

    if (found)
        return found;
    i = lower_bound(timings, &first);
    return i < timings->n && strcmp(timings->by_path[i]->path, path) == 0 ? timings->by_path[i]
                                                                          : NULL;
}

const char *gau_timings_text(const struct gau_timings *timings, const char *key)
{
    const char *const text = json_string_value(json_object_get(timings->run, key));

    return text ? text : "";
}
