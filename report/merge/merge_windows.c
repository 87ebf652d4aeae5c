/* SPDX-License-Identifier: Apache-2.0 */
#include "merge_windows.h"

#include "errors/errors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A list of which the first are named. */
struct list {
    char *text;
    size_t size;
    uint32_t n;
};

static void add_item(struct list *list, const char *item)
{
    const size_t used = strlen(list->text);

    if (list->n++ < GAU_MERGE_NOTES_MOST)
        snprintf(list->text + used, list->size - used, "%s%s", used ? "; " : "", item);
}

static void end_list(struct list *list)
{
    const size_t used = strlen(list->text);

    if (list->n > GAU_MERGE_NOTES_MOST)
        snprintf(list->text + used, list->size - used, "; and %" PRIu32 " more",
                 list->n - GAU_MERGE_NOTES_MOST);
}

/* --- windows ------------------------------------------------------------------------------- */

static int by_events(const void *a, const void *b)
{
    const struct gau_merge_seen_run *const left = *(const struct gau_merge_seen_run *const *)a,
                                           *const right =
                                               *(const struct gau_merge_seen_run *const *)b;

    if (left->input != right->input)
        return left->input < right->input ? -1 : 1;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    if (left->end != right->end)
        return left->end < right->end ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* Writes "event 7 is", "events 7 to 9 are". */
static void name_events(char *text, size_t size, int64_t first, int64_t end)
{
    if (end - first == 1)
        snprintf(text, size, "event %" PRId64 " is", first);
    else
        snprintf(text, size, "events %" PRId64 " to %" PRId64 " are", first, end - 1);
}

static void note_gap(struct list *gaps, int64_t first, int64_t end)
{
    char events[64], text[96];

    name_events(events, sizeof events, first, end);
    snprintf(text, sizeof text, "%s in no result", events);
    add_item(gaps, text);
}

static void note_overlap(struct list *overlaps, const struct gau_merge_seen_run *before,
                         const struct gau_merge_seen_run *run)
{
    char events[64], text[640];

    name_events(events, sizeof events, run->first, run->end < before->end ? run->end : before->end);
    snprintf(text, sizeof text, "%s in '%.*s' and in '%.*s'", events, GAU_QUOTE(before->name),
             GAU_QUOTE(run->name));
    add_item(overlaps, text);
}

bool gau_merge_note_windows(const struct gau_merge_runs *runs, char *overlaps, char *gaps,
                            size_t size)
{
    const struct gau_merge_seen_run **const sorted = malloc((runs->n + 1) * sizeof *sorted);
    const struct gau_merge_seen_run *before = NULL; /* the one that ends last so far */
    struct list list[2] = {{overlaps, size, 0}, {gaps, size, 0}};
    const bool made = sorted;
    uint32_t n = 0;

    overlaps[0] = gaps[0] = '\0';
    for (uint32_t i = 0; sorted && i < runs->n; i++)
        if (runs->items[i].end > runs->items[i].first)
            sorted[n++] = &runs->items[i];
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, by_events);
    for (uint32_t i = 0; i < n; i++) {
        const struct gau_merge_seen_run *const run = sorted[i];
        const bool same = before && before->input == run->input;

        if (same && run->first > before->end)
            note_gap(&list[1], before->end, run->first);
        if (same && run->first < before->end)
            note_overlap(&list[0], before, run);
        if (!same || run->end > before->end)
            before = run;
    }
    end_list(&list[0]);
    end_list(&list[1]);
    free(sorted);
    return made;
}

/* --- ends ---------------------------------------------------------------------------------- */

void gau_merge_note_unfinished(const struct gau_merge_runs *runs, char *list, size_t size)
{
    struct list unfinished = {list, size, 0};

    list[0] = '\0';
    for (uint32_t i = 0; i < runs->n; i++) {
        const struct gau_merge_seen_run *const run = &runs->items[i];
        char text[400];

        if (!run->status || strcmp(run->status, "finished") == 0)
            continue;
        snprintf(text, sizeof text, "'%.*s' (%s)", GAU_QUOTE(run->name), run->status);
        add_item(&unfinished, text);
    }
    end_list(&unfinished);
}
