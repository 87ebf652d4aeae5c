/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_PRELOAD_INTERPOSERS_H
#define GAUDIT_COLLECTOR_PRELOAD_INTERPOSERS_H

/* Unblocks the signals of the clocks in the calling thread, which has inherited its mask. */
void gau_preload_unblock(void);

#endif
