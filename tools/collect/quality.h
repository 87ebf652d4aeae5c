/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COLLECT_QUALITY_H
#define GAUDIT_TOOLS_COLLECT_QUALITY_H

#include <gaudit/error.h>

#include "report/profile/quality.h"

/* Reads all files of a folder; that there is none is no error. */
gau_status gau_quality_read(struct gau_quality *quality, const char *folder, gau_error *err);

#endif
