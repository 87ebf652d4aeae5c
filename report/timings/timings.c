/* SPDX-License-Identifier: Apache-2.0 */
#include "timings.h"

#include "report/documents/branch_tree.h"
#include "report/documents/document_fields.h"
#include "report/symbols/text_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------------------------- */

/* A timer's document, and where its branches are in the rows. */
struct reading {
    struct gau_timer_result *out;
    const struct gau_document_fields *fields;
    struct gau_text_pool texts;
    struct gau_map map;
};

static void fail_memory(const struct reading *r)
{
    gau_view_out_of_memory(r->fields->error, "%zu branches", r->out->n + 1);
}

/* The row of a branch, which may be new; NULL: out of memory. Texts are kept once each. */
static struct gau_timer_row *row_of(struct reading *r, const struct gau_timer_row *branch)
{
    struct gau_timer_result *const out = r->out;
    const uint64_t key =
        gau_hash_mix(gau_hash_mix((uintptr_t)branch->path, (uintptr_t)branch->root),
                     branch->is_root);
    uint32_t step = 0, found;

    while ((found = gau_map_next(&r->map, key, &step))) {
        struct gau_timer_row *const known = &out->rows[found - 1];

        if (known->is_root == branch->is_root && known->path == branch->path &&
            known->root == branch->root)
            return known;
    }
    if (r->texts.failed || !gau_map_add(&r->map, key, (uint32_t)out->n + 1))
        return NULL;
    out->rows[out->n] = *branch;
    return &out->rows[out->n++];
}

static void add_times(struct gau_timer_row *out, const struct gau_document_fields *row, bool cpu)
{
    const uint64_t calls = (uint64_t)gau_document_fields_count(row, "calls");

    out->calls = calls <= INT64_MAX - out->calls ? out->calls + calls : INT64_MAX;
    out->total_s += gau_document_fields_real(row, "total_s");
    out->self_s += gau_document_fields_real(row, "self_s");
    out->cpu_total_s += cpu ? gau_document_fields_real_or_null(row, "cpu_total_s") : (double)NAN;
    out->cpu_self_s += cpu ? gau_document_fields_real_or_null(row, "cpu_self_s") : (double)NAN;
}

static void add_node(struct reading *r, const struct gau_tree *tree, size_t node,
                     const struct gau_document_fields *row)
{
    const struct gau_tree_node *const place = &tree->nodes[node];
    const char *const root = tree->nodes[place->root].name;
    const struct gau_timer_row branch = {.path = gau_text_pool_keep(&r->texts, place->path),
                                         .name = gau_text_pool_keep(&r->texts, place->name),
                                         .root = gau_text_pool_keep(&r->texts, root),
                                         .is_root = place->parent == GAU_NO_NODE};
    struct gau_timer_row *timing;

    if (r->out->n == 0)
        r->out->cpu_known = gau_document_fields_have(row, "cpu_total_s");
    timing = row_of(r, &branch);
    if (timing)
        add_times(timing, row, r->out->cpu_known);
    else
        fail_memory(r);
}

static void read_table(struct reading *r, const char *table)
{
    struct gau_timer_result *const out = r->out;
    struct gau_timer_row *room;
    struct gau_tree tree;

    if (!gau_tree_read(&tree, r->fields, table))
        return;
    room = realloc(out->rows, (out->n + tree.n + 1) * sizeof *room);
    if (room)
        out->rows = room;
    else
        fail_memory(r);
    for (size_t i = 0; room && i < tree.n && r->fields->error->status == GAU_VIEW_OK; i++) {
        const struct gau_document_fields row = gau_tree_row(&tree, r->fields, tree.order[i]);

        add_node(r, &tree, tree.order[i], &row);
    }
    gau_tree_clear(&tree);
}

/* --- reading ------------------------------------------------------------------------------- */

/* What shares are shares of. */
static void choose_whole(struct gau_timer_result *out)
{
    const struct gau_timer_row *best = NULL;

    for (size_t i = 0; i < out->n; i++) {
        const struct gau_timer_row *const row = &out->rows[i];
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

static void read_clock_and_window(struct gau_timer_result *out,
                                  const struct gau_document_fields *fields)
{
    if (gau_document_fields_have(fields, "overhead_per_call_ns"))
        out->overhead_s = gau_document_fields_real_or_null(fields, "overhead_per_call_ns") / 1e9;
    if (gau_document_fields_have(fields, "event_window"))
        gau_document_fields_pair(fields, "event_window", out->window);
}

static void read_timer(struct gau_timer_result *out, const char *name, struct gau_view_error *error)
{
    json_t *const document = gau_document_load(out->folder, name, error);
    struct gau_document_fields fields;
    struct reading reading = {.out = out, .fields = &fields};

    if (!document)
        return;
    fields = gau_document_fields_of(document, name, error);
    if (error->status == GAU_VIEW_OK) {
        out->timed = true;
        read_clock_and_window(out, &fields);
        if (!gau_text_pool_init(&reading.texts, &out->texts))
            fail_memory(&reading);
        read_table(&reading, "branches");
        read_table(&reading, "warm_up");
        gau_text_pool_clear(&reading.texts);
        gau_map_clear(&reading.map);
        choose_whole(out);
    }
    json_decref(document);
}

static void read_run(struct gau_timer_result *out, struct gau_view_error *error)
{
    out->run = gau_document_load(out->folder, "run", error);
    if (out->run)
        gau_document_fields_of(out->run, "run", error);
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

enum gau_view_status gau_timer_result_read(struct gau_timer_result *out, const char *folder,
                                           struct gau_view_error *error)
{
    struct gau_document_names names;
    const char *timer, *run;

    *out =
        (struct gau_timer_result){.folder = strdup(folder), .whole = "", .overhead_s = (double)NAN};
    if (!out->folder)
        return gau_view_out_of_memory(error, "'%.*s'", GAU_VIEW_QUOTE(folder));
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
        gau_timer_result_clear(out);
    }
    return error->status;
}

void gau_timer_result_clear(struct gau_timer_result *timings)
{
    free(timings->rows);
    gau_bump_allocator_clear(&timings->texts);
    free(timings->folder);
    json_decref(timings->run);
    *timings = (struct gau_timer_result){.whole = ""};
}

const char *gau_timer_result_text(const struct gau_timer_result *timings, const char *key)
{
    const char *const text = json_string_value(json_object_get(timings->run, key));

    return text ? text : "";
}
