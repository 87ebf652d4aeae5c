/* SPDX-License-Identifier: Apache-2.0 */
#include "table_internal.h"

#include <math.h>
#include <string.h>

const char *gau_plus_minus(bool letters)
{
    return letters ? "\u00b1" : "+-";
}

char *gau_measured_text(char *text, size_t size, const struct gau_measured_value *value,
                        int decimals, const char *unit, bool letters)
{
    char error[2 * GAU_NUMBER_SIZE];

    snprintf(error, sizeof error, "%.*f", decimals, value->error);
    if (value->error > 0 && !error[strspn(error, "0.")])
        snprintf(error, sizeof error, "<%.*f", decimals, pow(10, -decimals));
    snprintf(text, size, "%.*f%s%s %s %s", decimals, value->value, unit[0] ? " " : "", unit,
             gau_plus_minus(letters), error);
    return text;
}

void gau_bar_text(char text[GAU_CELL_ROOM], double part, unsigned signs, bool letters, bool below)
{
    static const char *const parts[] = {"",       "\u258f", "\u258e", "\u258d",
                                        "\u258c", "\u258b", "\u258a", "\u2589"};
    const unsigned steps = letters ? 8 : 1;
    const unsigned filled = (unsigned)lround(part * signs * steps);
    const char *const sign = letters ? "\u2588" : below ? "-" : "#";
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < filled / steps && used + 8 < GAU_CELL_ROOM; i++)
        used += (size_t)snprintf(text + used, GAU_CELL_ROOM - used, "%s", sign);
    snprintf(text + used, GAU_CELL_ROOM - used, "%s", parts[filled % steps]);
}
