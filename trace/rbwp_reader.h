/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TRACE_RBWP_READER_H
#define GAUDIT_TRACE_RBWP_READER_H

#include "show_records.h"

/*
 * Reads a background-work profile of Realm as if it were a timeline of our own.
 *
 * The zero time is the start, and stamps are nanoseconds since. There are the roots Event, which
 * stays empty, and Background. A work item is a branch below Background, a sub-item one below the
 * item in which it occurs. Each thread is a lane. What a GPU did is an interval of a branch below
 * that of the GPU, below the root External.
 *
 * Blocks come in the order of their sequence numbers, each as a list of entries. Of a block that is
 * damaged the records before the damage come, and the number of a list is left out behind them.
 */

/* Reads the file, of @p size bytes, whose magic is that of a profile. @p header is that of a
 * timeline, with the magic of the profile. */
enum gau_trace_status gau_rbwp_read(int fd, uint64_t size, struct gau_trace_show_state *state,
                                    struct gau_trace_header *header, char *message,
                                    size_t message_size);

#endif
