/* SPDX-License-Identifier: Apache-2.0 */
#include "timer_document.h"

#include "document.h"
#include "document_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A time is a number; a number or null where there are CPU times; a number or null; or missing. */
enum presence { FINITE, WITH_CPU, REQUIRED, OPTIONAL };

#define KEY(name, key, title, presence) {key, presence},
static const struct {
    const char *key;
    enum presence presence;
} times[GAU_TIMER_N_TIMES] = {GAU_TIMER_TIMES(KEY)};

/* --- reading ------------------------------------------------------------------------------- */

static double read_time(const struct gau_document_fields *row, size_t time,
                        const struct gau_timer_branches *all, enum gau_timer_part part)
{
    const char *const key = times[time].key;
    bool read = part == GAU_TIMER_ALL;

    switch (times[time].presence) {
    case FINITE: return gau_document_fields_real(row, key);
    case WITH_CPU: read = all->cpu; break;
    case REQUIRED: break;
    case OPTIONAL: read = read && gau_document_fields_have(row, key); break;
    }
    return read ? gau_document_fields_real_or_null(row, key) : (double)NAN;
}

/* What is no number is 0, which no bin has. */
static int64_t number_in(const json_t *list, size_t i)
{
    return json_integer_value(json_array_get(json_array_get(list, i / 2), i % 2));
}

static bool fits_narrow(const json_t *list)
{
    for (size_t i = 0; i < 2 * json_array_size(list); i++)
        if (number_in(list, i) != (int32_t)number_in(list, i))
            return false;
    return true;
}

static void read_histogram(struct gau_timer_branch *branch, const struct gau_document_fields *row,
                           struct gau_bump_allocator *memory)
{
    const json_t *const list = gau_document_fields_table(row, "histogram", false);
    const size_t n = json_array_size(list);
    const bool is_narrow = fits_narrow(list);
    const size_t size = is_narrow ? sizeof(int32_t) : sizeof(int64_t);
    void *const pairs = list ? gau_bump_allocator_take(memory, (2 * n + 1) * size) : NULL;

    if (list && !pairs)
        gau_fail_memory(row->error, "a histogram");
    for (size_t i = 0; pairs && i < 2 * n; i++)
        if (is_narrow)
            ((int32_t *)pairs)[i] = (int32_t)number_in(list, i);
        else
            ((int64_t *)pairs)[i] = number_in(list, i);
    branch->histogram = (struct gau_timer_histogram){.pairs = pairs,
                                                     .n = pairs ? (uint32_t)n : 0,
                                                     .is_narrow = is_narrow};
}

static void read_statistics(struct gau_timer_branch *branch, const struct gau_document_fields *row,
                            struct gau_bump_allocator *memory)
{
    branch->slowest = gau_document_fields_number_or_none(row, "slowest_event");
    if (!gau_document_fields_have(row, "slowest_event"))
        gau_document_fields_count(row, "slowest_event");
    branch->type = gau_document_fields_text(row, "type");
    if (gau_document_fields_have(row, "sum_of_squares_s2"))
        branch->sum_of_squares = gau_document_fields_real_or_null(row, "sum_of_squares_s2");
    read_histogram(branch, row, memory);
}

static struct gau_timer_branch read_branch(const struct gau_document_fields *row,
                                           struct gau_timer_branches *all, enum gau_timer_part part)
{
    struct gau_timer_branch branch = {.calls = gau_document_fields_count(row, "calls"),
                                      .slowest = -1,
                                      .sum_of_squares = (double)NAN,
                                      .level = gau_document_fields_number_or_none(row, "level")};

    for (size_t i = 0; i < GAU_TIMER_N_TIMES; i++)
        branch.times[i] = read_time(row, i, all, part);
    if (part == GAU_TIMER_ALL)
        read_statistics(&branch, row, &all->histograms);
    if (all->memory) {
        branch.self_MB = gau_document_fields_integer(row, "memory_self_MB");
        branch.total_MB = gau_document_fields_integer(row, "memory_total_MB");
    }
    return branch;
}

/* If no event was timed, the time of a program's sections is the whole. */
static void find_main_root(struct gau_timer_branches *branches)
{
    const struct gau_tree *const tree = &branches->tree;

    branches->main = gau_tree_main_root(tree);
    for (size_t i = 0; i < tree->n && branches->items[branches->main].calls == 0; i++)
        if (tree->nodes[i].parent == GAU_NO_NODE && strcmp(tree->nodes[i].name, "Program") == 0 &&
            branches->items[i].calls > 0) {
            branches->main = i;
            branches->program = true;
        }
    if (branches->main != GAU_NO_NODE && !branches->program)
        branches->events = branches->items[branches->main].calls;
}

/* The first row says what all rows have. */
static void note_columns(struct gau_timer_branches *out, const struct gau_document_fields *row)
{
    out->cpu = gau_document_fields_have(row, times[GAU_TIMER_CPU_TOTAL].key);
    out->memory = gau_document_fields_have(row, "memory_self_MB");
}

static void begin_table(struct gau_timer_branches *out)
{
    out->first_event = 1;
    out->end_event = INT64_MAX;
}

static bool read_table(struct gau_timer_branches *out, const struct gau_document_fields *fields,
                       const char *table, enum gau_timer_part part)
{
    begin_table(out);
    if (!gau_tree_read(&out->tree, fields, table))
        return false;
    out->items = calloc(out->tree.n + 1, sizeof *out->items);
    if (!out->items) {
        gau_fail_memory(fields->error, "%zu branches", out->tree.n);
        return false;
    }
    for (size_t i = 0; i < out->tree.n && fields->error->status == GAU_OK; i++) {
        const struct gau_document_fields row = gau_tree_row(&out->tree, fields, i);

        if (i == 0)
            note_columns(out, &row);
        out->items[i] = read_branch(&row, out, part);
    }
    find_main_root(out);
    return fields->error->status == GAU_OK;
}

static bool has_part(const struct gau_document_fields *fields, const char *key,
                     enum gau_timer_part part)
{
    return part == GAU_TIMER_ALL || gau_document_fields_have(fields, key);
}

/* What is beside the tables. */
static bool read_rest(struct gau_timer_document *out, const struct gau_document_fields *fields,
                      enum gau_timer_part part)
{
    double tick_s = (double)NAN;

    if (has_part(fields, "clock", part))
        out->clock = gau_document_fields_text(fields, "clock");
    if (has_part(fields, "overhead_per_call_ns", part))
        out->overhead_per_call_ns =
            gau_document_fields_real_or_null(fields, "overhead_per_call_ns");
    if (has_part(fields, "event_window", part))
        gau_document_fields_pair(fields, "event_window", out->window);
    if (part == GAU_TIMER_ALL && gau_document_fields_have(fields, "tick_s"))
        tick_s = gau_document_fields_real_or_null(fields, "tick_s");
    if (tick_s <= 0)
        gau_fail_first(fields->error, GAU_ERR_IO,
                       "%s.json: tick_s: a tick of the clock takes more than 0 s, not %g",
                       fields->document, tick_s);
    out->branches.tick_s = out->warm_up.tick_s = tick_s;
    gau_timer_document_limit_events(out, out->window);
    return fields->error->status == GAU_OK;
}

bool gau_timer_document_read(struct gau_timer_document *out,
                             const struct gau_document_fields *fields, enum gau_timer_part part)
{
    *out = (struct gau_timer_document){.clock = "", .overhead_per_call_ns = (double)NAN};
    return read_table(&out->branches, fields, "branches", part) &&
           read_table(&out->warm_up, fields, "warm_up", part) && read_rest(out, fields, part);
}

/* --- row by row ---------------------------------------------------------------------------- */

static const char *const tables[] = {"branches", "warm_up", NULL};

struct reading {
    struct gau_timer_document *out;
    const char *document;
    gau_error error;
};

static bool add_row(void *user, const char *table, size_t number, const json_t *object)
{
    struct reading *const r = user;
    const struct gau_document_fields row = {.document = r->document,
                                            .table = table,
                                            .row = number,
                                            .object = object,
                                            .error = &r->error};
    struct gau_timer_branches *const out =
        strcmp(table, tables[0]) == 0 ? &r->out->branches : &r->out->warm_up;
    struct gau_timer_branch branch;

    if (number == 0)
        note_columns(out, &row);
    if (!gau_array_grow(&out->items, (uint32_t)out->tree.n, &out->items_size, sizeof *out->items) ||
        !gau_tree_add_row(&out->tree, &row))
        return false;
    branch = read_branch(&row, out, GAU_TIMER_ALL);
    branch.type = out->tree.nodes[out->tree.n - 1].type;
    out->items[out->tree.n - 1] = branch;
    return r->error.status == GAU_OK;
}

static bool finish_table(struct gau_timer_branches *out, const struct gau_document_fields *fields,
                         const char *table)
{
    begin_table(out);
    out->tree.table = table;
    if (!gau_document_fields_table(fields, table, true) || !gau_tree_link_rows(&out->tree, fields))
        return false;
    find_main_root(out);
    return true;
}

json_t *gau_timer_document_load(struct gau_timer_document *out, const char *folder,
                                const char *name)
{
    struct reading r = {.out = out, .document = name};
    struct gau_document_fields fields = {.document = name, .error = &r.error};
    json_t *document;

    *out = (struct gau_timer_document){.clock = "", .overhead_per_call_ns = (double)NAN};
    document = gau_document_load_rows(folder, name, tables, add_row, &r);
    fields.object = document;
    if (document && finish_table(&out->branches, &fields, tables[0]) &&
        finish_table(&out->warm_up, &fields, tables[1]) && read_rest(out, &fields, GAU_TIMER_ALL))
        return document;
    json_decref(document);
    gau_timer_document_clear(out);
    return NULL;
}

/* --- event numbers ------------------------------------------------------------------------- */

static void limit_window(struct gau_timer_branches *branches, const int64_t window[2])
{
    if (window[0] > branches->first_event)
        branches->first_event = window[0];
    if (window[1] > 0 && window[1] < branches->end_event)
        branches->end_event = window[1];
}

void gau_timer_document_limit_events(struct gau_timer_document *document, const int64_t window[2])
{
    limit_window(&document->branches, window);
    limit_window(&document->warm_up, window);
}

static void clear_table(struct gau_timer_branches *branches)
{
    gau_tree_clear(&branches->tree);
    free(branches->items);
    gau_bump_allocator_clear(&branches->histograms);
    *branches = (struct gau_timer_branches){.main = GAU_NO_NODE};
}

void gau_timer_document_clear(struct gau_timer_document *document)
{
    clear_table(&document->branches);
    clear_table(&document->warm_up);
}
