/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_AUDITING_VOLUMES_H
#define GAUDIT_SRC_AUDITING_VOLUMES_H

#include <gaudit/region.h>

/* Around fork(), so that the child finds consistent tables. */
void gau_volumes_lock(void);
void gau_volumes_unlock(void);

#endif
