/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_CLASSES_COMMON_PROPERTIES_H
#define GAUDIT_SRC_CLASSES_COMMON_PROPERTIES_H

#include <gaudit/context.h>
#include <gaudit/property.h>

/*
 * The properties that every component of a kind has, and the fields that they set.
 */

/* What happens if an algorithm fails. A sequence always has the first. */
enum gau_on_error {
    GAU_ON_ERROR_FAIL_JOB,
    GAU_ON_ERROR_ABORT_EVENT,
    GAU_ON_ERROR_REJECT,
    GAU_ON_ERROR_IGNORE
};

struct gau_algorithm_policy {
    bool enable;
    int on_error; /* enum gau_on_error */
    int64_t error_max;
};

/* The branches and events that an auditor listens to. */
struct gau_auditor_filter {
    bool enable;
    int64_t start, stop; /* the window of events [start, stop); stop 0: no end */
    gau_strings include, exclude;
    int64_t max_depth;
    gau_strings phases;
    uint32_t phase_bits; /* of phases: 1 << gau_phase */
};

extern const gau_property gau_algorithm_properties[];
extern const gau_property gau_sequence_properties[];
extern const gau_property gau_auditor_filter_properties[];

/* The index is a gau_phase; ends with NULL. */
extern const char *const gau_phase_names[];

#endif
