/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include "report/hotspots/errors.h"

#include <stdlib.h>
#include <string.h>

/* From tasks to rows. */

static int by_type(const void *a, const void *b)
{
    const struct gau_agreement_type *const left = a, *const right = b;
    const int order = strcmp(left->type, right->type);

    return order ? order : (left->branch > right->branch) - (left->branch < right->branch);
}

static int compare_type(const void *key, const void *element)
{
    return strcmp(key, ((const struct gau_agreement_type *)element)->type);
}

static bool list(struct gau_agreement_work *work)
{
    if (work->by_type)
        return true;
    work->by_type = calloc(work->n_branches + 1, sizeof *work->by_type);
    if (!work->by_type)
        return false;
    for (size_t i = 0; i < work->n_branches; i++)
        if (work->branches[i].target == i)
            work->by_type[work->n_by_type++] =
                (struct gau_agreement_type){work->branches[i].type, i};
    qsort(work->by_type, work->n_by_type, sizeof *work->by_type, by_type);
    return true;
}

static size_t exact(const struct gau_agreement_work *work, const char *type)
{
    const struct gau_agreement_type *const found =
        bsearch(type, work->by_type, work->n_by_type, sizeof *work->by_type, compare_type);

    return found ? found->branch : GAU_NO_BRANCH;
}

/* Timed, but outside of events. */
static bool is_elsewhere(const struct gau_timings *timings, const char *type)
{
    const struct gau_timing *const row = gau_timings_find(timings, type);

    return row && strcmp(row->root, "Event") != 0;
}

/* The nearest branch above that the timer has: it may have looked less deep. */
static size_t nearest(const struct gau_agreement_work *work, const char *type)
{
    const char *const delimiter = work->sources[0].delimiter;
    char *const text = strdup(type);
    size_t branch = GAU_NO_BRANCH;

    for (size_t end = text ? strlen(text) : 0; delimiter[0] && end > 0 && branch == GAU_NO_BRANCH;
         end--) {
        if (strncmp(type + end, delimiter, strlen(delimiter)) != 0)
            continue;
        text[end] = '\0';
        branch = exact(work, text);
    }
    free(text);
    return branch;
}

static uint32_t row_of(struct gau_agreement_work *work, const struct gau_agreement_source *source,
                       const char *type)
{
    size_t branch = exact(work, type);

    if (branch == GAU_NO_BRANCH && !is_elsewhere(&source->timings, type))
        branch = nearest(work, type);
    return branch == GAU_NO_BRANCH ? GAU_HOT_NO_GROUP : (uint32_t)work->row_of[branch];
}

uint32_t *gau_agreement_places(struct gau_agreement_work *work,
                               const struct gau_agreement_source *source)
{
    const struct gau_profile *const profile = source->result.profile;
    uint32_t *const tasks = calloc((size_t)profile->task_count + 1, sizeof *tasks);
    uint32_t *places = calloc((size_t)profile->sample_count + 1, sizeof *places);

    if (!list(work) || !tasks) {
        free(places);
        places = NULL;
    }
    for (uint32_t i = 0; places && i < profile->task_count; i++)
        tasks[i] = i ? row_of(work, source, profile->tasks[i].name) : GAU_HOT_NO_GROUP;
    for (uint32_t i = 0; places && i < profile->sample_count; i++)
        places[i] = tasks[profile->samples[i].task];
    free(tasks);
    return places;
}
