/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include "report/views/document.h"

#include <inttypes.h>
#include <math.h>

void gau_hot_no_memory(const struct gau_hot_page *page)
{
    gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for the view of '%.*s'",
                  GAU_VIEW_QUOTE(page->result->folder));
}

int gau_hot_decimals(const struct gau_hot_grouping *grouping)
{
    const struct gau_hot_group *const all = &grouping->groups[0];

    return all->samples && all->weight_ns / all->samples < 500000 ? 4 : 3;
}

double gau_hot_error_s(double error_ns)
{
    return round(error_ns) / 1e9;
}

double gau_hot_error_percent(const struct gau_hot_grouping *grouping, double error_ns)
{
    const double all = (double)grouping->groups[0].weight_ns;

    return all > 0 ? round(1e8 * error_ns / all) / 1e6 : 0;
}

static size_t append(char *text, size_t size, size_t used, const char *more)
{
    const int length = snprintf(text + used, size - used, "%s", more);

    return used + (size_t)length < size ? used + (size_t)length : size - 1;
}

void gau_hot_title(const struct gau_hot_page *page, const char *plus_minus, char *text, size_t size)
{
    const struct gau_hot_grouping *const grouping = page->grouping;
    const struct gau_hot_group *const all = &grouping->groups[0];
    const int decimals = gau_hot_decimals(grouping);
    char end[256];
    size_t used = append(text, size, 0, "CPU time by ");

    for (size_t i = 0; i < page->query->keys.count; i++) {
        used = append(text, size, used, i ? ", " : "");
        used = append(text, size, used, gau_hot_key_name(page->query->keys.items[i]));
    }
    snprintf(end, sizeof end,
             ": %.*f s (%s standard error), %" PRIu64 " sample%s, %" PRIu64 " thread%s, %" PRIu64
             " process%s",
             decimals, (double)all->weight_ns / 1e9, plus_minus, all->samples,
             all->samples == 1 ? "" : "s", grouping->thread_count,
             grouping->thread_count == 1 ? "" : "s", grouping->process_count,
             grouping->process_count == 1 ? "" : "es");
    append(text, size, used, end);
}

void gau_hot_write_page(const struct gau_hot_page *page)
{
    switch (page->options->format) {
    case GAU_HOT_TEXT: gau_hot_write_text(page); break;
    case GAU_HOT_CSV: gau_hot_write_csv(page); break;
    case GAU_HOT_JSON: gau_hot_write_json(page); break;
    case GAU_HOT_MARKDOWN: gau_hot_write_markdown(page); break;
    case GAU_HOT_FOLDED: gau_hot_write_folded(page); break;
    case GAU_HOT_DOT: break;
    }
}
