/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_PAIR_MASS_H
#define GAUDIT_ALGORITHMS_PAIR_MASS_H

#include "exact_sum.h"
#include "kinematics.h"
#include "select.h"

#include <gaudit/gaudit.h>

/* The columns of one particle of a pair, or of all particles of a table; see pair_mass.c. */
struct gau_pair_columns {
    gau_key e, px, py, pz, pt, eta, phi, charge; /* GAU_NO_KEY: there is no such column */
};

struct gau_pair_counts {
    uint64_t events, accepted;
    uint64_t pairs, opposite, same; /* looked at */
    uint64_t passing, passing_opposite, passing_same;
    double min, max; /* mass of those passing */
    struct gau_exact_sum sum;
};

struct gau_pair_mass {
    char *input, *output;
    gau_strings select;
    double min_mass, max_mass, min_pt, mass;
    int charge;

    bool in_rows; /* a pair is a row, else two rows */
    struct gau_pair_columns columns[2];
    struct gau_selection selections[2]; /* of the first and the second particle */
    gau_key output_key;
    double *masses; /* of the passing pairs of this event */
    size_t n_masses, capacity;
    struct gau_pair_counts counts;
};

enum gau_pair_charge { GAU_PAIR_OPPOSITE, GAU_PAIR_SAME, GAU_PAIR_ANY };

/* Finds out which columns the input has, and declares what is read and made. */
gau_status gau_pair_mass_initialize(void *self, gau_context *ctx);

/* What was counted, as the document "pairs". */
gau_status gau_pair_mass_finalize(void *self, gau_context *ctx);
void gau_pair_mass_merge(void *self, void *other);

#endif
