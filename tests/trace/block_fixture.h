/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_BLOCK_FIXTURE_H
#define TESTS_TRACE_BLOCK_FIXTURE_H

#include "visitor_log.h"

/* A file of one block, with records that a writer may not make. */

/* Appends a record, of which type and size are filled in, and what follows it; both are padded. */
void block_add(uint32_t type, void *record, size_t fixed, const void *more, size_t size);

void block_add_lane(uint32_t lane, uint32_t kind);
/* Its name has 4 bytes, and 4 of padding, whatever the record says. */
void block_add_branch(uint32_t branch, uint32_t parent, uint8_t kind, uint32_t name_size);
void block_add_list(struct gau_trace_entry_list *list, const void *more, size_t size);

/* Writes the file t.gtr and reads it; the next block is empty. */
void block_read(struct call_log *call_log);

#endif
