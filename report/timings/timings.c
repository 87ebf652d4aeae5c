/* SPDX-License-Identifier: Apache-2.0 */
#include "timings.h"

#include "documents/branch_groups.h"
#include "documents/timer_document.h"
#include "report/symbols/text_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- rows ---------------------------------------------------------------------------------- */

/* The state of reading a timer's document: where its branches are in the rows. */
struct reading {
    struct gau_timer_result *out;
    const struct gau_timer_grouping *grouping;
    gau_error *error;
    struct gau_text_pool texts;
    struct gau_map map;
    const char **groups; /* of the nodes of a table; NULL: not requested */
    bool *within;
};

static void fail_memory(const struct reading *r)
{
    gau_fail_memory(r->error, "%zu branches", r->out->n + 1);
}

/* Returns the row of a branch, which may be new; NULL if out of memory. Texts are kept once each,
 * so that equal ones are the same. */
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

static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return b <= INT64_MAX - a ? a + b : INT64_MAX;
}

static void add_times(struct gau_timer_row *out, const struct gau_timer_branches *branches,
                      size_t node)
{
    const struct gau_timer_branch *const branch = &branches->items[node];

    out->calls = sum_of(out->calls, (uint64_t)branch->calls);
    for (size_t child = branches->tree.nodes[node].first_child; child != GAU_NO_NODE;
         child = branches->tree.nodes[child].next_sibling)
        out->child_calls = sum_of(out->child_calls, (uint64_t)branches->items[child].calls);
    out->total_s += branch->times[GAU_TIMER_TOTAL];
    out->self_s += branch->times[GAU_TIMER_SELF];
    out->cpu_total_s += branch->times[GAU_TIMER_CPU_TOTAL];
    out->cpu_self_s += branch->times[GAU_TIMER_CPU_SELF];
}

static void add_node(struct reading *r, const struct gau_timer_branches *branches, size_t node)
{
    const struct gau_tree_node *const place = &branches->tree.nodes[node];
    const char *const root = branches->tree.nodes[place->root].name;
    const struct gau_timer_row branch = {
        .path = gau_text_pool_keep(&r->texts, place->path),
        .name = gau_text_pool_keep(&r->texts, place->name),
        .root = gau_text_pool_keep(&r->texts, root),
        .group = r->groups ? gau_text_pool_keep(&r->texts, r->groups[node]) : NULL,
        .within = r->within && r->within[node],
        .is_root = place->parent == GAU_NO_NODE};
    struct gau_timer_row *const timing = row_of(r, &branch);

    if (timing)
        add_times(timing, branches, node);
    else
        fail_memory(r);
}

/* The warm-up has rows for all branches, so what cannot be found there is an error, too. */
static bool find_groups(struct reading *r, const struct gau_tree *tree)
{
    const struct gau_timer_grouping *const grouping = r->grouping;

    free(r->groups);
    free(r->within);
    r->groups = grouping->key ? calloc(tree->n + 1, sizeof *r->groups) : NULL;
    r->within = grouping->relative_to ? calloc(tree->n + 1, sizeof *r->within) : NULL;
    if ((grouping->key && !r->groups) || (grouping->relative_to && !r->within)) {
        fail_memory(r);
        return false;
    }
    return (!r->groups || gau_branch_groups_make(r->groups, tree, grouping->key, r->error)) &&
           (!r->within || gau_branch_mark_within(r->within, tree, grouping->relative_to, r->error));
}

static void add_table(struct reading *r, const struct gau_timer_branches *branches)
{
    if (branches->tree.n == 0 || !find_groups(r, &branches->tree))
        return;
    for (size_t i = 0; i < branches->tree.n && r->error->status == GAU_OK; i++)
        add_node(r, branches, branches->tree.order[i]);
}

/* --- reading ------------------------------------------------------------------------------- */

/* Chooses the root that shares are relative to. */
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

static void add_document(struct gau_timer_result *out, const struct gau_timer_document *timer,
                         const struct gau_timer_grouping *grouping, gau_error *error)
{
    struct reading reading = {.out = out, .grouping = grouping, .error = error};

    out->overhead_s = timer->overhead_per_call_ns / 1e9;
    memcpy(out->window, timer->window, sizeof out->window);
    out->cpu_known = timer->branches.cpu;
    out->rows = calloc(timer->branches.tree.n + timer->warm_up.tree.n + 1, sizeof *out->rows);
    if (!out->rows || !gau_text_pool_init(&reading.texts, &out->texts))
        fail_memory(&reading);
    add_table(&reading, &timer->branches);
    add_table(&reading, &timer->warm_up);
    gau_text_pool_clear(&reading.texts);
    gau_map_clear(&reading.map);
    free(reading.groups);
    free(reading.within);
    out->relative = grouping->relative_to != NULL;
    for (size_t i = 0; i < out->n; i++)
        if (out->rows[i].within) {
            out->within_s += out->rows[i].self_s;
            out->cpu_within_s += out->rows[i].cpu_self_s;
        }
    choose_whole(out);
}

static void read_timer(struct gau_timer_result *out, const char *name,
                       const struct gau_timer_grouping *grouping, gau_error *error)
{
    json_t *const json = gau_document_load(out->folder, name, error);
    const struct gau_document_fields fields = gau_document_fields_of(json, name, error);
    struct gau_timer_document timer = {0};

    if (error->status == GAU_OK && gau_timer_document_read(&timer, &fields, GAU_TIMER_CALLS)) {
        out->timed = true;
        add_document(out, &timer, grouping, error);
    }
    gau_timer_document_clear(&timer);
    json_decref(json);
}

static void read_run(struct gau_timer_result *out, gau_error *error)
{
    out->run = gau_document_load(out->folder, "run", error);
    if (out->run)
        gau_document_fields_of(out->run, "run", error);
}

/* Messages about fields lack the folder, which is needed with many results. */
static void put_folder(gau_error *error, const char *folder)
{
    const size_t length = strlen(folder);
    char message[sizeof error->message];

    if ((strncmp(error->message, folder, length) == 0 && error->message[length] == '/') ||
        strstr(error->message, ".json:") == NULL)
        return;
    snprintf(message, sizeof message, "%.*s/%.*s", GAU_QUOTE(folder), (int)sizeof message - 130,
             error->message);
    memcpy(error->message, message, sizeof message);
}

gau_status gau_timer_result_read(struct gau_timer_result *out, const char *folder,
                                 const struct gau_timer_grouping *grouping, gau_error *error)
{
    struct gau_document_names names;
    const char *timer, *run;

    *out =
        (struct gau_timer_result){.folder = strdup(folder), .whole = "", .overhead_s = (double)NAN};
    if (!out->folder)
        return gau_fail_memory(error, "'%.*s'", GAU_QUOTE(folder));
    if (gau_document_list(&names, folder, error) == GAU_OK) {
        timer = gau_document_of_kind(&names, "timer");
        run = gau_document_of_kind(&names, "run");
        if (run && strcmp(run, "run") == 0)
            read_run(out, error);
        if (timer && error->status == GAU_OK)
            read_timer(out, timer, grouping, error);
    }
    gau_document_names_clear(&names);
    if (error->status != GAU_OK) {
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
