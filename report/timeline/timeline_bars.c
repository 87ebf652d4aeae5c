/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_page.h"
#include "timeline_trace.h"

#include "documents/document.h"
#include "table/number_format.h"
#include "table/svg.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* All lengths are in pixels. */
static const double left_margin = GAU_TIMELINE_LEFT, font = GAU_TIMELINE_FONT, gap = 0.6,
                    thinnest = 0.75;

/* --- one bar ------------------------------------------------------------------------------- */

/* Puts the name, or its beginning, if the bar has room for it. */
static void put_name(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar,
                     const char *name)
{
    enum { LEAST_PART = 5, LEAST_ROOM = 8 };
    const double room = bar->right - bar->left - 6, y = page->row / 2 + font * 0.28;
    const char *rest;
    size_t part;

    if (room < LEAST_ROOM || page->row < font + 2 || bar->entries > 1)
        return;
    gau_svg_fit(&rest, name, font, room);
    if (*rest && bar->facts.event > 0 && bar->colour == GAU_TIMELINE_EVENTS) {
        name = strrchr(name, ' ') + 1; /* the number alone */
        gau_svg_fit(&rest, name, font, room);
    }
    if (!*rest) {
        gau_timeline_put_text(page, (bar->left + bar->right) / 2, y, "label", name);
        return;
    }
    part = gau_svg_fit(&rest, name, font, room - font); /* some room is for the dots */
    if (part < LEAST_PART)
        return;
    gau_timeline_put(page, "<text class=\"part\" x=\"@\" y=\"@\">", bar->left + 4, y);
    gau_svg_text_part(page->out, name, part);
    gau_timeline_put(page, "\u2026</text>\n");
}

static void add_outcome(char *text, size_t size, const struct gau_timeline_facts *facts)
{
    static const struct {
        uint32_t flag;
        const char *text;
    } flags[] = {{GAU_ENTRY_ABORTED, "aborted"},
                 {GAU_ENTRY_UNFINISHED, "not ended by the program"},
                 {GAU_LANE_OPEN, "did not end"},
                 {GAU_LANE_END_MISSING, "its end is missing"}};

    if (facts->flags & GAU_ENTRY_ERROR || facts->status < 0)
        gau_timeline_add_part(text, size, "ended with error %" PRId32, facts->status);
    else if (facts->status > 0 && !(facts->flags & GAU_ENTRY_UNFINISHED))
        gau_timeline_add_part(text, size, "rejected");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (facts->flags & flags[i].flag)
            gau_timeline_add_part(text, size, "%s", flags[i].text);
}

/* Writes what is said of an entry of a lane, beside its name and times. */
static void put_facts(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    const struct gau_timeline_facts *const facts = &bar->facts;
    char text[240] = "", time[40];

    if (bar->entries > 1) {
        gau_timeline_add_part(text, sizeof text, "together %s",
                              gau_quantity_text(time, sizeof time, bar->busy_s, "s"));
        if (bar->errors > 0)
            gau_timeline_add_part(text, sizeof text, "%" PRIu64 " ended with an error",
                                  bar->errors);
    } else {
        if (facts->event > 0 && bar->colour != GAU_TIMELINE_EVENTS)
            gau_timeline_add_part(text, sizeof text, "event %" PRIu64, facts->event);
        if (facts->cpu_ns != UINT64_MAX)
            gau_timeline_add_part(text, sizeof text, "CPU time %s",
                                  gau_quantity_text(time, sizeof time, (double)facts->cpu_ns * 1e-9,
                                                    "s"));
        add_outcome(text, sizeof text, facts);
    }
    if (text[0])
        gau_timeline_put(page, "\n$", text);
}

/* A bar has a title, which is shown when the mouse is on it. */
static void put_bar(const struct gau_timeline_page *page, const struct gau_timeline_group *group,
                    const struct gau_timeline_bar *bar)
{
    const double width = fmax(bar->right - bar->left - gap, thinnest);
    char longest[40], start[GAU_NUMBER_SIZE], name[GAU_TIMELINE_PATH], path[GAU_TIMELINE_PATH];

    gau_quantity_text(longest, sizeof longest, bar->longest_s, "s");
    /* In whole nanoseconds: clocks have no more. */
    gau_number_digits_text(start, 9, round(bar->longest_start_s * 1e9) / 1e9);
    fprintf(page->out, "<path class=\"c%u%s\"", bar->colour, bar->errors ? " error" : "");
    gau_timeline_put(page, " d=\"M@ 0h@v@h@z\"><title>", bar->left, width, page->row - 2, -width);
    if (bar->entries > 1)
        fprintf(page->out, "%" PRIu64 " %s, the longest: ", bar->entries,
                gau_timeline_noun(page->scene, bar->entries));
    gau_timeline_put(page, "$\n$ from $ s", gau_timeline_path(path, page->scene, group, bar),
                     longest, start);
    put_facts(page, bar);
    gau_timeline_put(page, "</title></path>\n");
    put_name(page, bar, gau_timeline_name(name, page->scene, group, bar));
}

/* --- rows ---------------------------------------------------------------------------------- */

/* Puts what is in front of a row, the beginning of it if there is no room; all of it is shown when
 * the mouse is on it. */
static void put_row_text(const struct gau_timeline_page *page, const char *text)
{
    const double room = left_margin - 10, y = page->y + page->row / 2 + 3;
    const char *rest;
    size_t fits = gau_svg_fit(&rest, text, font, room);

    if (*rest)
        fits = gau_svg_fit(&rest, text, font, room - font);
    gau_timeline_put(page, "<text class=\"depth\" x=\"@\" y=\"@\">", left_margin - 8, y);
    if (*rest)
        gau_timeline_put(page, "<title>$</title>", text);
    gau_svg_text_part(page->out, text, fits);
    gau_timeline_put(page, "$</text>\n", *rest ? "\u2026" : "");
}

static void put_row(struct gau_timeline_page *page, const struct gau_timeline_group *group,
                    uint32_t row)
{
    char text[GAU_TIMELINE_PATH];

    gau_timeline_row_name(text, group, row);
    if (text[0])
        put_row_text(page, text);
    gau_timeline_put(page, "<g transform=\"translate(@ @)\">\n", left_margin, page->y);
    for (uint32_t i = 0; i < group->rows[row].count; i++)
        put_bar(page, group, &group->rows[row].bars[i]);
    gau_timeline_put(page, "</g>\n");
    page->y += page->row;
}

/* Spans whose lists are missing lie over all rows of their lane. */
static void put_gaps(const struct gau_timeline_page *page, const struct gau_timeline_group *group)
{
    const double height = page->row * group->n_rows - 2;

    gau_timeline_put(page, "<g transform=\"translate(@ @)\">\n", left_margin,
                     page->y - page->row * group->n_rows);
    for (uint32_t i = 0; i < group->gaps.count; i++) {
        const struct gau_timeline_bar *const bar = &group->gaps.bars[i];
        const double width = fmax(bar->right - bar->left, thinnest);
        char busy[40];

        gau_quantity_text(busy, sizeof busy, bar->busy_s, "s");
        gau_timeline_put(page, "<path class=\"gap\" d=\"M@ 0h@v@h@z\"><title>", bar->left, width,
                         height, -width);
        if (bar->lists > 0)
            fprintf(page->out, "%" PRIu64 " list%s of entries %s missing: nothing is known of ",
                    bar->lists, bar->lists == 1 ? "" : "s", bar->lists == 1 ? "is" : "are");
        else
            fputs("later calls may be missing: nothing is known of ", page->out);
        gau_timeline_put(page, "$</title></path>\n", busy);
    }
    gau_timeline_put(page, "</g>\n");
}

void gau_timeline_put_rows(struct gau_timeline_page *page, const struct gau_timeline_group *group)
{
    for (uint32_t row = 0; row < group->n_rows; row++)
        put_row(page, group, row);
    if (group->gaps.count > 0)
        put_gaps(page, group);
}
