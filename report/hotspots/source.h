/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_SOURCE_H
#define GAUDIT_REPORT_HOTSPOTS_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The lines of a source file. {0} is of none. */
struct gau_hot_source {
    char *text;
    char **lines; /* from 0 on */
    uint32_t count;
    uint64_t changed_ns; /* CLOCK_REALTIME */
};

/** False: it is no regular file, cannot be read, or is too large. Clear it in any case. */
bool gau_hot_source_read(struct gau_hot_source *source, const char *path);
void gau_hot_source_clear(struct gau_hot_source *source);

/** Line @p number, from 1 on, with blanks for tabs; it may stand in @p room. NULL: there is none.
 */
const char *gau_hot_source_line(const struct gau_hot_source *source, uint32_t number, char *room,
                                size_t size);

#endif
