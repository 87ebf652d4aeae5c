/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_TIMELINE_RBWP_EXPORT_H
#define GAUDIT_REPORT_TIMELINE_RBWP_EXPORT_H

#include "errors/errors.h"

#include <stdbool.h>
#include <stdint.h>

/* What became of a trace file. */
struct gau_rbwp_export {
    uint64_t blocks, records;
    uint64_t folded;     /* branches without an item or sub-item of their own */
    uint64_t gaps;       /* lists that are missing */
    uint64_t unfinished; /* calls that did not end */
};

/*
 * Makes a profile of background work in the format of Realm, see doc/reference/rbwp.md, of the
 * timeline in the trace file @p trace. An older profile at @p path is replaced, any other file is
 * not. False: see @p error; then there is no file.
 */
bool gau_rbwp_export(const char *trace, const char *path, uint32_t node,
                     struct gau_rbwp_export *done, gau_error *error);

#endif
