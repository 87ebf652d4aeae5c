/* SPDX-License-Identifier: Apache-2.0 */
#include "visit.h"

#include "table/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gau_hot_visit_next(struct gau_hot_visit *visit)
{
    const struct gau_hot_grouping *const grouping = visit->grouping;

    for (;;) {
        const struct gau_hot_group *const group = &grouping->groups[visit->path[visit->depth]];

        if (visit->next[visit->depth] < group->count) {
            visit->group = gau_hot_child(grouping, group, visit->next[visit->depth]++);
            visit->depth++;
            visit->next[visit->depth] = 0;
            visit->path[visit->depth] = (uint32_t)(visit->group - grouping->groups);
            return true;
        }
        if (visit->depth == 0)
            return false;
        visit->depth--;
    }
}

unsigned gau_hot_visit_indent(const struct gau_hot_visit *visit, const struct gau_hot_query *query)
{
    unsigned indent = 0;

    for (uint32_t depth = 2; depth <= visit->depth; depth++) {
        const struct gau_hot_group *const group = &visit->grouping->groups[visit->path[depth]];
        const struct gau_hot_group *const parent = &visit->grouping->groups[visit->path[depth - 1]];

        indent += parent->count > 1 || parent->level != group->level ||
                  query->keys.items[group->level] != GAU_HOT_CALLSTACK;
    }
    return indent;
}

char *gau_hot_clean(const char *text)
{
    char *const copy = malloc(4 * strlen(text) + 1);
    char *end = copy;

    while (copy && *text) {
        struct gau_glyph glyph;
        size_t length;

        text = gau_glyph_next(&glyph, text);
        length = strlen(glyph.bytes);
        memcpy(end, glyph.bytes, length);
        end += length;
    }
    if (copy)
        *end = '\0';
    return copy;
}

const char *gau_hot_error_text(double error_ns, int decimals, char *text, size_t size)
{
    snprintf(text, size, "%.*f", decimals, error_ns / 1e9);
    if (error_ns > 0 && !text[strspn(text, "0.")])
        snprintf(text, size, "<%.*f", decimals, pow(10, -decimals));
    return text;
}
