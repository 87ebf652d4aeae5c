/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_EVENTS_EVENT_PLOT_H
#define GAUDIT_REPORT_EVENTS_EVENT_PLOT_H

#include <stdio.h>

/**
 * @file event_plot.h
 * The frame of a plot of events in a picture, in pixels, with a vertical scale from 0 on.
 */

struct gau_event_plot {
    FILE *out;
    double left, top, width, height;
    double most; /**< the value at the top */
};

/** Writes title, axis and grid. The largest value that is drawn is @p most. */
void gau_event_plot_begin(struct gau_event_plot *plot, const char *title, double most,
                          const char *unit);

/** Returns the y of a value. */
double gau_event_plot_y(const struct gau_event_plot *plot, double value);

/** Writes a horizontal line of a class of the style sheet. */
void gau_event_plot_line(const struct gau_event_plot *plot, const char *class, double value);

/** Writes what is at the left and the right end below the axis, and between them. */
void gau_event_plot_ends(const struct gau_event_plot *plot, const char *first, const char *last,
                         const char *what);

#endif
