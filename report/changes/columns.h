/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_CHANGES_COLUMNS_H
#define GAUDIT_REPORT_CHANGES_COLUMNS_H

/* The kinds of columns that the tables of branches and of functions are made of. */

#include "table/table.h"

#define PEOPLE(name_)                                                                    \
    {                                                                                    \
        .name = name_, .key = "", .shown = GAU_SHOWN_TO_PEOPLE, .align = GAU_ALIGN_RIGHT \
    }
#define SHARE(name_)                                                          \
    {                                                                         \
        .name = name_, .key = "", .unit = "percent", .type = GAU_COLUMN_REAL, \
        .shown = GAU_SHOWN_TO_PEOPLE, .decimals = 1                           \
    }
#define TIME(name_)                                                     \
    {                                                                   \
        .name = name_, .key = "", .unit = "s", .type = GAU_COLUMN_REAL, \
        .shown = GAU_SHOWN_TO_PEOPLE, .group = 1, .step = 1e-10         \
    }
#define DATA(key_, type_)                                                        \
    {                                                                            \
        .name = key_, .key = key_, .type = type_, .shown = GAU_SHOWN_TO_PROGRAMS \
    }

#endif
