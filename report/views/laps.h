/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_LAPS_H
#define GAUDIT_REPORT_VIEWS_LAPS_H

#include "tree.h"

/* What a timer's document says of branches: its tables "branches" and "first". */

enum gau_lap_time {
    GAU_LAP_TOTAL,
    GAU_LAP_SELF,
    GAU_LAP_MEAN,
    GAU_LAP_MIN,
    GAU_LAP_MAX,
    GAU_LAP_STDDEV,
    GAU_LAP_P50,
    GAU_LAP_P90,
    GAU_LAP_P99,
    GAU_LAP_CPU_TOTAL,
    GAU_LAP_CPU_SELF,
    GAU_LAP_N_TIMES
};

struct gau_lap {
    int64_t calls, slowest;        /* -1: no slowest event */
    double times[GAU_LAP_N_TIMES]; /* in seconds; NaN: not known */
    const char *type;
};

struct gau_laps {
    struct gau_tree tree; /* lap i is node i */
    struct gau_lap *items;
    size_t main;  /* the node whose total is 100 %; GAU_NO_NODE: there are no branches */
    bool program; /* which has no event loop: no event was timed, but sections of a program were */
    bool cpu;     /* with CPU times */
    int64_t events; /* that were timed */
};

/* False: see the error. To be cleared in any case. */
bool gau_laps_read(struct gau_laps *out, const struct gau_fields *fields, const char *table);
void gau_laps_clear(struct gau_laps *laps);

/* Says in @p text what of a lap cannot be true; false: nothing. */
bool gau_laps_doubt(char *text, size_t size, const struct gau_laps *laps, size_t node);

#endif
