/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "algorithms/common/row_selection.h"
#include "algorithms/csv/csv.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/**
 * @file trigger_menu.c
 * TriggerMenu: what a real trigger has decided, path by path, and how our decisions compare.
 *
 *     <algorithm type="TriggerMenu" name="Recorded">
 *       <property name="Menu" value="hlt/hlt_menu.csv"/>
 *       <property name="Input" value="hlt_accept.path"/>
 *       <property name="Paths" value="HLT_Mu*"/>
 *     </algorithm>
 *
 * Menu is a file of comma-separated values whose column path has the paths that there are. A
 * pattern that matches none of them is an error, and an event fails that another path has accepted.
 *
 * Input is a column with the names of the paths that have accepted the event: the trigger bits that
 * were recorded.
 *
 * Paths: shell patterns; accepts events that a path which matches one of them has accepted. Makes a
 * table called as the algorithm with column path: those paths, in the order of Input. It can be the
 * Input of another TriggerMenu, which then reads these only.
 *
 * Compare: a list of TABLE=PATTERN. Our decision is yes if TABLE has rows in this event: a table of
 * PairMass, MuonMatch or VertexFinder, or the Output of a Threshold; it is no also where the
 * algorithm that makes it was not run. The recorded decision is yes if a path that matches PATTERN
 * is in Input. The table must have been made when TriggerMenu runs. Recorded decisions are labels:
 * they were made by other algorithms on data of which ours see a part, often with prescalers.
 *
 * The document "menu" has events, those accepted, the table "comparison" (ours, recorded: what is
 * compared; both, only_ours, only_recorded, neither: events) and, with List, the table "paths":
 * events per path that matches Paths and has accepted any.
 */

enum { EVENTS, ACCEPTED, N_COUNTS };

static const char *const count_names[] = {"events", "accepted"};

enum { MAX_PATTERNS = 63 };

struct comparison {
    char *table;
    const char *pattern;
    gau_key key;
    uint64_t events[4]; /* 2 x our decision + the recorded one */
};

/* A path, by its string id. */
struct path {
    uint64_t patterns; /* that match: those of Paths, then those of Compare, a bit each */
    uint64_t events;   /* that it accepted */
    bool known;        /* it is in the menu */
};

struct trigger_menu {
    char *menu, *input;
    gau_strings patterns, compare;
    bool list;

    gau_key input_key, output;
    struct comparison *comparisons;
    struct path *paths;
    size_t n_paths;
    uint64_t wanted; /* the bits of Paths */
    uint64_t counts[N_COUNTS];
};

static const gau_property trigger_menu_properties[] = {
    GAU_STRING(struct trigger_menu, menu, "Menu", "", "File with the names of all paths"),
    GAU_STRING(struct trigger_menu, input, "Input", "hlt_accept.path",
               "Column with the paths that accepted the event, as TABLE.COLUMN"),
    GAU_STRINGS(struct trigger_menu, patterns, "Paths", "*",
                "Shell patterns; an event is accepted if a path that matches was"),
    GAU_STRINGS(struct trigger_menu, compare, "Compare", "",
                "What is compared, as TABLE=PATTERN: rows in a table, and paths"),
    GAU_BOOL(struct trigger_menu, list, "List", false, "Report the events of every path"),
    GAU_PROPERTY_END,
};

/* --- the menu ------------------------------------------------------------------------------ */

static const char *pattern_at(const struct trigger_menu *trigger, size_t i)
{
    const size_t n = trigger->patterns.count;

    return i < n ? trigger->patterns.items[i] : trigger->comparisons[i - n].pattern;
}

/* String ids are small numbers. */
static gau_status add_path(struct trigger_menu *trigger, gau_string_id name, gau_context *ctx)
{
    const size_t before = trigger->n_paths;

    if (name == GAU_NO_STRING)
        return ctx->error->status;
    GAU_TRY(gau_array_reserve(&trigger->paths, &trigger->n_paths, (size_t)name + 1,
                              sizeof *trigger->paths, ctx->error));
    for (size_t i = before; i < trigger->n_paths; i++)
        trigger->paths[i] = (struct path){0};
    trigger->paths[name].known = true;
    for (size_t i = 0; i < trigger->patterns.count + trigger->compare.count; i++)
        if (fnmatch(pattern_at(trigger, i), gau_store_string(ctx, name), 0) == 0)
            trigger->paths[name].patterns |= UINT64_C(1) << i;
    return GAU_OK;
}

static gau_status read_paths(struct trigger_menu *trigger, struct gau_csv_table *table,
                             gau_context *ctx)
{
    const struct gau_csv_column *column;
    gau_status status = gau_csv_table_open(table, trigger->menu, "", ctx->error);

    GAU_TRY(status);
    column = gau_csv_table_find(table, "path");
    if (!column)
        return gau_fail(ctx->error, GAU_ERR_UNKNOWN, "%s: has no column 'path'", trigger->menu);
    for (; status == GAU_OK; status = gau_csv_table_advance(table, ctx->error)) {
        const struct gau_csv_field name =
            gau_csv_field_of(&table->pending, (size_t)(column - table->columns));

        if (name.length == 0 || name.escaped)
            return gau_fail(ctx->error, GAU_ERR_IO, "%s:%" PRIu64 ": column 'path': not a name",
                            trigger->menu, table->pending.line);
        GAU_TRY(add_path(trigger, gau_store_intern(ctx, name.text, name.length), ctx));
    }
    return status == GAU_END ? GAU_OK : status;
}

static gau_status read_menu(struct trigger_menu *trigger, gau_context *ctx)
{
    struct gau_csv_table table = {.policy = GAU_CSV_FAIL};
    const gau_status status = read_paths(trigger, &table, ctx);
    uint64_t seen = 0;

    gau_csv_table_close(&table);
    GAU_TRY(status);
    for (size_t i = 0; i < trigger->n_paths; i++)
        seen |= trigger->paths[i].patterns;
    for (size_t i = 0; i < trigger->patterns.count + trigger->compare.count; i++)
        if (!(seen >> i & 1))
            return gau_fail(ctx->error, GAU_ERR_UNKNOWN, "%s: '%.*s' matches no path in '%s'",
                            i < trigger->patterns.count ? "Paths" : "Compare",
                            GAU_QUOTE(pattern_at(trigger, i)), trigger->menu);
    return GAU_OK;
}

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status read_comparison(struct comparison *comparison, const char *text, gau_context *ctx)
{
    const char *const equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1])
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Compare: '%.*s' is not TABLE=PATTERN",
                        GAU_QUOTE(text));
    comparison->pattern = equals + 1;
    comparison->table = strndup(text, (size_t)(equals - text));
    if (!comparison->table)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (comparison)");
    comparison->key = gau_store_table(ctx, comparison->table);
    return GAU_OK;
}

static gau_status trigger_menu_initialize(void *self, gau_context *ctx)
{
    struct trigger_menu *const trigger = self;
    const size_t n = trigger->patterns.count + trigger->compare.count;

    if (!*trigger->menu)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Menu: the name of a file is missing");
    if (n > MAX_PATTERNS)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "%zu patterns; at most %d are possible", n,
                        MAX_PATTERNS);
    GAU_TRY(gau_select_check_column("Input", trigger->input, ctx));
    trigger->comparisons = calloc(trigger->compare.count + 1, sizeof *trigger->comparisons);
    if (!trigger->comparisons)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (%zu comparisons)",
                        trigger->compare.count);
    trigger->wanted = (UINT64_C(1) << trigger->patterns.count) - 1;
    trigger->input_key = gau_store_input(ctx, trigger->input, GAU_TYPE(gau_string_id));
    trigger->output = gau_store_output_column(ctx, ctx->name, "path", GAU_TYPE(gau_string_id));
    for (size_t i = 0; i < trigger->compare.count; i++)
        GAU_TRY(read_comparison(&trigger->comparisons[i], trigger->compare.items[i], ctx));
    return read_menu(trigger, ctx);
}

static void trigger_menu_release(void *self)
{
    struct trigger_menu *const trigger = self;

    for (size_t i = 0; trigger->comparisons && i < trigger->compare.count; i++)
        free(trigger->comparisons[i].table);
    free(trigger->comparisons);
    free(trigger->paths);
}

/* --- events -------------------------------------------------------------------------------- */

static gau_status trigger_menu_execute(void *self, gau_context *ctx)
{
    struct trigger_menu *const trigger = self;
    size_t n, n_wanted = 0;
    const gau_string_id *const names = gau_store_strings(ctx, trigger->input_key, &n);
    uint64_t matched = 0;
    gau_string_id *out;

    for (size_t i = 0; i < n; i++) {
        if (names[i] >= trigger->n_paths || !trigger->paths[names[i]].known)
            return gau_fail(ctx->error, GAU_ERR_FAILED, "path '%.*s' is not in '%s'",
                            GAU_QUOTE(gau_store_string(ctx, names[i])), trigger->menu);
        matched |= trigger->paths[names[i]].patterns;
        n_wanted += (trigger->paths[names[i]].patterns & trigger->wanted) != 0;
    }
    out = gau_store_put(ctx, trigger->output, n_wanted);
    if (!out)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++)
        if (trigger->paths[names[i]].patterns & trigger->wanted) {
            trigger->paths[names[i]].events++;
            *out++ = names[i];
        }
    for (size_t i = 0; i < trigger->compare.count; i++) {
        struct comparison *const comparison = &trigger->comparisons[i];
        const unsigned ours = gau_store_rows(ctx, comparison->key) > 0;

        comparison->events[2 * ours + (matched >> (trigger->patterns.count + i) & 1)]++;
    }
    trigger->counts[EVENTS]++;
    trigger->counts[ACCEPTED] += n_wanted > 0;
    return n_wanted > 0 ? GAU_OK : GAU_REJECT;
}

/* --- end ----------------------------------------------------------------------------------- */

static void trigger_menu_merge(void *self, void *other)
{
    struct trigger_menu *const all = self;
    const struct trigger_menu *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    for (size_t i = 0; i < all->compare.count; i++)
        gau_counts_merge(all->comparisons[i].events, more->comparisons[i].events, 4);
    for (size_t i = 0; i < all->n_paths && i < more->n_paths; i++)
        all->paths[i].events += more->paths[i].events;
}

static void report_comparisons(const struct trigger_menu *trigger, gau_result *result)
{
    gau_result_table(result, "comparison");
    for (size_t i = 0; i < trigger->compare.count; i++) {
        const struct comparison *const comparison = &trigger->comparisons[i];

        gau_result_row(result);
        gau_result_text(result, "ours", comparison->table);
        gau_result_text(result, "recorded", comparison->pattern);
        gau_result_integer(result, "both", "", (int64_t)comparison->events[3]);
        gau_result_integer(result, "only_ours", "", (int64_t)comparison->events[2]);
        gau_result_integer(result, "only_recorded", "", (int64_t)comparison->events[1]);
        gau_result_integer(result, "neither", "", (int64_t)comparison->events[0]);
    }
    gau_result_end(result);
}

static void report_paths(const struct trigger_menu *trigger, gau_result *result,
                         const gau_context *ctx)
{
    gau_result_table(result, "paths");
    for (size_t i = 0; i < trigger->n_paths; i++) {
        if (trigger->paths[i].events == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "path", gau_store_string(ctx, (gau_string_id)i));
        gau_result_integer(result, "events", "", (int64_t)trigger->paths[i].events);
    }
    gau_result_end(result);
}

static gau_status trigger_menu_finalize(void *self, gau_context *ctx)
{
    const struct trigger_menu *const trigger = self;
    gau_result *const result = gau_result_open(ctx, "menu");

    gau_result_merge(result, "comparison: ours key, recorded key, paths: path key");
    gau_counts_report(result, trigger->counts, count_names, N_COUNTS);
    if (trigger->compare.count > 0)
        report_comparisons(trigger, result);
    if (trigger->list)
        report_paths(trigger, result, ctx);
    return GAU_OK;
}

static const gau_class trigger_menu_class = {
    GAU_CLASS("TriggerMenu", struct trigger_menu,
              "Reads recorded trigger bits, and compares our decisions with them."),
    .properties = trigger_menu_properties,
    .initialize = trigger_menu_initialize,
    .merge = trigger_menu_merge,
    .finalize = trigger_menu_finalize,
    .release = trigger_menu_release,
    .algorithm = GAU_ALGORITHM(.execute = trigger_menu_execute),
};
GAU_MODULE(&trigger_menu_class);
