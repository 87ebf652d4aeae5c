/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_FAULTS_H
#define GAUDIT_SRC_OPTIONS_FAULTS_H

#include <gaudit/options.h>

#include <stdio.h>

/* "job.xml:7", or "command line". Used as GAU_LOCATION_TEXT(location) within one expression. */
struct gau_location_text {
    char text[512];
};

static inline struct gau_location_text gau_location_text(gau_source_location location)
{
    struct gau_location_text result;

    if (location.line > 0)
        snprintf(result.text, sizeof result.text, "%.480s:%d", location.file, location.line);
    else
        snprintf(result.text, sizeof result.text, "%.480s", location.file);
    return result;
}

#define GAU_LOCATION_TEXT(location) (gau_location_text(location).text)

/*
 * The errors of a job, to be reported together: a line each, by file and line. Of many, the first
 * in the file are kept, and the others are counted. Duplicates are dropped.
 */

enum { GAU_MAX_FAULTS = 20 };

struct gau_fault {
    gau_source_location location; /* its file is borrowed */
    gau_status status;
    char *message; /* with its location in front */
};

struct gau_faults {
    struct gau_fault items[GAU_MAX_FAULTS]; /* in order */
    size_t n, left_out;
};

/* False: one at @p location would be left out; it is counted. For callers whose messages cost much.
 */
bool gau_faults_have_room(struct gau_faults *faults, gau_source_location location);

/* Notes the failure @p err, which is in @p location. */
void gau_faults_add(struct gau_faults *faults, gau_source_location location, const gau_error *err);
void gau_faults_add_all(struct gau_faults *faults, const struct gau_faults *more);

/* Reports all; the status is that of the first, or GAU_OK. */
gau_status gau_faults_report(const struct gau_faults *faults, gau_error *err);
void gau_faults_clear(struct gau_faults *faults);

#endif
