/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_WINDOWS_H
#define GAUDIT_REPORT_MERGE_MERGE_WINDOWS_H

#include "merge_run.h"

#include <stddef.h>

/*
 * Which events results have. Events of other inputs, or of the same with another seed, are others.
 * Ranks of an MPI job share their window, and are left out.
 */

enum { GAU_MERGE_NOTES_MOST = 8 }; /* of a kind; more are counted */

/* Writes "events 51 to 100 are in 'part-0' and in 'overlap'", and "events 101 to 300 are in no
 * result"; "": none. False: out of memory. */
bool gau_merge_note_windows(const struct gau_merge_runs *runs, char *overlaps, char *gaps,
                            size_t size);

/* Writes "'part-3' (crashed)"; "": all are finished. */
void gau_merge_note_unfinished(const struct gau_merge_runs *runs, char *list, size_t size);

#endif
