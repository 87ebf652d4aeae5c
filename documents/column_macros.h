/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_COLUMN_MACROS_H
#define GAUDIT_DOCUMENTS_COLUMN_MACROS_H

#include "table/table.h"

/* Only display formats have these: a text at the right, one at the left, a share, a time. */
#define DISPLAY(name_)                                                                      \
    {                                                                                       \
        .name = name_, .key = "", .shown = GAU_IN_DISPLAY_FORMATS, .align = GAU_ALIGN_RIGHT \
    }
#define LABEL(name_)                                              \
    {                                                             \
        .name = name_, .key = "", .shown = GAU_IN_DISPLAY_FORMATS \
    }
#define SHARE(name_)                                                          \
    {                                                                         \
        .name = name_, .key = "", .unit = "percent", .type = GAU_COLUMN_REAL, \
        .shown = GAU_IN_DISPLAY_FORMATS, .decimals = 1                        \
    }
#define TIME(name_)                                                     \
    {                                                                   \
        .name = name_, .key = "", .unit = "s", .type = GAU_COLUMN_REAL, \
        .shown = GAU_IN_DISPLAY_FORMATS, .group = 1, .step = 1e-10      \
    }

#define DATA(key_, type_)                                                      \
    {                                                                          \
        .name = key_, .key = key_, .type = type_, .shown = GAU_IN_DATA_FORMATS \
    }

/* The columns that follow are in display formats and data formats. */
#define SECONDS(name_, key_)                                                         \
    {                                                                                \
        .name = name_, .key = key_, .unit = "s", .type = GAU_COLUMN_REAL, .group = 1 \
    }
/* The clock steps by some 10 ns, so digits below a tenth of a nanosecond mean nothing. */
#define MEASURED(name_, key_, group_)                                                      \
    {                                                                                      \
        .name = name_, .key = key_, .unit = "s", .type = GAU_COLUMN_REAL, .group = group_, \
        .step = 1e-10                                                                      \
    }
#define PERCENTAGE(name_, key_, decimals_)                                      \
    {                                                                           \
        .name = name_, .key = key_, .unit = "percent", .type = GAU_COLUMN_REAL, \
        .decimals = decimals_                                                   \
    }
#define RATIO(name_, key_)                                                 \
    {                                                                      \
        .name = name_, .key = key_, .type = GAU_COLUMN_REAL, .decimals = 3 \
    }
#define COUNT(name_, key_)                                     \
    {                                                          \
        .name = name_, .key = key_, .type = GAU_COLUMN_INTEGER \
    }

#endif
