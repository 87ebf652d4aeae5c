/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_TABLES_H
#define GAUDIT_REPORT_AGREEMENT_TABLES_H

#include "agreement.h"

#include "report/views/page.h"

/** A column of numbers in percent, or points, with so many decimals. */
#define GAU_AGREEMENT_PERCENT(name_, key_, unit_, decimals_)                              \
    {                                                                                     \
        .name = name_, .key = key_, .unit = unit_, .type = GAU_COLUMN_REAL,               \
        .decimals = decimals_                                                             \
    }

/** Fill a page with the tables of a comparison. */
void gau_agreement_add_shares(struct gau_page *page, const struct gau_agreement *agreement);
void gau_agreement_add_relative(struct gau_page *page, const struct gau_agreement *agreement);
void gau_agreement_add_test(struct gau_page *page, const struct gau_agreement *agreement);

/** Decimals that an error needs to be seen with two digits, 1 to 3, in percent. */
int gau_agreement_decimals(double error);

/** Writes the page as a view does. */
void gau_agreement_put(const struct gau_page *page, const char *output);

/** Adds a long text below a table, as lines that a terminal has room for. */
void gau_agreement_footer(struct gau_table *table, const char *text);

#endif
