/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads seconds, which must end at @p end; an empty text leaves *seconds as it is. */
static bool read_time(double *seconds, const char *text, const char *end)
{
    double value;
    char *rest;

    if (text == end)
        return true;
    if (!strchr("0123456789.", text[0]))
        return false;
    value = strtod(text, &rest);
    if (rest != end || !isfinite(value) || value > 1e9)
        return false;
    *seconds = value;
    return true;
}

bool gau_times_read(double *from_s, double *to_s, const char *text, gau_error *error)
{
    const char *const colon = text + strcspn(text, ":");

    *from_s = 0;
    *to_s = INFINITY;
    if (*colon && read_time(from_s, text, colon) &&
        read_time(to_s, colon + 1, colon + strlen(colon)) && *from_s < *to_s)
        return true;
    gau_fail_first(error, GAU_ERR_USAGE,
                   "a time filter is FROM:TO in seconds since the start of the run, such as "
                   "'1.5:20', '5:' or ':5', not '%.*s'",
                   GAU_QUOTE(text));
    return false;
}
