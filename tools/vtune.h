/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_VTUNE_H
#define GAUDIT_TOOLS_VTUNE_H

#include <limits.h>
#include <stdbool.h>

/*
 * Intel VTune on the PATH. A command of the name `vtune` or `amplxe-cl` that comes with gaudit, for
 * scripts that call it so, is not VTune: it has the mark [gaudit-is-not-vtune] somewhere in its
 * file, as every executable of gaudit and every script of it that takes such a name has.
 */

struct gau_vtune {
    char path[PATH_MAX]; /* of the command; empty if there is none */
    bool is_amplxe;      /* it is called amplxe-cl, as before 2020 */
    char own[PATH_MAX];  /* a command of ours that was passed over; empty if there was none */
};

/* Looks for vtune in all folders, then for amplxe-cl. False: neither is there. */
bool gau_vtune_find(struct gau_vtune *vtune);

#endif
