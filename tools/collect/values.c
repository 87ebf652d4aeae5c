/* SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"

#include <string.h>

#define SECOND UINT64_C(1000000000)
#define MEBI UINT64_C(1048576)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A decimal number such as "2.5", in billionths; digits beyond the ninth are passed over. Its end;
 * NULL: it is none, or too large for any use. */
static const char *read_decimal(const char *text, uint64_t *billionths)
{
    uint64_t value = 0, unit = SECOND;

    if (!is_digit(*text))
        return NULL;
    for (; is_digit(*text); text++) {
        value = 10 * value + (uint64_t)(*text - '0') * SECOND;
        if (value > 100000000 * SECOND)
            return NULL;
    }
    if (*text != '.')
        return *billionths = value, text;
    if (!is_digit(*++text))
        return NULL;
    for (; is_digit(*text); text++) {
        unit /= 10;
        value += (uint64_t)(*text - '0') * unit;
    }
    *billionths = value;
    return text;
}

bool gau_collect_interval(const char *text, uint64_t *ns)
{
    static const struct {
        const char *name;
        uint64_t per_second;
    } units[] = {{"us", 1000000}, {"ms", 1000}, {"s", 1}};
    uint64_t value;
    const char *const unit = read_decimal(text, &value);

    for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0) {
            *ns = value / units[i].per_second;
            return *ns >= SECOND / 10000 && *ns <= SECOND;
        }
    return false;
}

bool gau_collect_seconds(const char *text, uint64_t *ns)
{
    const char *const end = read_decimal(text, ns);

    return end && !*end && *ns >= SECOND / 1000 && *ns <= 1000000 * SECOND;
}

bool gau_collect_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    uint64_t value = 0;
    const char *unit;

    if (!is_digit(*text))
        return false;
    for (; is_digit(*text) && value <= 65536 * MEBI; text++)
        value = 10 * value + (uint64_t)(*text - '0');
    unit = *text ? strchr(units, *text) : NULL;
    if (value > 65536 * MEBI || (*text && !unit) || (unit && text[1]))
        return false;
    *bytes = unit ? value << (10 * (unit - units + 1)) : value;
    return *bytes >= MEBI && *bytes <= 65536 * MEBI;
}
