/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_VTUNE_REPORT_H
#define GAUDIT_REPORT_AGREEMENT_VTUNE_REPORT_H

#include "documents/view_options.h"

/**
 * @file vtune_report.h
 * A report of Intel VTune as CSV: CPU time per task type, as of `vtune -report hotspots -group-by
 * task -format csv`. Columns may be in any order and among others; rows of one task type, as of
 * -group-by task,function, are summed. Lines before the header are skipped, and the header says
 * what the delimiter is. A report is untrusted input.
 */

struct gau_vtune_report {
    struct gau_vtune_task {
        const char *name; /**< as VTune has it, with "[Outside any task]" */
        double cpu_s;
    } * tasks; /**< sorted by name, each name once */
    uint32_t n;
    char *text; /**< has the names */
};

/** Reads a report. False: see @p error, a line with the place, the culprit and what was expected;
 * @p out is then cleared. A report without rows is no failure. */
bool gau_vtune_report_read(struct gau_vtune_report *out, const char *path, gau_error *error);
void gau_vtune_report_clear(struct gau_vtune_report *report);

#endif
