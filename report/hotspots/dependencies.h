/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HOTSPOTS_DEPENDENCIES_H
#define GAUDIT_REPORT_HOTSPOTS_DEPENDENCIES_H

#include "rows.h"
#include "sheet.h"

/*
 * Calls from a function of one module to one of another. In the rows, a is the caller and b the
 * callee; what a row has of its own is the time until the next call into another module.
 */

/* What was not called from another module, in a and b. */
#define GAU_HOT_NOT_CALLED UINT64_MAX

/* With what the callee calls, and up to the next call into another module; both of all time. */
struct gau_hot_measure gau_hot_dependency_total(const struct gau_hot_rows *rows,
                                                const struct gau_hot_row *row);
struct gau_hot_measure gau_hot_dependency_self(const struct gau_hot_rows *rows,
                                               const struct gau_hot_row *row);

/* As a graph for Graphviz: a box for each module. */
void gau_hot_write_dot(struct gau_hot_sheet *sheet, const struct gau_hot_rows *rows);

#endif
