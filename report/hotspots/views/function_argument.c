/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hotspots/views/presets.h"

#include "documents/document.h"
#include "table/suggest.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- names --------------------------------------------------------------------------------- */

/* Returns "fit" of "ns::vertex<int>::fit<float>", in @p room. */
static const char *short_name(const char *name, char *room, size_t size)
{
    const char *begin = name;
    unsigned depth = 0;
    size_t length;

    for (const char *at = name; *at; at++) {
        depth += strchr("<({[", *at) != NULL;
        depth -= depth > 0 && strchr(">)}]", *at) != NULL;
        if (depth == 0 && at[0] == ':' && at[1] == ':')
            begin = at + 2;
    }
    length = strcspn(begin, "<");
    if (length == 0 || strncmp(begin, "operator", 8) == 0)
        length = strlen(begin);
    snprintf(room, size, "%.*s", (int)(length < size ? length : size - 1), begin);
    return room;
}

static bool is_called(struct gau_symbolized_samples *result, uint32_t function, const char *name)
{
    const struct gau_function *const facts = gau_symbolizer_function(result->symbols, function);
    const char *const shown = gau_hotspots_function_name(result, function);
    char room[1024];

    return strcmp(shown, name) == 0 || strcmp(facts->name, name) == 0 ||
           strcmp(facts->full, name) == 0 || strcmp(facts->linkage, name) == 0 ||
           strcmp(short_name(shown, room, sizeof room), name) == 0;
}

static bool matches(struct gau_symbolized_samples *result, uint32_t function, const char *pattern)
{
    const struct gau_function *const facts = gau_symbolizer_function(result->symbols, function);

    return fnmatch(pattern, gau_hotspots_function_name(result, function), 0) == 0 ||
           fnmatch(pattern, facts->full, 0) == 0;
}

/* --- functions ----------------------------------------------------------------------------- */

enum { ABSENT, PRESENT, WANTED };

/* Returns by function whether a stack has it, to be freed; NULL if out of memory. */
static unsigned char *present(struct gau_symbolized_samples *result)
{
    const uint32_t stacks = result->profile->stack_count;
    unsigned char *marks;

    for (uint32_t stack = 0; stack < stacks; stack++)
        gau_hotspots_frames(result, stack);
    marks = calloc(gau_symbolizer_function_count(result->symbols) + (size_t)1, 1);
    for (uint32_t stack = 0; marks && stack < stacks; stack++) {
        const struct gau_source_frames frames = gau_hotspots_frames(result, stack);

        for (uint32_t i = 0; i < frames.count; i++)
            marks[gau_hotspots_function(result, frames.items[i].function)] = PRESENT;
    }
    return marks;
}

static uint32_t want(struct gau_symbolized_samples *result, unsigned char *marks, const char *name,
                     bool (*is_wanted)(struct gau_symbolized_samples *, uint32_t, const char *))
{
    const uint32_t functions = gau_symbolizer_function_count(result->symbols);
    uint32_t count = 0;

    for (uint32_t i = 0; i < functions; i++) {
        if (marks[i] == ABSENT || !is_wanted(result, i, name))
            continue;
        marks[i] = WANTED;
        count++;
    }
    return count;
}

static void refuse(struct gau_symbolized_samples *result, const unsigned char *marks,
                   const char *name, gau_error *error)
{
    const uint32_t functions = gau_symbolizer_function_count(result->symbols);
    struct gau_suggest suggest = gau_suggest_for(name);
    char room[1024], best[1024] = "";

    for (uint32_t i = 0; i < functions; i++) {
        const char *const before = suggest.best;

        if (marks[i] == ABSENT)
            continue;
        gau_suggest_offer(&suggest, gau_hotspots_function_name(result, i));
        gau_suggest_offer(&suggest,
                          short_name(gau_hotspots_function_name(result, i), room, sizeof room));
        if (suggest.best != before)
            snprintf(best, sizeof best, "; did you mean '%.200s'?", suggest.best);
        if (suggest.best == room)
            suggest.best = gau_hotspots_function_name(result, i);
    }
    gau_fail_first(error, GAU_ERR_USAGE, "no call stack of '%.*s' has a function '%.*s'%s",
                   GAU_QUOTE(result->folder), GAU_QUOTE(name), best);
}

/* --- times --------------------------------------------------------------------------------- */

/* The groups are sorted by their times, so the first ones are shown. */
static void add_matches(struct gau_hotspots_matches *subjects)
{
    const struct gau_hotspots_grouping *const all = &subjects->all;

    for (uint32_t i = 0; i < all->groups[0].count && subjects->count < GAU_HOTSPOTS_SUBJECTS_MAX;
         i++) {
        const struct gau_hotspots_group *const group = gau_hotspots_child(all, &all->groups[0], i);

        if (group->value != GAU_HOTSPOTS_NONE)
            subjects->items[subjects->count++] = group;
    }
}

/* Measures the wanted functions; others are no longer marked as present. */
static void measure(struct gau_hotspots_matches *subjects, struct gau_symbolized_samples *result,
                    unsigned char *marks, const struct gau_hotspots_filter *filter,
                    gau_error *error)
{
    const uint32_t functions = gau_symbolizer_function_count(result->symbols);
    const struct gau_hotspots_query query = {.keys = {.items = {GAU_HOTSPOTS_FUNCTION}, .count = 1},
                                             .filter = *filter,
                                             .direction = GAU_HOTSPOTS_BY_FUNCTIONS,
                                             .wanted = marks};

    for (uint32_t i = 0; i < functions; i++)
        marks[i] = marks[i] == WANTED;
    if (gau_hotspots_group(&subjects->all, result, &query, error))
        add_matches(subjects);
}

bool gau_hotspots_matches_find(struct gau_hotspots_matches *subjects,
                               struct gau_symbolized_samples *result, const char *name,
                               const struct gau_hotspots_query *query, gau_error *error)
{
    unsigned char *const marks = present(result);

    *subjects = (struct gau_hotspots_matches){0};
    if (!marks) {
        gau_fail_memory(error, "functions of '%.*s'", GAU_QUOTE(result->folder));
        return false;
    }
    subjects->matches = want(result, marks, name, is_called);
    if (subjects->matches == 0)
        subjects->matches = want(result, marks, name, matches);
    if (subjects->matches == 0 && result->shown.folds) {
        gau_hotspots_show(result, (struct gau_hotspots_shown){.inlines = result->shown.inlines});
        free(marks);
        return gau_hotspots_matches_find(subjects, result, name, query, error);
    }
    if (subjects->matches == 0)
        refuse(result, marks, name, error);
    else
        measure(subjects, result, marks, &query->filter, error);
    free(marks);
    return error->status == GAU_OK;
}

/* --- titles -------------------------------------------------------------------------------- */

void gau_hotspots_matches_title(struct gau_hotspots_table *table, const char *what,
                                const struct gau_hotspots_matches *subjects)
{
    const struct gau_hotspots_group *const first = subjects->items[0];
    char total[64], self[64];

    if (subjects->matches > subjects->count && subjects->count > 0)
        gau_hotspots_note(&table->notes,
                          "%" PRIu32 " functions match; those with the longest times are shown",
                          subjects->matches);
    if (!table->table)
        return;
    if (subjects->count != 1) {
        gau_table_title(table->table, "%s of %" PRIu32 " functions", what, subjects->count);
        return;
    }
    gau_hotspots_table_time_text(table, &first->total, total, sizeof total);
    gau_hotspots_table_time_text(table, &first->own, self, sizeof self);
    gau_table_title(table->table, "%s of %s: %s with what it calls, %s itself", what,
                    gau_hotspots_function_name(table->result, (uint32_t)first->value), total, self);
}
