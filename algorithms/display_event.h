/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_DISPLAY_EVENT_H
#define GAUDIT_ALGORITHMS_DISPLAY_EVENT_H

#include "display_geometry.h"
#include "select.h"

#include <gaudit/gaudit.h>

/*
 * What of an event is drawn by EventDisplay: copies of rows of the store that can be drawn, and
 * counts of those that cannot. mm, GeV, radians.
 */

/* At most so many are drawn; what is left out, the picture tells. */
enum {
    GAU_DISPLAY_HITS = 4000,
    GAU_DISPLAY_TRACKS = 600,
    GAU_DISPLAY_MUONS = 16,
    GAU_DISPLAY_VERTICES = 200,
    GAU_DISPLAY_MASSES = 3
};

/* The calorimeter is shown as sums of transverse energy. */
enum { GAU_DISPLAY_CALOS = 2, GAU_DISPLAY_PHI = 72, GAU_DISPLAY_ETA = 60 };

#define GAU_DISPLAY_MAX_ETA 3.0

/* --- inputs -------------------------------------------------------------------------------- */

/* Rows with a momentum: tracks and muons. */
struct gau_display_rows {
    char *table; /* "": not drawn */
    gau_strings select;
    struct gau_selection selection;
    bool has_origin, has_place;
    gau_key pt, eta, phi, charge, d0, z0, x, y, z;
};

struct gau_display_cells {
    char *table;
    gau_strings select;
    struct gau_selection selection;
    bool transverse; /* the column is et, else energy */
    gau_key value, eta, phi;
};

struct gau_display_inputs {
    struct gau_display_rows tracks, muons, level1;
    struct gau_display_cells calos[GAU_DISPLAY_CALOS];
    char *hits, *vertices, *mass, *info;
    double length_unit;    /* of x, y, z of tracks and muons, in mm */
    double beam_x, beam_y; /* the beam line among them; mm */
    double field;          /* T */
    struct gau_display_wall wall;

    bool has_error;
    gau_key hit[3], vertex, vertex_error, mass_key, run, number;
};

/* At initialize. To be closed, also after a failure. */
gau_status gau_display_inputs_open(struct gau_display_inputs *inputs, gau_context *ctx);
void gau_display_inputs_close(struct gau_display_inputs *inputs);

/* --- an event ------------------------------------------------------------------------------ */

/* rows = drawn + damaged + outside + what is too much */
struct gau_display_count {
    const char *table;         /* "": not asked for. Borrowed from the inputs, ... */
    const gau_strings *select; /* ... as this is; NULL: all rows */
    bool made;                 /* the table is in the event */
    size_t rows, drawn;
    size_t damaged; /* a number is not finite, or a momentum not positive */
    size_t outside; /* of the tracker, or of what is shown of the calorimeter */
};

struct gau_display_particle {
    struct gau_helix helix;
    double pt, eta, phi;
    int charge;   /* its sign */
    bool located; /* it is known where it begins */
    size_t row;
};

/* By falling pt; more than are drawn. */
struct gau_display_particles {
    struct gau_display_count count;
    struct gau_display_particle *items;
    size_t n_items;
};

struct gau_display_calo {
    struct gau_display_count count;
    double sum;                       /* transverse energy */
    double around[GAU_DISPLAY_PHI];   /* from phi = -pi on */
    double along[2][GAU_DISPLAY_ETA]; /* from -GAU_DISPLAY_MAX_ETA on; [1]: the upper half */
};

struct gau_display_vertex {
    double z, error;
};

struct gau_display_event {
    uint64_t event;
    double run, number; /* NaN: not known */
    struct gau_display_particles tracks, muons, level1;
    struct gau_display_calo calos[GAU_DISPLAY_CALOS];
    struct gau_display_count hits, vertices;
    struct gau_point *hit_items;
    struct gau_display_vertex *vertex_items;
    double masses[GAU_DISPLAY_MASSES];
    size_t n_masses;
};

/* To be closed, also after a failure. */
gau_status gau_display_event_open(struct gau_display_event *event,
                                  const struct gau_display_inputs *inputs, gau_context *ctx);
void gau_display_event_close(struct gau_display_event *event);

#endif
