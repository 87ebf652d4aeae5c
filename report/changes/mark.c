/* SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <math.h>
#include <stdlib.h>

bool gau_changes_mark(struct gau_changes_mark *first, size_t n, size_t stride, size_t *tests)
{
    double *const p = calloc(n + 1, sizeof *p);
    bool done = p != NULL;
    char *row = (char *)first;

    *tests = 0;
    for (size_t i = 0; done && i < n; i++) {
        p[i] = ((const struct gau_changes_mark *)(const void *)(row + i * stride))->p;
        *tests += isnan(p[i]) ? 0 : 1;
    }
    done = done && gau_holm(p, n);
    for (size_t i = 0; done && i < n; i++)
        ((struct gau_changes_mark *)(void *)(row + i * stride))->clear =
            p[i] < 1 - GAU_CHANGE_CONFIDENCE;
    free(p);
    return done;
}
