/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_K4BENCH_ARRAYS_H
#define GAUDIT_REPORT_EVENTS_K4BENCH_ARRAYS_H

#include "documents/document.h"

/**
 * @file k4bench_arrays.h
 * Files of k4Bench, schema 1: a JSON object with arrays that have an element per event. They are
 * accepted and refused as by its own loaders.
 */

enum { GAU_K4BENCH_WARM_UP = 0 }; /**< the number of its event of warm-up */

/** An array, of which each event has an element. */
struct gau_k4bench_array {
    const char *key;
    bool required;
    size_t offset; /**< for the caller */
};

#define GAU_K4BENCH_NUMBERS "event_numbers"

/** Reads the file, and checks its schema and @p n arrays, the first of which are the numbers of
 * events. @p what is in it, such as "events". NaN and infinities are null. NULL: see @p error. */
json_t *gau_k4bench_load(const char *path, const char *what, const struct gau_k4bench_array *arrays,
                         size_t n, gau_error *error);

/** Says that an element is not what it must be. */
void gau_k4bench_fail_element(const char *path, const char *key, size_t i, const char *what,
                              gau_error *error);

#endif
