/* SPDX-License-Identifier: Apache-2.0 */
#include "view_table.h"

#include "report/timings/timings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Names of tasks that are no branches stay whole, and short names must differ from these, too. */

struct naming {
    struct gau_hotspots_table *table;
    enum gau_hotspots_key key;
    const bool *are_branches; /* by task */
    const char **names;       /* by value */
    const char **texts;       /* of all values, in the order of their tasks */
    uint32_t *values;
    bool *shortened;
    char **labels;
    size_t n;
};

static bool make_room(struct naming *n)
{
    struct gau_symbolized_samples *const result = n->table->result;
    const size_t size = (size_t)result->profile->task_count + 1;

    n->names = gau_bump_allocator_take(&result->heap, size * sizeof *n->names);
    n->texts = calloc(size, sizeof *n->texts);
    n->values = calloc(size, sizeof *n->values);
    n->shortened = calloc(size, sizeof *n->shortened);
    n->labels = calloc(size, sizeof *n->labels);
    if (!n->names || !n->texts || !n->values || !n->shortened || !n->labels)
        return false;
    memset(n->names, 0, size * sizeof *n->names);
    return true;
}

static uint32_t value_of(const struct naming *n, uint32_t task)
{
    const struct gau_symbolized_samples *const result = n->table->result;

    return n->key == GAU_HOTSPOTS_TASK ? result->tasks[task].first
                                       : result->branches[GAU_BRANCHES_BY_LEVEL].of_task[task];
}

/* A name that two domains have is shown with its domain, and stays whole. */
static void list_values(struct naming *n)
{
    const struct gau_symbolized_samples *const result = n->table->result;

    for (uint32_t task = 1; task < result->profile->task_count; task++) {
        const uint32_t value = value_of(n, task);

        if (value == 0 || n->names[value])
            continue;
        n->shortened[n->n] = n->are_branches[task] &&
                             !(n->key == GAU_HOTSPOTS_TASK && result->tasks[value].same_name);
        n->values[n->n] = value;
        n->names[value] = n->texts[n->n] =
            n->key == GAU_HOTSPOTS_TASK ? result->profile->tasks[value].name
                                        : result->branches[GAU_BRANCHES_BY_LEVEL].texts[value];
        n->n++;
    }
}

/* If memory runs out, the text stays whole. */
static void set_names(struct naming *n)
{
    for (size_t i = 0; i < n->n; i++) {
        const char *const label = n->labels[i];
        char *const copy = n->shortened[i] && label
                               ? gau_bump_allocator_take(&n->table->result->heap, strlen(label) + 1)
                               : NULL;

        n->names[n->values[i]] = copy ? strcpy(copy, label) : NULL;
        free(n->labels[i]);
    }
    n->table->short_names[n->key] = n->names;
}

static void make(struct gau_hotspots_table *table, enum gau_hotspots_key key,
                 const bool *are_branches)
{
    struct naming n = {.table = table, .key = key, .are_branches = are_branches};

    if (make_room(&n)) {
        list_values(&n);
        gau_labels_of_paths(n.labels, n.texts, n.n);
        set_names(&n);
    }
    free(n.texts);
    free(n.values);
    free(n.shortened);
    free(n.labels);
}

void gau_hotspots_short_names_make(struct gau_hotspots_table *table)
{
    const struct gau_hotspots_keys *const keys = &table->query->keys;
    gau_error ignored = {0}; /* names stay whole where branches are not known */
    const bool *are_branches = NULL;

    if (table->options->format != GAU_TABLE_TEXT || table->options->width == 0 ||
        table->query->direction != GAU_HOTSPOTS_BY_KEYS)
        return;
    for (size_t i = 0; i < keys->count; i++)
        if (keys->items[i] == GAU_HOTSPOTS_TASK || keys->items[i] == GAU_HOTSPOTS_LEVEL) {
            if (!are_branches &&
                !gau_hotspots_tasks_within(&are_branches, table->result, NULL, &ignored))
                return;
            make(table, keys->items[i], are_branches);
        }
}

/* Names the only one, and counts several. */
static const char *others_text(const struct gau_hotspots_table *table,
                               const struct gau_hotspots_group *group, char *room, size_t size)
{
    struct gau_hotspots_group only = *group;

    only.others = false;
    if (group->all_count == 1)
        return gau_hotspots_short_name(table, &only, room, size);
    snprintf(room, size, "[%" PRIu32 " others]", group->all_count);
    return room;
}

const char *gau_hotspots_short_name(const struct gau_hotspots_table *table,
                                    const struct gau_hotspots_group *group, char *room, size_t size)
{
    const char *const *names = NULL;

    if (table->query->direction == GAU_HOTSPOTS_BY_KEYS && group->level != GAU_HOTSPOTS_ROOT &&
        !group->others)
        names = table->short_names[table->query->keys.items[group->level]];
    if (names && names[group->value])
        return names[group->value];
    if (group->others && gau_hotspots_table_is_read(table))
        return others_text(table, group, room, size);
    return gau_hotspots_group_text(table->result, table->query, group, room, size);
}
