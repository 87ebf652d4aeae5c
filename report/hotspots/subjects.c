/* SPDX-License-Identifier: Apache-2.0 */
#include "subjects.h"

#include "caches.h"

#include "report/views/document.h"
#include "table/suggest.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- names --------------------------------------------------------------------------------- */

/* "fit" of "ns::vertex<int>::fit<float>"; in @p room. */
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

static bool is_called(struct gau_hot_result *result, uint32_t function, const char *name)
{
    const struct gau_function *const facts = gau_symbolizer_function(result->symbols, function);
    const char *const shown = gau_hot_function_name(result, function);
    char room[1024];

    return strcmp(shown, name) == 0 || strcmp(facts->name, name) == 0 ||
           strcmp(facts->full, name) == 0 || strcmp(facts->linkage, name) == 0 ||
           strcmp(short_name(shown, room, sizeof room), name) == 0;
}

static bool matches(struct gau_hot_result *result, uint32_t function, const char *pattern)
{
    const struct gau_function *const facts = gau_symbolizer_function(result->symbols, function);

    return fnmatch(pattern, gau_hot_function_name(result, function), 0) == 0 ||
           fnmatch(pattern, facts->full, 0) == 0;
}

/* --- functions ----------------------------------------------------------------------------- */

enum { ABSENT, PRESENT, WANTED };

/* By function, whether a stack has it. To be freed; NULL: no memory. */
static unsigned char *present(struct gau_hot_result *result)
{
    const uint32_t stacks = result->profile->stack_count;
    unsigned char *marks;

    for (uint32_t stack = 0; stack < stacks; stack++)
        gau_hot_frames(result, stack);
    marks = calloc(gau_symbolizer_function_count(result->symbols) + (size_t)1, 1);
    for (uint32_t stack = 0; marks && stack < stacks; stack++) {
        const struct gau_frames frames = gau_hot_frames(result, stack);

        for (uint32_t i = 0; i < frames.count; i++)
            marks[gau_hot_function(result, frames.items[i].function)] = PRESENT;
    }
    return marks;
}

static uint32_t want(struct gau_hot_result *result, unsigned char *marks, const char *name,
                     bool (*is_wanted)(struct gau_hot_result *, uint32_t, const char *))
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

static void refuse(struct gau_hot_result *result, const unsigned char *marks, const char *name,
                   struct gau_view_error *error)
{
    const uint32_t functions = gau_symbolizer_function_count(result->symbols);
    struct gau_suggest suggest = gau_suggest_for(name);
    char room[1024], best[1024] = "";

    for (uint32_t i = 0; i < functions; i++) {
        const char *const before = suggest.best;

        if (marks[i] == ABSENT)
            continue;
        gau_suggest_offer(&suggest, gau_hot_function_name(result, i));
        gau_suggest_offer(&suggest,
                          short_name(gau_hot_function_name(result, i), room, sizeof room));
        if (suggest.best != before)
            snprintf(best, sizeof best, "; did you mean '%.200s'?", suggest.best);
        if (suggest.best == room)
            suggest.best = gau_hot_function_name(result, i);
    }
    gau_view_fail(error, GAU_VIEW_USAGE, "no call stack of '%.*s' has a function '%.*s'%s",
                  GAU_VIEW_QUOTE(result->folder), GAU_VIEW_QUOTE(name), best);
}

/* --- times --------------------------------------------------------------------------------- */

/* What the samples that count stand for, by stack. To be freed; NULL: no memory. */
static uint64_t *weigh_stacks(struct gau_hot_result *result, const struct gau_hot_filter *filter)
{
    const struct gau_profile *const profile = result->profile;
    uint64_t *const weights = calloc(profile->stack_count + (size_t)1, sizeof *weights);

    for (uint32_t i = 0; weights && i < profile->sample_count; i++) {
        const struct gau_profile_sample *const sample = &profile->samples[i];
        const struct gau_hot_place place = {.stack = sample->stack,
                                            .task = sample->task,
                                            .thread = sample->thread};

        if (gau_hot_filter_in_time(filter, sample->time_ns) &&
            gau_hot_filter_passes(filter, result, &place))
            weights[sample->stack] += sample->weight_ns;
    }
    return weights;
}

/* A function that calls itself counts once in a stack. */
static void weigh_functions(struct gau_hot_result *result, const unsigned char *marks,
                            const uint64_t *stacks, struct gau_hot_subject *functions)
{
    uint32_t *const seen =
        calloc(gau_symbolizer_function_count(result->symbols) + (size_t)1, sizeof *seen);

    for (uint32_t stack = 0; seen && stack < result->profile->stack_count; stack++) {
        struct gau_hot_walk walk = {.stack = stack};
        struct gau_frame frame;

        while (stacks[stack] && gau_hot_walk_next(&walk, result, &frame)) {
            const uint32_t function = gau_hot_function(result, frame.function);

            if (marks[function] == WANTED && seen[function] != stack + 1)
                functions[function].weight_ns += stacks[stack];
            seen[function] = stack + 1;
        }
    }
    result->caches->out_of_memory |= !seen;
    free(seen);
}

static int by_weight(const void *a, const void *b)
{
    const struct gau_hot_subject *const left = a, *const right = b;

    if (left->weight_ns != right->weight_ns)
        return left->weight_ns < right->weight_ns ? 1 : -1;
    return (left->function > right->function) - (left->function < right->function);
}

/* Those with time, the longest first. False: no memory. */
static bool choose(struct gau_hot_subjects *subjects, struct gau_hot_result *result,
                   const unsigned char *marks, const struct gau_hot_filter *filter)
{
    const uint32_t count = gau_symbolizer_function_count(result->symbols);
    struct gau_hot_subject *const functions = calloc(count + (size_t)1, sizeof *functions);
    uint64_t *const stacks = weigh_stacks(result, filter);
    const bool done = functions && stacks;

    for (uint32_t i = 0; done && i < count; i++)
        functions[i].function = i;
    if (done) {
        weigh_functions(result, marks, stacks, functions);
        qsort(functions, count, sizeof *functions, by_weight);
    }
    for (uint32_t i = 0; done && i < count && i < GAU_HOT_SUBJECTS_MAX && functions[i].weight_ns;
         i++)
        subjects->items[subjects->count++] = functions[i];
    free(functions);
    free(stacks);
    return done && !result->caches->out_of_memory;
}

/* Titles are of one function, heads of lines of each. */
static bool measure(struct gau_hot_subjects *subjects, struct gau_hot_result *result,
                    const struct gau_hot_query *query, struct gau_view_error *error)
{
    const bool each = subjects->count == 1 || query->way != GAU_HOT_CALLERS_OF;
    struct gau_hot_query of = {.filter = query->filter};
    bool done = gau_hot_group(&subjects->all, result, &of, error);

    of.way = GAU_HOT_SELF_OF;
    for (uint32_t i = 0; done && each && i < subjects->count; i++) {
        struct gau_hot_grouping grouping;

        of.subject = subjects->items[i].function;
        done = gau_hot_group(&grouping, result, &of, error);
        if (done) {
            subjects->items[i].total = gau_hot_total_of(&grouping, &grouping.groups[0]);
            subjects->items[i].self = gau_hot_self_of(&grouping, &grouping.groups[0]);
        }
        gau_hot_grouping_clear(&grouping);
    }
    return done;
}

bool gau_hot_subjects_find(struct gau_hot_subjects *subjects, struct gau_hot_result *result,
                           const char *name, const struct gau_hot_query *query,
                           struct gau_view_error *error)
{
    unsigned char *const marks = present(result);

    *subjects = (struct gau_hot_subjects){0};
    if (marks)
        subjects->matches = want(result, marks, name, is_called);
    if (marks && subjects->matches == 0)
        subjects->matches = want(result, marks, name, matches);
    if (marks && subjects->matches == 0)
        refuse(result, marks, name, error);
    else if (!marks || !choose(subjects, result, marks, &query->filter))
        gau_view_fail(error, GAU_VIEW_FAILED, "no memory for the functions of '%.*s'",
                      GAU_VIEW_QUOTE(result->folder));
    else
        measure(subjects, result, query, error);
    free(marks);
    return error->status == GAU_VIEW_OK;
}

void gau_hot_subjects_clear(struct gau_hot_subjects *subjects)
{
    gau_hot_grouping_clear(&subjects->all);
}

/* --- titles -------------------------------------------------------------------------------- */

void gau_hot_subjects_title(struct gau_hot_sheet *sheet, const char *what,
                            const struct gau_hot_subjects *subjects)
{
    const struct gau_hot_subject *const first = &subjects->items[0];
    char total[64], self[64];

    if (subjects->matches > subjects->count && subjects->count > 0)
        gau_hot_note(&sheet->notes,
                     "%" PRIu32 " functions match; those with the longest times are shown",
                     subjects->matches);
    if (!sheet->table)
        return;
    if (subjects->count != 1) {
        gau_table_title(sheet->table, "%s of %" PRIu32 " functions", what, subjects->count);
        return;
    }
    gau_hot_sheet_time_text(sheet, &first->total, total, sizeof total);
    gau_hot_sheet_time_text(sheet, &first->self, self, sizeof self);
    gau_table_title(sheet->table, "%s of %s: %s with what it calls, %s itself", what,
                    gau_hot_function_name(sheet->result, first->function), total, self);
}
