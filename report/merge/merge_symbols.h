/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_SYMBOLS_H
#define GAUDIT_REPORT_MERGE_MERGE_SYMBOLS_H

#include <gaudit/error.h>

#include <stddef.h>

/* Puts the names that results keep (symbols.json) into one document, in the order of the results.
 * Results without names are passed over; if none has them, none is written. */
gau_status gau_merge_symbols(const char *const *folders, size_t n, const char *into,
                             gau_error *error);

#endif
