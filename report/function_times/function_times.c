/* SPDX-License-Identifier: Apache-2.0 */
#include "function_times.h"

#include "documents/document.h"
#include "module_builds.h"
#include "report/hotspots/grouping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS_MOST = 3 };

/* A function in one run. Equal texts are kept once, and have one address. */
struct entry {
    uint32_t run;
    const char *task, *name, *module;
    bool nameless; /* called by its address */
    struct gau_function_times sampled;
};

struct reading {
    struct gau_function_times_functions *out;
    struct entry *entries;
    uint32_t n, size;
    struct gau_module_builds builds;
    const char *group_by; /* or NULL */
    /* These are of the run that is being read: */
    uint32_t run;
    struct gau_hotspots_grouping grouping;
    struct gau_symbolized_samples result;
};

/* --- one run ------------------------------------------------------------------------------- */

static struct gau_function_times sampled_of(const struct gau_hotspots_group *group)
{
    return (struct gau_function_times){.samples = group->total.samples,
                                       .time_s = 1e-9 * (double)group->total.weight_ns,
                                       .error_s = 1e-9 * group->total.error_ns};
}

static bool add_entry(struct reading *r, const char *task, const struct gau_hotspots_group *group)
{
    struct gau_text_pool *const texts = &r->out->texts;
    const uint32_t number = (uint32_t)group->value;
    const struct gau_function *const function = gau_symbolizer_function(r->result.symbols, number);
    const char *const name = gau_hotspots_function_name(&r->result, number);
    const char *const module =
        gau_text_pool_keep(texts, gau_symbolizer_module_name(r->result.symbols, function->module));
    const bool folded =
        strcmp(name, "[gaudit]") == 0; /* of several files, with and without names */
    const struct entry entry = {
        .run = r->run,
        .task = gau_text_pool_keep(texts, task),
        .name = gau_text_pool_keep(texts, name),
        .module = folded ? gau_text_pool_keep(texts, name) : module,
        .nameless = function->kind == GAU_FUNCTION_ADDRESS,
        .sampled = sampled_of(group),
    };

    if (!gau_module_builds_add(&r->builds, &r->result, function->module,
                               &(struct gau_module_build){.run = r->run, .module = module},
                               texts) ||
        texts->failed || !gau_array_grow(&r->entries, r->n, &r->size, sizeof *r->entries))
        return false;
    r->entries[r->n++] = entry;
    return true;
}

static bool add_groups(struct reading *r, const struct gau_hotspots_query *query)
{
    const struct gau_hotspots_group *const root = &r->grouping.groups[0];
    char room[GAU_HOTSPOTS_TEXT_SIZE];
    bool fits = true;

    r->out->wholes[r->run] = sampled_of(root);
    for (uint32_t i = 0; i < root->count; i++) {
        const struct gau_hotspots_group *const task = gau_hotspots_child(&r->grouping, root, i);
        const char *const name =
            gau_hotspots_group_text(&r->result, query, task, room, sizeof room);

        for (uint32_t k = 0; fits && k < task->count; k++)
            fits = add_entry(r, name, gau_hotspots_child(&r->grouping, task, k));
    }
    return fits;
}

static bool is_known(const struct gau_hotspots_notes *notes, const char *text)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->items[i].text, text) == 0)
            return true;
    return false;
}

/* Remembers warnings of samples, such as that there are no symbols, once each. */
static void remember_warnings(struct gau_function_times_functions *out,
                              const struct gau_symbolized_samples *result)
{
    struct gau_hotspots_notes notes = {0};

    gau_symbolized_samples_notes(result, &notes);
    for (size_t i = 0; i < notes.count; i++)
        if (strncmp(notes.items[i].text, "warning:", 8) == 0 &&
            !is_known(&out->warnings, notes.items[i].text))
            gau_hotspots_note(&out->warnings, "%s", notes.items[i].text);
    gau_hotspots_notes_clear(&notes);
}

/* Samples that cannot be read are no failure, since the timer knows the rest. A usage error means
 * that there are no samples, or no groups of them. */
static bool add_run(struct reading *r, const char *folder)
{
    static const struct gau_view_options options = {.group_by = NULL};
    char keys[600];
    gau_error error = {0};
    struct gau_hotspots_query query = {0};
    bool fits = true, failed = false;

    if (gau_symbolized_samples_open(&r->result, folder, false, &error)) {
        gau_hotspots_show(&r->result, gau_hotspots_shown_of(&options, false));
        snprintf(keys, sizeof keys, "%s,function", r->group_by ? r->group_by : "task");
        if (gau_hotspots_query_read(&query, &options, keys, &r->result, &error) &&
            gau_hotspots_group(&r->grouping, &r->result, &query, &error))
            fits = add_groups(r, &query);
        remember_warnings(r->out, &r->result);
        gau_hotspots_grouping_clear(&r->grouping);
        gau_hotspots_filter_clear(&query.filter);
        gau_symbolized_samples_clear(&r->result);
        failed = r->group_by && error.status != GAU_OK;
    }
    if ((failed || (error.status < 0 && error.status != GAU_ERR_USAGE)) && !r->out->problem)
        r->out->problem = strdup(error.message);
    return fits;
}

/* --- joining ------------------------------------------------------------------------------- */

/* Returns the name of a function for all builds: addresses mean nothing in another build, and names
 * nothing where a build has none. */
static const char *name_of(const struct reading *r, const struct entry *entry)
{
    const struct gau_function_times_rebuilt *const rebuilt =
        gau_module_builds_find(r->out, entry->module);

    if (rebuilt && rebuilt->together)
        return gau_text_pool_keep(&r->out->texts, "[all functions]");
    return rebuilt && entry->nameless ? gau_text_pool_keep(&r->out->texts, "[without a name]")
                                      : entry->name;
}

/* Returns NULL if out of memory. */
static struct gau_function_times_function *row_of(struct gau_function_times_functions *out,
                                                  const struct entry *entry, const char *name)
{
    const uint64_t key = gau_hash_mix(gau_hash_mix((uintptr_t)entry->task, (uintptr_t)name),
                                      (uintptr_t)entry->module);
    uint32_t step = 0, found;
    struct gau_function_times_function *row;

    while ((found = gau_map_next(&out->map, key, &step)) > 0) {
        row = &out->items[found - 1];
        if (row->task == entry->task && row->name == name && row->module == entry->module)
            return row;
    }
    if (out->texts.failed || !gau_array_grow(&out->items, out->n, &out->size, sizeof *out->items))
        return NULL;
    row = &out->items[out->n];
    *row = (struct gau_function_times_function){
        .task = entry->task,
        .name = name,
        .module = entry->module,
        .runs = gau_bump_allocator_take(&out->heap, out->n_runs * sizeof *row->runs),
    };
    if (!row->runs || !gau_map_add(&out->map, key, out->n + 1))
        return NULL;
    out->n++;
    return row;
}

static bool join_functions(struct reading *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        struct entry *const entry = &r->entries[i];
        struct gau_function_times_function *row;
        struct gau_function_times *sum;

        entry->module = gau_module_builds_paired(&r->builds, entry->run, entry->module);
        row = row_of(r->out, entry, name_of(r, entry));
        if (!row)
            return false;
        sum = &row->runs[entry->run];
        sum->samples += entry->sampled.samples;
        sum->time_s += entry->sampled.time_s;
        sum->error_s = hypot(sum->error_s, entry->sampled.error_s);
    }
    return true;
}

/* Returns NULL if out of memory. */
static const char *with_module(struct gau_bump_allocator *heap,
                               const struct gau_function_times_function *row)
{
    const size_t size = strlen(row->name) + strlen(row->module) + sizeof " ()";
    char *const text = gau_bump_allocator_take(heap, size);

    if (text)
        snprintf(text, size, "%s (%s)", row->name, row->module);
    return text;
}

/* A row of several functions has no name of its own. The first row of a name keeps its label while
 * the others are compared with it, to see whether they are of several modules. */
static bool add_labels(struct gau_function_times_functions *out)
{
    struct gau_map firsts = {0};
    bool fits = true;

    for (uint32_t i = 0; fits && i < out->n; i++) {
        const struct gau_function_times_function *const row = &out->items[i];
        uint32_t step = 0;
        const uint32_t first = gau_map_next(&firsts, (uintptr_t)row->name, &step);

        if (first == 0)
            fits = gau_map_add(&firsts, (uintptr_t)row->name, i + 1);
        else if (out->items[first - 1].module != row->module)
            out->items[first - 1].label = row->name;
    }
    for (uint32_t i = out->n; fits && i-- > 0;) {
        struct gau_function_times_function *const row = &out->items[i];
        const bool nameless = row->name[0] == '[' && row->module[0] != '[';
        uint32_t step = 0;
        const uint32_t first = gau_map_next(&firsts, (uintptr_t)row->name, &step);

        row->label =
            nameless || out->items[first - 1].label ? with_module(&out->heap, row) : row->name;
        fits = row->label != NULL;
    }
    gau_map_clear(&firsts);
    return fits;
}

/* --- all ----------------------------------------------------------------------------------- */

bool gau_function_times_read(struct gau_function_times_functions *out,
                             const struct gau_function_times_options *options)
{
    struct reading r = {.out = out, .group_by = options->group_by};
    bool fits;

    *out = (struct gau_function_times_functions){.n_runs = options->n};
    out->wholes = calloc(options->n + 1, sizeof *out->wholes);
    fits = out->wholes && gau_text_pool_init(&out->texts, &out->heap);
    for (; fits && r.run < options->n; r.run++)
        fits = add_run(&r, options->folders[r.run]);
    fits = fits && gau_module_builds_list(out, &r.builds, options->n_a) && join_functions(&r) &&
           add_labels(out);
    free(r.entries);
    free(r.builds.items);
    return fits;
}

void gau_function_times_clear(struct gau_function_times_functions *functions)
{
    free(functions->items);
    free(functions->wholes);
    free(functions->rebuilt);
    free(functions->problem);
    gau_hotspots_notes_clear(&functions->warnings);
    gau_map_clear(&functions->map);
    gau_text_pool_clear(&functions->texts);
    gau_bump_allocator_clear(&functions->heap);
    *functions = (struct gau_function_times_functions){0};
}

/* --- notes --------------------------------------------------------------------------------- */

void gau_function_times_explain(struct gau_table *table,
                                const struct gau_function_times_functions *functions)
{
    for (uint32_t i = 0; i < functions->n_rebuilt; i++)
        gau_table_footer(
            table, "'%s' was built anew (build-id %s in baselines, %s in candidates): %s",
            functions->rebuilt[i].module, functions->rebuilt[i].ids[0],
            functions->rebuilt[i].ids[1],
            functions->rebuilt[i].together
                ? "one of these files is missing, so that its functions cannot be separated"
                : "functions are matched by their names");
    if (functions->problem)
        gau_table_footer(table, "warning: without the samples of a run: %s", functions->problem);
    for (size_t i = 0; i < functions->warnings.count && i < WARNINGS_MOST; i++)
        gau_table_footer(table, "%s", functions->warnings.items[i].text);
}
