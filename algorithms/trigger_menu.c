/* SPDX-License-Identifier: Apache-2.0 */
#include "trigger_menu.h"
#include "select.h"

#include <gaudit/gaudit.h>

#include <fnmatch.h>

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
 * Menu is a file of comma-separated values, read at initialize: menu (the number of a menu, which
 * never falls), index (the number of the path in it) and path (its name). It can hold up to 64
 * menus, of which one was in use when an event was taken. Input is a column with the names of the
 * paths that have accepted the event: the trigger bits that were recorded. An event fails if one of
 * them is in no menu, or if no menu has them all.
 *
 * Paths: shell patterns; accepts events that a path which matches one of them has accepted. Makes a
 * table called as the algorithm with column path: those paths, in the order of Input. It can be the
 * Input of another TriggerMenu, which then looks at these only.
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

struct comparison {
    char *table;
    const char *pattern;
    gau_key key;
    bool *matches;         /* per path */
    uint64_t events[2][2]; /* by our decision, then the recorded one */
};

struct trigger_menu {
    char *file, *input;
    gau_strings patterns, compare;
    bool list;

    struct gau_menu menu;
    gau_key input_key, output;
    bool *wanted; /* per path: does it match Paths */
    struct comparison *comparisons;
    uint64_t *accepts; /* per path */
    uint64_t events, accepted;
};

static const gau_property trigger_menu_properties[] = {
    GAU_STRING(struct trigger_menu, file, "Menu", "", "File of menus: menu, index, path"),
    GAU_STRING(struct trigger_menu, input, "Input", "hlt_accept.path",
               "Column with the paths that accepted the event, as TABLE.COLUMN"),
    GAU_STRINGS(struct trigger_menu, patterns, "Paths", "*",
                "Shell patterns; an event is accepted if a path that matches was"),
    GAU_STRINGS(struct trigger_menu, compare, "Compare", "",
                "What is compared, as TABLE=PATTERN: rows in a table, and paths"),
    GAU_BOOL(struct trigger_menu, list, "List", false, "Report events per path"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status match(bool *matches, const struct trigger_menu *trigger, const char *property,
                        const char *pattern, gau_context *ctx)
{
    bool any = false;

    for (size_t i = 0; i < trigger->menu.n_paths; i++)
        if (fnmatch(pattern, gau_store_text(ctx, trigger->menu.paths[i].name), 0) == 0)
            any = matches[i] = true;
    if (!any)
        return gau_fail(ctx->error, GAU_ERR_UNKNOWN, "%s: '%.*s' matches no path in '%s'", property,
                        GAU_QUOTE(pattern), trigger->file);
    return GAU_OK;
}

static gau_status read_comparison(struct comparison *comparison, const struct trigger_menu *trigger,
                                  const char *text, gau_context *ctx)
{
    const char *const equals = strchr(text, '=');

    if (!equals || equals == text || !equals[1])
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Compare: '%.*s' is not TABLE=PATTERN",
                        GAU_QUOTE(text));
    comparison->pattern = equals + 1;
    comparison->table = strndup(text, (size_t)(equals - text));
    comparison->matches = calloc(trigger->menu.n_paths, sizeof *comparison->matches);
    if (!comparison->table || !comparison->matches)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a comparison");
    comparison->key = gau_store_table(ctx, comparison->table);
    return match(comparison->matches, trigger, "Compare", comparison->pattern, ctx);
}

static gau_status allocate(struct trigger_menu *trigger, gau_error *err)
{
    trigger->wanted = calloc(trigger->menu.n_paths, sizeof *trigger->wanted);
    trigger->accepts = calloc(trigger->menu.n_paths, sizeof *trigger->accepts);
    trigger->comparisons = calloc(trigger->compare.count + 1, sizeof *trigger->comparisons);
    if (!trigger->wanted || !trigger->accepts || !trigger->comparisons)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for %zu paths", trigger->menu.n_paths);
    return GAU_OK;
}

static gau_status trigger_menu_initialize(void *self, gau_context *ctx)
{
    struct trigger_menu *const trigger = self;

    if (!*trigger->file)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Menu: the name of a file is missing");
    GAU_TRY(gau_select_check_column("Input", trigger->input, ctx));
    GAU_TRY(gau_menu_read(&trigger->menu, trigger->file, ctx));
    GAU_TRY(allocate(trigger, ctx->error));
    trigger->input_key = gau_store_input(ctx, trigger->input, GAU_TYPE(gau_symbol));
    trigger->output = gau_store_output_column(ctx, ctx->name, "path", GAU_TYPE(gau_symbol));
    for (size_t i = 0; i < trigger->patterns.count; i++)
        GAU_TRY(match(trigger->wanted, trigger, "Paths", trigger->patterns.items[i], ctx));
    for (size_t i = 0; i < trigger->compare.count; i++)
        GAU_TRY(read_comparison(&trigger->comparisons[i], trigger, trigger->compare.items[i], ctx));
    return GAU_OK;
}

static void trigger_menu_release(void *self)
{
    struct trigger_menu *const trigger = self;

    for (size_t i = 0; trigger->comparisons && i < trigger->compare.count; i++) {
        free(trigger->comparisons[i].table);
        free(trigger->comparisons[i].matches);
    }
    free(trigger->comparisons);
    free(trigger->wanted);
    free(trigger->accepts);
    gau_menu_free(&trigger->menu);
    trigger->comparisons = NULL;
    trigger->wanted = NULL;
    trigger->accepts = NULL;
}

/* --- events -------------------------------------------------------------------------------- */

/* All bits are known, and to the same menu. */
static gau_status check(const struct trigger_menu *trigger, const gau_symbol *names, size_t n,
                        gau_context *ctx)
{
    uint64_t menus = UINT64_MAX;

    for (size_t i = 0; i < n; i++) {
        const size_t path = gau_menu_find(&trigger->menu, names[i]);

        if (path == SIZE_MAX)
            return gau_fail(ctx->error, GAU_ERR_FAILED, "path '%.*s' is in no menu of '%s'",
                            GAU_QUOTE(gau_store_text(ctx, names[i])), trigger->file);
        menus &= trigger->menu.paths[path].menus;
        if (menus == 0)
            return gau_fail(ctx->error, GAU_ERR_FAILED,
                            "no menu of '%s' has path '%.*s' and those before it", trigger->file,
                            GAU_QUOTE(gau_store_text(ctx, names[i])));
    }
    return GAU_OK;
}

static void compare(const struct trigger_menu *trigger, struct comparison *comparison,
                    const gau_symbol *names, size_t n, const gau_context *ctx)
{
    const bool ours = gau_store_rows(ctx, comparison->key) > 0;
    bool recorded = false;

    for (size_t i = 0; i < n && !recorded; i++)
        recorded = comparison->matches[gau_menu_find(&trigger->menu, names[i])];
    comparison->events[ours][recorded]++;
}

static gau_status trigger_menu_execute(void *self, gau_context *ctx)
{
    struct trigger_menu *const trigger = self;
    size_t n, n_wanted = 0;
    const gau_symbol *const names = gau_store_symbols(ctx, trigger->input_key, &n);
    gau_symbol *out;

    GAU_TRY(check(trigger, names, n, ctx));
    for (size_t i = 0; i < n; i++)
        n_wanted += trigger->wanted[gau_menu_find(&trigger->menu, names[i])];
    out = gau_store_put(ctx, trigger->output, n_wanted);
    if (!out)
        return ctx->error->status;
    for (size_t i = 0; i < n; i++) {
        const size_t path = gau_menu_find(&trigger->menu, names[i]);

        if (!trigger->wanted[path])
            continue;
        *out++ = names[i];
        trigger->accepts[path]++;
    }
    for (size_t i = 0; i < trigger->compare.count; i++)
        compare(trigger, &trigger->comparisons[i], names, n, ctx);
    trigger->events++;
    trigger->accepted += n_wanted > 0;
    return n_wanted > 0 ? GAU_OK : GAU_REJECT;
}

/* --- end ----------------------------------------------------------------------------------- */

static void trigger_menu_merge(void *self, void *other)
{
    struct trigger_menu *const all = self;
    const struct trigger_menu *const more = other;

    all->events += more->events;
    all->accepted += more->accepted;
    for (size_t i = 0; i < all->menu.n_paths; i++)
        all->accepts[i] += more->accepts[i];
    for (size_t i = 0; i < all->compare.count; i++)
        for (int k = 0; k < 4; k++)
            all->comparisons[i].events[k / 2][k % 2] += more->comparisons[i].events[k / 2][k % 2];
}

static void report_comparisons(const struct trigger_menu *trigger, gau_result *result)
{
    gau_result_table(result, "comparison");
    for (size_t i = 0; i < trigger->compare.count; i++) {
        const struct comparison *const comparison = &trigger->comparisons[i];

        gau_result_row(result);
        gau_result_text(result, "ours", comparison->table);
        gau_result_text(result, "recorded", comparison->pattern);
        gau_result_integer(result, "both", "", (int64_t)comparison->events[1][1]);
        gau_result_integer(result, "only_ours", "", (int64_t)comparison->events[1][0]);
        gau_result_integer(result, "only_recorded", "", (int64_t)comparison->events[0][1]);
        gau_result_integer(result, "neither", "", (int64_t)comparison->events[0][0]);
    }
    gau_result_end(result);
}

static void report_paths(const struct trigger_menu *trigger, gau_result *result,
                         const gau_context *ctx)
{
    gau_result_table(result, "paths");
    for (size_t i = 0; i < trigger->menu.n_paths; i++) {
        if (trigger->accepts[i] == 0)
            continue;
        gau_result_row(result);
        gau_result_text(result, "path", gau_store_text(ctx, trigger->menu.paths[i].name));
        gau_result_integer(result, "events", "", (int64_t)trigger->accepts[i]);
    }
    gau_result_end(result);
}

static gau_status trigger_menu_finalize(void *self, gau_context *ctx)
{
    const struct trigger_menu *const trigger = self;
    gau_result *const result = gau_result_open(ctx, "menu");

    gau_result_integer(result, "events", "", (int64_t)trigger->events);
    gau_result_integer(result, "accepted", "", (int64_t)trigger->accepted);
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
