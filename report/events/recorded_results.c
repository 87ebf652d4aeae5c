/* SPDX-License-Identifier: Apache-2.0 */
#include "recorded_results.h"

#include "table/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 3 }; /* in the line of what is missing */

static void note(struct gau_recorded_results *results, const char *name, const char *why)
{
    const size_t length = strlen(results->missing);

    if (results->n_missing++ < NAMED)
        snprintf(results->missing + length, sizeof results->missing - length, "%s%.60s: %.200s",
                 length > 0 ? "; " : "", name, why);
}

bool gau_recorded_results_add(struct gau_recorded_results *results,
                              const struct gau_trace_result *record, struct gau_trace_text name,
                              struct gau_trace_text text)
{
    const struct gau_recorded_result *const last =
        results->n > 0 ? &results->items[results->n - 1] : NULL;

    if (text.size > 0)
        note(results, name.data, text.data);
    if (last && record->first < last->first + last->workers)
        return true; /* it is damaged: ranges rise */
    if (!gau_array_grow(&results->items, results->n, &results->size, sizeof *results->items))
        return false;
    results->items[results->n] =
        (struct gau_recorded_result){record->first, record->workers, strdup(name.data)};
    return results->items[results->n].name && ++results->n;
}

const struct gau_recorded_result *gau_recorded_results_find(
    const struct gau_recorded_results *results, uint32_t worker)
{
    uint32_t low = 0, high = results->n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const struct gau_recorded_result *const at = &results->items[middle];

        if (worker >= at->first + at->workers)
            low = middle + 1;
        else if (worker < at->first)
            high = middle;
        else
            return at;
    }
    return NULL;
}

void gau_recorded_results_missing(const struct gau_recorded_results *results,
                                  gau_recorded_file_say *say, void *user)
{
    char text[sizeof results->missing + 64];

    if (results->n_missing > NAMED)
        snprintf(text, sizeof text, "warning: %s; and %u more results", results->missing,
                 results->n_missing - NAMED);
    else if (results->n_missing > 0)
        snprintf(text, sizeof text, "warning: %s", results->missing);
    if (results->n_missing > 0)
        say(user, text);
}

void gau_recorded_results_clear(struct gau_recorded_results *results)
{
    for (uint32_t i = 0; i < results->n; i++)
        free(results->items[i].name);
    free(results->items);
    *results = (struct gau_recorded_results){0};
}
