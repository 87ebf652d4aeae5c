/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_DRAW_H
#define GAUDIT_REPORT_TIMELINE_DRAW_H

#include "scene.h"

/* Pixels of the drawing without its margins. */
extern const double gau_timeline_width;

/* Writes the SVG; errors are left to ferror(). @p title: what the logs are of. */
void gau_timeline_draw(const struct gau_timeline *scene, const char *title, FILE *out);

#endif
