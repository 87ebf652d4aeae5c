/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_RUN_H
#define GAUDIT_REPORT_MERGE_MERGE_RUN_H

#include "table/map.h"

#include <gaudit/error.h>

#include <jansson.h>
#include <stdbool.h>

/* run.json of merged results has a table "results": a row for each of them. */

/* Gives the metadata of a single result that table. False: out of memory. */
bool gau_merge_run_prepare(json_t *run, const char *source);

/* Refuses a result that is of another job or program: components and properties must be the same,
 * but for those that merge_options.h permits. */
bool gau_merge_run_check_job(const json_t *first, const char *first_source, const json_t *run,
                             const char *source, gau_error *error);

/* The runs so far. */
struct gau_merge_runs {
    struct gau_merge_seen_run {
        char *identity, *source; /* the result that was given */
        char *name, *status;     /* of the single result */
        uint32_t input;          /* its number, see merge_options.h */
        int64_t first, end;      /* events [first, end); none if they are not known */
    } * items;
    uint32_t n, size;
    struct gau_map by_identity;
};

/* Adds those of a result, and refuses it if one is there. */
bool gau_merge_runs_add(struct gau_merge_runs *runs, const json_t *run, const char *source,
                        gau_error *error);
void gau_merge_runs_clear(struct gau_merge_runs *runs);

#endif
