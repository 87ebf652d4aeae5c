/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_GATE_GATE_H
#define GAUDIT_REPORT_GATE_GATE_H

/*
 * `gaudit gate`: has a branch become slower, from results of baselines and of candidates?
 */

#include "report/views/views.h"

/* Paths as of gau_timings_set_read(). */
struct gau_gate_wish {
    const char *const *paths[2]; /* of the baselines and of the candidates */
    size_t n_paths[2];
    double max_ratio;    /* above 1 */
    double min_s;        /* NAN: as the gate chooses */
    double false_alarms; /* probability */
    bool allow_new;      /* branches that one side alone has fail nothing */
    const char *junit; /* a file, which is replaced, with an error if there is no answer; or NULL */
};

/* Writes the answer to @p out; @p failed: there is a branch that became slower. */
enum gau_view_status gau_gate_report(bool *failed, const struct gau_gate_wish *wish,
                                     const struct gau_view_options *options, FILE *out,
                                     struct gau_view_error *error);

/* Replaces a file of JUnit XML by one that has an error, so that no old answer stays. */
bool gau_gate_write_error(const char *junit, const char *message);

#endif
