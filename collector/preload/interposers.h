/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_PRELOAD_INTERPOSERS_H
#define GAUDIT_COLLECTOR_PRELOAD_INTERPOSERS_H

/* Unblocks the signals of the clocks in the calling thread, which has inherited its mask. The
 * program sees them as blocked, and @p seen also. */
void gau_preload_unblock(unsigned seen);

/* Stops or starts the clock of the calling thread, as its signal is blocked or not. */
void gau_preload_check_mask(void);

#endif
