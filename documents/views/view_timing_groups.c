/* SPDX-License-Identifier: Apache-2.0 */
#include "view_functions.h"
#include "view_timing.h"

#include "documents/branch_groups.h"
#include "documents/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The times of groups of branches. Self times add up. Calls and total times are those of branches
 * whose parent is in another group: what is inside is not counted twice.
 */

struct timed_group {
    const char *name, *root;
    int64_t calls;
    double total, self, cpu_total, cpu_self;
    int64_t total_MB, self_MB;
    bool is_main;   /* below the root whose time is 100 % */
    bool is_shared; /* another group has this name, below another root */
    double rank;    /* what it is sorted by */
};

struct groups {
    const struct gau_timer_branches *branches;
    const char **of_node;
    struct timed_group *items;
    size_t n;
};

#define MEMORY(title, key_)                                                             \
    {                                                                                   \
        .name = title, .key = key_, .unit = "MB", .type = GAU_COLUMN_INTEGER, .rank = 4 \
    }
#define COLUMNS(COLUMN)                                                                  \
    COLUMN(NAME, {.name = "", .key = "group", .shortened = true})                        \
    COLUMN(ROOT, DATA("root", GAU_COLUMN_TEXT))                                          \
    COLUMN(CALLS, COUNT("Calls", "calls"))                                               \
    COLUMN(TOTAL, MEASURED("Total", "total_s", 1), [TOTAL].rank = 3)                     \
    COLUMN(TOTAL_SHARE, PERCENTAGE("Total", "total_percent", 1), [TOTAL_SHARE].rank = 3) \
    COLUMN(SELF, MEASURED("Self", "self_s", 1))                                          \
    COLUMN(SELF_SHARE, PERCENTAGE("Self", "self_percent", 1))                            \
    COLUMN(CPU_TOTAL, MEASURED("CPU total", "cpu_total_s", 2), [CPU_TOTAL].rank = 2)     \
    COLUMN(CPU_SELF, MEASURED("CPU self", "cpu_self_s", 2), [CPU_SELF].rank = 1)         \
    COLUMN(MEMORY_TOTAL, MEMORY("Memory total", "memory_total_MB"))                      \
    COLUMN(MEMORY_SELF, MEMORY("Memory self", "memory_self_MB"))

enum { COLUMNS(GAU_COLUMN_ID) N_COLUMNS };

/* --- adding up ----------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct timed_group *const left = a, *const right = b;
    const int order = strcmp(left->root, right->root);

    return order ? order : strcmp(left->name, right->name);
}

static bool is_inside(const struct groups *g, size_t node)
{
    const size_t parent = g->branches->tree.nodes[node].parent;

    return parent != GAU_NO_NODE && strcmp(g->of_node[parent], g->of_node[node]) == 0;
}

static struct timed_group group_of(const struct groups *g, size_t node)
{
    const struct gau_tree *const tree = &g->branches->tree;
    const struct gau_timer_branch *const branch = &g->branches->items[node];
    const bool outer = !is_inside(g, node);

    return (struct timed_group){
        .name = g->of_node[node],
        .root = tree->nodes[tree->nodes[node].root].name,
        .calls = outer ? branch->calls : 0,
        .total = outer ? branch->times[GAU_TIMER_TOTAL] : 0,
        .self = branch->times[GAU_TIMER_SELF],
        .cpu_total = outer ? branch->times[GAU_TIMER_CPU_TOTAL] : 0,
        .cpu_self = branch->times[GAU_TIMER_CPU_SELF],
        .total_MB = outer ? branch->total_MB : 0,
        .self_MB = branch->self_MB,
        .is_main = tree->nodes[node].root == g->branches->main,
    };
}

/* A damaged document may have any number. */
static int64_t add_memory(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void add_group(struct timed_group *to, const struct timed_group *from)
{
    to->calls += from->calls;
    to->total += from->total;
    to->self += from->self;
    to->cpu_total += from->cpu_total;
    to->cpu_self += from->cpu_self;
    to->total_MB = add_memory(to->total_MB, from->total_MB);
    to->self_MB = add_memory(to->self_MB, from->self_MB);
}

/* Branches that were never called are left out, unless @p all. */
static void add_up(struct groups *g, bool all)
{
    size_t n = 0;

    for (size_t i = 0; i < g->branches->tree.n; i++)
        if (all || g->branches->items[i].calls > 0)
            g->items[g->n++] = group_of(g, i);
    qsort(g->items, g->n, sizeof *g->items, by_name);
    for (size_t i = 0; i < g->n; i++)
        if (n > 0 && by_name(&g->items[n - 1], &g->items[i]) == 0)
            add_group(&g->items[n - 1], &g->items[i]);
        else
            g->items[n++] = g->items[i];
    g->n = n;
}

static int by_name_alone(const void *a, const void *b)
{
    const struct timed_group *const left = a, *const right = b;

    return strcmp(left->name, right->name);
}

/* Changes the order of the groups. */
static void mark_shared_names(struct groups *g)
{
    qsort(g->items, g->n, sizeof *g->items, by_name_alone);
    for (size_t i = 1; i < g->n; i++)
        if (by_name_alone(&g->items[i - 1], &g->items[i]) == 0)
            g->items[i - 1].is_shared = g->items[i].is_shared = true;
}

/* --- the table ----------------------------------------------------------------------------- */

static double value_of(const struct timed_group *group, const char *sort)
{
    return strcmp(sort, "total") == 0   ? group->total
           : strcmp(sort, "calls") == 0 ? (double)group->calls
                                        : group->self;
}

static int by_value(const void *a, const void *b)
{
    const struct timed_group *const left = a, *const right = b;

    return left->rank == right->rank ? by_name(a, b)
                                     : (left->rank < right->rank) - (left->rank > right->rank);
}

static bool sort_groups(struct groups *g, const char *key, gau_error *error)
{
    static const char *const keys[] = {"self", "total", "calls", "name"};
    bool known = !key;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        known |= key && strcmp(key, keys[i]) == 0;
    if (!known) {
        gau_fail_first(error, GAU_ERR_USAGE,
                       "cannot sort groups by '%.*s'; there is: self, total, calls, name",
                       GAU_QUOTE(key));
        return false;
    }
    for (size_t i = 0; i < g->n && !(key && strcmp(key, "name") == 0); i++)
        g->items[i].rank = value_of(&g->items[i], key ? key : "self");
    qsort(g->items, g->n, sizeof *g->items, by_value);
    return true;
}

/* If groups share a name, those outside of the main root show their root in it. Data formats have a
 * column for the root. */
static void set_name(struct gau_table *table, const struct timed_group *group)
{
    char text[512];

    snprintf(text, sizeof text, "%.*s (%.*s)", GAU_QUOTE(group->name), GAU_QUOTE(group->root));
    gau_table_set_text(table, NAME, !group->is_shared || group->is_main ? group->name : text);
}

/* Columns of memory follow those of CPU times; each are only there where they were measured. */
static size_t first_memory(const struct gau_timer_branches *branches)
{
    return branches->cpu ? MEMORY_TOTAL : CPU_TOTAL;
}

static void fill_row(struct gau_table *table, const struct groups *g,
                     const struct timed_group *group, double whole, bool is_display)
{
    gau_table_row(table, 0);
    if (is_display)
        set_name(table, group);
    else
        gau_table_set_text(table, NAME, group->name);
    gau_table_set_text(table, ROOT, group->root);
    gau_table_set_integer(table, CALLS, group->calls);
    gau_table_set_real(table, TOTAL, group->total);
    gau_table_set_real(table, SELF, group->self);
    if (group->is_main && whole > 0) {
        gau_table_set_real(table, TOTAL_SHARE, 100 * group->total / whole);
        gau_table_set_real(table, SELF_SHARE, 100 * group->self / whole);
    }
    if (g->branches->cpu) {
        gau_table_set_real(table, CPU_TOTAL, group->cpu_total);
        gau_table_set_real(table, CPU_SELF, group->cpu_self);
    }
    if (g->branches->memory) {
        gau_table_set_integer(table, first_memory(g->branches), group->total_MB);
        gau_table_set_integer(table, first_memory(g->branches) + 1, group->self_MB);
    }
}

static struct gau_table *add_table(struct gau_page *page, const char *name, const struct groups *g,
                                   const struct gau_branch_key *key, double whole)
{
    const size_t first = first_memory(g->branches);
    struct gau_column columns[N_COLUMNS] = {COLUMNS(GAU_COLUMN_ROW)};
    struct gau_table *table;

    columns[NAME].name = gau_branch_key_title(key->kind);
    memmove(&columns[first], &columns[MEMORY_TOTAL], 2 * sizeof *columns);
    table = gau_page_add(page, name, columns, first + (g->branches->memory ? 2 : 0));
    for (size_t i = 0; table && i < g->n; i++)
        fill_row(table, g, &g->items[i], whole, gau_table_format_is_display(page->options->format));
    return table;
}

struct gau_table *gau_view_timing_groups(struct gau_page *page, const char *name,
                                         const struct gau_timer_branches *branches, double whole)
{
    const char *const text = page->options->group_by;
    struct groups g = {.branches = branches,
                       .of_node = calloc(branches->tree.n + 1, sizeof *g.of_node),
                       .items = calloc(branches->tree.n + 1, sizeof *g.items)};
    struct gau_table *table = NULL;
    struct gau_branch_key key;

    if (!g.of_node || !g.items) {
        gau_page_fail_memory(page);
    } else if (gau_branch_key_read(&key, text, strlen(text), page->error) &&
               gau_branch_groups_make(g.of_node, &branches->tree, &key, page->error)) {
        add_up(&g, page->options->all);
        mark_shared_names(&g);
        if (sort_groups(&g, page->options->sort, page->error))
            table = add_table(page, name, &g, &key, whole);
    }
    free(g.of_node);
    free(g.items);
    return table;
}
