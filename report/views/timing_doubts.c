/* SPDX-License-Identifier: Apache-2.0 */
#include "timing_doubts.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define CALLS_MAX (INT64_C(1) << 53) /* a call every nanosecond for a hundred days */
#define ROUNDING 1e-6                /* of numbers that were written as decimals */

static bool doubt_total(char *text, size_t size, const struct gau_timing_values *values,
                        bool all_ended)
{
    const double calls = (double)values->calls;
    const double least = calls * values->min, most = calls * values->max;
    const bool is_less = values->total < least - ROUNDING * fabs(least);
    char total[64], bound[64];

    if (!is_less && !(all_ended && values->total > most + ROUNDING * fabs(most)))
        return false;
    snprintf(text, size, "its total of %s does not fit its %" PRId64 " call%s of %s at the %s",
             gau_quantity_text(total, sizeof total, values->total, "s"), values->calls,
             values->calls == 1 ? "" : "s",
             gau_quantity_text(bound, sizeof bound, is_less ? values->min : values->max, "s"),
             is_less ? "least" : "most");
    return true;
}

bool gau_timing_doubt(char *text, size_t size, const struct gau_timing_values *values,
                      bool all_ended)
{
    char least[64], most[64];

    if (values->calls > CALLS_MAX)
        snprintf(text, size, "%" PRId64 " calls are more than any program makes", values->calls);
    else if (values->stddev < 0)
        snprintf(text, size, "its standard deviation is negative: %s",
                 gau_quantity_text(least, sizeof least, values->stddev, "s"));
    else if (values->min < 0)
        snprintf(text, size, "its shortest call took less than nothing: %s",
                 gau_quantity_text(least, sizeof least, values->min, "s"));
    else if (values->calls > 0 && values->min > values->max)
        snprintf(text, size, "its shortest call took %s, and its longest %s",
                 gau_quantity_text(least, sizeof least, values->min, "s"),
                 gau_quantity_text(most, sizeof most, values->max, "s"));
    else
        return values->calls > 0 && doubt_total(text, size, values, all_ended);
    return true;
}
