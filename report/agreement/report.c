/* SPDX-License-Identifier: Apache-2.0 */
#include "tables.h"

#include "report/hotspots/hotspots.h"
#include "report/views/document.h"
#include "report/views/output.h"
#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

static bool has_table(const struct gau_page *page, const char *name)
{
    for (size_t i = 0; i < page->count; i++)
        if (strcmp(page->items[i].name, name) == 0)
            return true;
    return false;
}

static void check_table(const struct gau_page *page)
{
    char list[256] = "";

    if (!page->options->table || has_table(page, page->options->table))
        return;
    for (size_t i = 0; i < page->count; i++) {
        const size_t used = strlen(list);

        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", page->items[i].name);
    }
    gau_view_fail(page->error, GAU_VIEW_USAGE, "there is no table '%.*s'; there is: %s",
                  GAU_VIEW_QUOTE(page->options->table), list);
}

void gau_agreement_put(const struct gau_page *page, const char *output)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out;

    check_table(page);
    if (page->error->status != GAU_VIEW_OK)
        return;
    out = open_memstream(&text, &size);
    if (out)
        gau_page_write(page, out);
    if (!out || fclose(out) != 0 || !text)
        gau_view_fail(page->error, GAU_VIEW_FAILED, "no memory for the comparison");
    if (page->error->status == GAU_VIEW_OK)
        gau_output_put(text, size, output, page->error);
    free(text);
}

unsigned gau_agreement_width(const struct gau_view_options *options, const char *output)
{
    return options->format == GAU_TABLE_TEXT && !output ? gau_hot_screen_of(stdout).width : 0;
}

/* People have it below the table. */
static void tell(const struct gau_agreement *agreement, const struct gau_view_options *options)
{
    char *verdict;

    if (gau_table_format_is_for_people(options->format))
        return;
    verdict = gau_agreement_verdict(agreement);
    if (verdict) {
        gau_utf8_disarm(verdict);
        fprintf(stderr, "gaudit: %s\n", verdict);
    }
    free(verdict);
    for (size_t i = 0; i < agreement->n_notes; i++)
        fprintf(stderr, "gaudit: %s\n", agreement->notes[i]);
}

enum gau_view_status gau_agreement_report(const char *timer, const char *samples,
                                          const struct gau_view_options *options,
                                          const char *output, struct gau_view_error *error)
{
    struct gau_page page = {.document = "comparison", .options = options, .error = error};
    const struct gau_agreement_folders folders = {.timers = &timer, .samples = &samples, .n = 1};
    struct gau_agreement agreement;

    if (!gau_agreement_read(&agreement, &folders, NULL, error))
        return error->status;
    agreement.width = gau_agreement_width(options, output);
    gau_agreement_add_shares(&page, &agreement);
    gau_agreement_add_relative(&page, &agreement);
    gau_agreement_add_test(&page, &agreement);
    gau_agreement_put(&page, output);
    if (error->status == GAU_VIEW_OK)
        tell(&agreement, options);
    gau_page_clear(&page);
    gau_agreement_clear(&agreement);
    return error->status;
}
