/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_PLACE_H
#define GAUDIT_SRC_PLACE_H

#include <gaudit/options.h>

#include <stdio.h>

/* "job.xml:7", or "command line". Used as GAU_PLACE(place) within one expression. */
struct gau_place_text {
    char text[512];
};

static inline struct gau_place_text gau_place_text(gau_place place)
{
    struct gau_place_text result;

    if (place.line > 0)
        snprintf(result.text, sizeof result.text, "%.480s:%d", place.file, place.line);
    else
        snprintf(result.text, sizeof result.text, "%.480s", place.file);
    return result;
}

#define GAU_PLACE(place) (gau_place_text(place).text)

#endif
