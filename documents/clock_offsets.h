/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_CLOCK_OFFSETS_H
#define GAUDIT_DOCUMENTS_CLOCK_OFFSETS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of run.json: by how much the clock of a rank differs from that of rank 0, as measured. */
struct gau_clock_offset_row {
    uint64_t at_ns;
    int64_t offset_ns;
    uint64_t error_ns;
};

/* Puts them in place of those that are there; none: no table. False: out of memory. */
bool gau_document_put_clock_offsets(json_t *run, const struct gau_clock_offset_row *rows, size_t n);

/* Returns how many the document has, up to two, which are set. */
size_t gau_document_clock_offsets(struct gau_clock_offset_row rows[2], const json_t *run);

#endif
