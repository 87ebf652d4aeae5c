/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_AGREEMENT_TABLES_H
#define GAUDIT_REPORT_AGREEMENT_TABLES_H

#include "agreement.h"

#include "report/views/page.h"

/** A column of numbers without unit, with so many decimals. */
#define GAU_AGREEMENT_NUMBER(name_, key_, decimals_)                               \
    {                                                                              \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = decimals_ \
    }

/** Fill a page with the tables of a comparison. */
void gau_agreement_add_shares(struct gau_page *page, const struct gau_agreement *agreement);
void gau_agreement_add_relative(struct gau_page *page, const struct gau_agreement *agreement);
void gau_agreement_add_test(struct gau_page *page, const struct gau_agreement *agreement);

/** Decimals that an error needs to be seen with two digits, 1 to 3, in percent. */
int gau_agreement_decimals(double error);

/** Writes the page as a view does. */
void gau_agreement_put(const struct gau_page *page, const char *output);

/** Adds a long text below a table; in text as lines, for a terminal of that many columns, or 0. */
void gau_agreement_footer(const struct gau_page *page, struct gau_table *table, unsigned width,
                          const char *text);

/** Columns of a terminal, 0: it is none; and what the numbers take of them. */
struct gau_agreement_room {
    unsigned width, numbers;
};

/** Sets the last cell of a row to an identifier, of which a terminal may have no room for all. */
void gau_agreement_name(struct gau_table *table, size_t column, const char *path,
                        const struct gau_agreement_room *room);

/** Columns of the terminal that tables will be written to; 0: they go to a file, or are not text.
 */
unsigned gau_agreement_width(const struct gau_view_options *options, const char *output);

#endif
