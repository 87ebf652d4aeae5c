/* SPDX-License-Identifier: Apache-2.0 */
#include "near.h"

#include <string.h>

enum { LONGEST = 64 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters to insert, delete or change (Levenshtein), one row of the table at a time. */
static size_t distance_of(const char *a, const char *b)
{
    const size_t n = strlen(b);
    size_t row[LONGEST + 1];

    for (size_t j = 0; j <= n; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const size_t changed = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[n];
}

/* Near enough: less than half of the letters wrong. */
void gau_near_offer(struct gau_near *near, const char *known)
{
    size_t distance;

    if (strlen(near->wanted) > LONGEST || strlen(known) > LONGEST)
        return;
    distance = distance_of(near->wanted, known);
    if (2 * distance >= strlen(known) || (near->best && distance >= near->distance))
        return;
    near->best = known;
    near->distance = distance;
}
