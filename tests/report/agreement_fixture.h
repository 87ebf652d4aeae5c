/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_AGREEMENT_FIXTURE_H
#define TESTS_REPORT_AGREEMENT_FIXTURE_H

#include "report/agreement/agreement.h"

#include "timing_fixture.h"

/*
 * A result with timer and samples in the working directory: Event with 0.1 s, in it the sequence S
 * with two branches "S A" of 0.6 s together, and "S B" of 0.3 s. 10 events, one of them for
 * warm-up.
 */

enum { AGREEMENT_ROWS = 5 };
extern const struct scene_row agreement_rows[AGREEMENT_ROWS];

void agreement_write_timer(void);
void agreement_write_marks(const char *delimiter, int from, int events);

/* Of 10 ms each: @p counts of "Event", "S", "S A", "S B" and outside, in rounds as far as they go.
 */
void agreement_write_samples(const char *delimiter, const int counts[5]);

/* An empty file of samples, to be filled by hand. */
void agreement_open_samples(void);

/* All of it, with timer and samples that agree. */
void agreement_write_all(void);

struct gau_agreement agreement_read_here(gau_error *error);
struct gau_agreement agreement_read_well(void); /* it is no failure */

/* Is there a note with this part? */
bool agreement_has_note(const struct gau_agreement *agreement, const char *part);

/* The row of a branch, which there must be. */
const struct gau_agreement_row *agreement_row_of(const struct gau_agreement *agreement,
                                                 const char *path);

#endif
