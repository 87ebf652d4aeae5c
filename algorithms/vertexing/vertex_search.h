/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_VERTEXING_VERTEX_SEARCH_H
#define GAUDIT_ALGORITHMS_VERTEXING_VERTEX_SEARCH_H

#include <stddef.h>

/*
 * Vertices along the beam line from the places where tracks come closest to it; mm. The method is
 * see vertex_finder.c.
 */

struct gau_vertex_cuts {
    double window; /* there is one seed at most in so much of the beam line to each side */
    double cutoff; /* a track this many errors away is as likely of a vertex as of none */
    double merge;  /* two vertices are one if they are closer than this many errors */
    double min_weight;
};

struct gau_vertex_track {
    double z, error;
    double weight;  /* 0 to 1: how much it is believed to come from the beam line */
    double density; /* filled in */
};

/* The columns of its table come first. */
struct gau_vertex {
    double z, error;
    double weight; /* sum of those of its tracks */
    double chi2;
    double moment, precision, spread; /* sums of an iteration */
};

/*
 * Orders the tracks by z and finds their vertices, by rising z; @p out has room for one per track.
 * Depends on the set of tracks only, not on their order. Returns the number of vertices.
 */
size_t gau_vertices_find(struct gau_vertex *out, struct gau_vertex_track *tracks, size_t n,
                         const struct gau_vertex_cuts *cuts);

#endif
