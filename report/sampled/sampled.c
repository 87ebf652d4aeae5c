/* SPDX-License-Identifier: Apache-2.0 */
#include "sampled.h"

#include "builds.h"

#include "report/hotspots/grouping.h"
#include "report/views/document.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A function in one run; texts by number. */
struct entry {
    uint32_t run, task, name, module;
    bool nameless; /* called by its address */
    struct gau_sampled sampled;
};

struct reading {
    struct gau_sampled_functions *out;
    struct entry *entries;
    uint32_t n, size;
    struct gau_builds builds;
    /* The run that is read: */
    uint32_t run;
    const struct gau_hot_grouping *grouping;
    struct gau_hot_result result;
};

/* --- one run ------------------------------------------------------------------------------- */

static bool has_samples(const char *folder)
{
    static const char begin[] = "samples", end[] = ".gtr";
    DIR *const dir = opendir(folder);
    const struct dirent *entry;
    bool found = false;

    while (dir && !found && (entry = readdir(dir))) {
        const size_t length = strlen(entry->d_name);

        found = strncmp(entry->d_name, begin, sizeof begin - 1) == 0 &&
                length >= sizeof begin + sizeof end - 2 &&
                strcmp(entry->d_name + length - (sizeof end - 1), end) == 0;
    }
    if (dir)
        closedir(dir);
    return found;
}

static struct gau_sampled sampled_of(const struct gau_hot_group *group)
{
    return (struct gau_sampled){.samples = group->samples,
                                .time_s = 1e-9 * (double)group->weight_ns,
                                .error_s = 1e-9 * group->error_ns};
}

static bool add_entry(struct reading *r, const char *task, const struct gau_hot_group *group)
{
    struct gau_texts *const texts = &r->out->texts;
    const uint32_t number = (uint32_t)group->value;
    const struct gau_function *const function = gau_symbolizer_function(r->result.symbols, number);
    struct entry entry = {
        .run = r->run,
        .task = gau_texts_put(texts, task),
        .name = gau_texts_put(texts, gau_hot_function_name(&r->result, number)),
        .nameless = function->kind == GAU_FUNCTION_ADDRESS,
        .sampled = sampled_of(group),
    };

    entry.module =
        gau_texts_put(texts, gau_symbolizer_module_name(r->result.symbols, function->module));
    if (texts->failed || !gau_builds_add(&r->builds, texts, r->run, &r->result, function->module) ||
        !gau_grow(&r->entries, r->n, &r->size, sizeof *r->entries))
        return false;
    r->entries[r->n++] = entry;
    return true;
}

static bool add_entries(struct reading *r, const char *task, const struct gau_hot_group *parent)
{
    bool fits = true;

    for (uint32_t i = 0; fits && i < parent->count; i++)
        fits = add_entry(r, task, gau_hot_child(r->grouping, parent, i));
    return fits;
}

static bool add_groups(struct reading *r, const struct gau_hot_query *query)
{
    const struct gau_hot_group *const root = &r->grouping->groups[0];
    char *const room = malloc(GAU_HOT_TEXT_SIZE);
    bool fits = room != NULL;

    r->out->wholes[r->run] = sampled_of(root);
    for (uint32_t i = 0; fits && i < root->count; i++) {
        const struct gau_hot_group *const task = gau_hot_child(r->grouping, root, i);

        fits = add_entries(r, gau_hot_group_text(&r->result, query, task, room, GAU_HOT_TEXT_SIZE),
                           task);
    }
    free(room);
    return fits;
}

static void remember(struct gau_sampled_functions *out, const struct gau_view_error *error)
{
    if (!out->problem)
        out->problem = strdup(error->message);
}

static bool is_known(const struct gau_hot_notes *notes, const char *text)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->items[i], text) == 0)
            return true;
    return false;
}

/* Such as that there are no symbols. */
static void remember_warnings(struct gau_sampled_functions *out,
                              const struct gau_hot_result *result)
{
    struct gau_hot_notes notes = {0};

    gau_hot_result_notes(result, &notes);
    for (size_t i = 0; i < notes.count; i++)
        if (strncmp(notes.items[i], "warning:", 8) == 0 &&
            !is_known(&out->warnings, notes.items[i]))
            gau_hot_note(&out->warnings, "%s", notes.items[i]);
    gau_hot_notes_clear(&notes);
}

/* What cannot be read is no failure: the timer knows the rest. */
static bool add_run(struct reading *r, const char *folder)
{
    static const struct gau_hot_options options = {.group_by = NULL};
    struct gau_view_error error = {0};
    struct gau_hot_grouping grouping = {0};
    struct gau_hot_query query = {0};
    bool fits = true;

    if (!has_samples(folder))
        return true;
    if (!gau_hot_result_open(&r->result, folder, false, &error)) {
        remember(r->out, &error);
        return true;
    }
    r->grouping = &grouping;
    if (gau_hot_query_read(&query, &options, "task,function", &r->result, &error) &&
        gau_hot_group(&grouping, &r->result, &query, &error))
        fits = add_groups(r, &query);
    else
        remember(r->out, &error);
    remember_warnings(r->out, &r->result);
    gau_hot_grouping_clear(&grouping);
    gau_hot_query_clear(&query);
    gau_hot_result_clear(&r->result);
    return fits;
}

/* --- joining ------------------------------------------------------------------------------- */

static struct gau_sampled sum_of_two(struct gau_sampled a, const struct gau_sampled *b)
{
    a.samples += b->samples;
    a.time_s += b->time_s;
    a.error_s = hypot(a.error_s, b->error_s);
    return a;
}

/* Addresses mean nothing in another build, and names nothing where a build has none. */
static const char *name_of(const struct reading *r, const struct entry *entry)
{
    const enum gau_builds_state state = gau_builds_state_of(&r->builds, entry->module);

    if (state == GAU_BUILDS_MISSING)
        return "[all functions]";
    return state == GAU_BUILDS_DIFFER && entry->nameless ? "[without a name]"
                                                         : r->out->texts.items[entry->name];
}

/* NULL: no memory. */
static struct gau_sampled_function *row_of(struct gau_sampled_functions *out,
                                           const struct entry *entry, const char *name)
{
    const uint32_t number = gau_texts_put(&out->texts, name);
    const uint64_t key = gau_mix(gau_mix(entry->task, number), entry->module);
    const char *const *const texts = out->texts.items;
    uint32_t step = 0, found;
    struct gau_sampled_function *row;

    while ((found = gau_map_next(&out->map, key, &step)) > 0) {
        row = &out->items[found - 1];
        if (row->task == texts[entry->task] && row->name == texts[number] &&
            row->module == texts[entry->module])
            return row;
    }
    if (out->texts.failed || !gau_grow(&out->items, out->n, &out->size, sizeof *out->items))
        return NULL;
    row = &out->items[out->n];
    *row = (struct gau_sampled_function){
        .task = texts[entry->task],
        .name = texts[number],
        .module = texts[entry->module],
        .runs = gau_heap_take(&out->heap, out->n_runs * sizeof *row->runs),
    };
    if (!row->runs || !gau_map_add(&out->map, key, out->n + 1))
        return NULL;
    out->n++;
    return row;
}

static bool join(struct reading *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct entry *const entry = &r->entries[i];
        struct gau_sampled_function *const row = row_of(r->out, entry, name_of(r, entry));

        if (!row)
            return false;
        row->runs[entry->run] = sum_of_two(row->runs[entry->run], &entry->sampled);
    }
    return true;
}

/* Texts are kept once: equal ones are the same. */
static int by_name(const void *a, const void *b)
{
    const struct gau_sampled_function *const left = *(struct gau_sampled_function *const *)a;
    const struct gau_sampled_function *const right = *(struct gau_sampled_function *const *)b;

    return left->name != right->name
               ? (left->name < right->name ? -1 : 1)
               : (left->module > right->module) - (left->module < right->module);
}

/* NULL: no memory. */
static const char *with_module(struct gau_heap *heap, const struct gau_sampled_function *row)
{
    const size_t size = strlen(row->name) + strlen(row->module) + sizeof " ()";
    char *const text = gau_heap_take(heap, size);

    if (text)
        snprintf(text, size, "%s (%s)", row->name, row->module);
    return text;
}

/* What stands for several functions has no name of its own. */
static bool label_rows(struct gau_heap *heap, struct gau_sampled_function **rows, size_t n)
{
    bool fits = true, same = rows[0]->name[0] == '[' && rows[0]->module[0] != '[';

    for (size_t i = 0; i < n; i++)
        same |= rows[i]->module != rows[0]->module;
    for (size_t i = 0; fits && i < n; i++) {
        rows[i]->label = same ? with_module(heap, rows[i]) : rows[i]->name;
        fits = rows[i]->label != NULL;
    }
    return fits;
}

static bool add_labels(struct gau_sampled_functions *out)
{
    const uint32_t count = out->n;
    struct gau_sampled_function **rows;
    bool fits = true;

    if (count == 0)
        return true;
    rows = calloc(count, sizeof *rows);
    if (!rows)
        return false;
    for (uint32_t i = 0; i < count; i++)
        rows[i] = &out->items[i];
    qsort(rows, count, sizeof(struct gau_sampled_function *), by_name);
    for (uint32_t i = 0, n; fits && i < count; i += n) {
        n = 1;
        while (i + n < count && rows[i + n]->name == rows[i]->name)
            n++;
        fits = label_rows(&out->heap, &rows[i], n);
    }
    free(rows);
    return fits;
}

/* --- all ----------------------------------------------------------------------------------- */

bool gau_sampled_read(struct gau_sampled_functions *out, const struct gau_sampled_wish *wish)
{
    struct reading r = {.out = out};
    bool fits;

    *out = (struct gau_sampled_functions){.n_runs = wish->n};
    out->wholes = calloc(wish->n + 1, sizeof *out->wholes);
    fits = out->wholes && gau_texts_init(&out->texts, &out->heap);
    for (; fits && r.run < wish->n; r.run++)
        fits = add_run(&r, wish->folders[r.run]);
    fits = fits && gau_builds_list(out, &r.builds, wish->n_a) && join(&r) && add_labels(out);
    free(r.entries);
    free(r.builds.items);
    return fits;
}

void gau_sampled_clear(struct gau_sampled_functions *functions)
{
    free(functions->items);
    free(functions->wholes);
    free(functions->rebuilt);
    free(functions->problem);
    gau_hot_notes_clear(&functions->warnings);
    gau_map_clear(&functions->map);
    gau_texts_clear(&functions->texts);
    gau_heap_clear(&functions->heap);
    *functions = (struct gau_sampled_functions){0};
}
