/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_WRITER_PAUSES_H
#define GAUDIT_COLLECTOR_WRITER_PAUSES_H

/*
 * Pauses of the collection, by ITT or by the writer thread: the clock of collection_state.h stops,
 * and no thread is sampled.
 */

void gau_pauses_begin(void);
void gau_pauses_end(void);
void gau_pauses_detach(void); /* pauses for good */

#endif
