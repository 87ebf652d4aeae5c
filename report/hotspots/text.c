/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/*
 * Numbers and bars stand in front of the names, so that long names push nothing out of sight:
 *
 *     CPU time            share  samples
 *     1.234 s +- 0.011   52.3 %     1234  ##########  Hlt Velo
 *     0.759 s +- 0.009   31.0 %      759  ------        fit_track
 *                                                         <- Velo_execute
 *                                                         <- main
 *
 * A caller that has just what it calls, which is most of them, has no numbers of its own.
 */

enum { BAR_WIDE = 20, BAR_NARROW = 10, NAME_LEAST = 20, NAME_SHORTEST = 12 };

struct layout {
    const struct gau_hot_page *page;
    const struct gau_hot_screen *screen;
    int decimals;
    int time_width, error_width;
    int samples_width; /* 0: not shown */
    unsigned bar_width;
    unsigned name_width; /* 0: as long as they are */
    uint64_t longest_ns; /* fills a bar */
};

static const char *plus_minus(const struct gau_hot_screen *screen)
{
    return screen->unicode ? "\xC2\xB1" : "+-";
}

static void colour(const struct layout *layout, const char *code)
{
    if (layout->screen->colours)
        fprintf(layout->page->out, "\x1b[%sm", code);
}

/* --- widths -------------------------------------------------------------------------------- */

static int width_of(double seconds, int decimals)
{
    return snprintf(NULL, 0, "%.*f", decimals, seconds);
}

static void measure_group(struct layout *layout, const struct gau_hot_group *group)
{
    const int time = width_of((double)group->weight_ns / 1e9, layout->decimals);
    char room[GAU_HOT_ERROR_SIZE];
    const int error =
        (int)strlen(gau_hot_error_text(group->error_ns, layout->decimals, room, sizeof room));
    const int samples = snprintf(NULL, 0, "%" PRIu64, group->samples);

    layout->time_width = time > layout->time_width ? time : layout->time_width;
    layout->error_width = error > layout->error_width ? error : layout->error_width;
    layout->samples_width = samples > layout->samples_width ? samples : layout->samples_width;
    if (group->weight_ns > layout->longest_ns)
        layout->longest_ns = group->weight_ns;
}

/* Columns in front of the bar: "1.234 s +- 0.011  100.0 %     1234  ". */
static unsigned numbers_width(const struct layout *layout)
{
    const int sign = layout->screen->unicode ? 1 : 2;
    const int samples = layout->samples_width ? layout->samples_width + 2 : 0;

    return (unsigned)(layout->time_width + 3 + sign + 1 + layout->error_width + 2 + 7 + 2 +
                      samples);
}

static void fit(struct layout *layout)
{
    const unsigned width = layout->screen->width;
    unsigned numbers = numbers_width(layout);

    layout->bar_width = BAR_WIDE;
    if (width == 0)
        return;
    if (width < numbers + BAR_WIDE + 2 + 2 * NAME_LEAST)
        layout->bar_width = BAR_NARROW;
    if (width < numbers + BAR_NARROW + 2 + NAME_LEAST)
        layout->bar_width = 0;
    if (width < numbers + NAME_LEAST) {
        layout->samples_width = 0;
        numbers = numbers_width(layout);
    }
    layout->name_width = width > numbers + NAME_SHORTEST ? width - numbers : NAME_SHORTEST;
    if (layout->bar_width)
        layout->name_width -= layout->bar_width + 2;
}

static void measure(struct layout *layout)
{
    struct gau_hot_visit visit = {.grouping = layout->page->grouping};

    layout->samples_width = (int)strlen("samples");
    while (gau_hot_visit_next(&visit))
        measure_group(layout, &visit.group);
    fit(layout);
}

/* --- bars ---------------------------------------------------------------------------------- */

/* In eighths of a column where the terminal has them. */
static void put_bar(const struct layout *layout, uint64_t weight_ns, bool top)
{
    static const char *const parts[] = {"",       "\u258f", "\u258e", "\u258d",
                                        "\u258c", "\u258b", "\u258a", "\u2589"};
    const double part = layout->longest_ns ? (double)weight_ns / (double)layout->longest_ns : 0;
    const unsigned steps = layout->screen->unicode ? 8 : 1;
    const unsigned filled = (unsigned)lround(part * layout->bar_width * steps);
    unsigned width = filled / steps;
    FILE *const out = layout->page->out;

    if (layout->bar_width == 0)
        return;
    colour(layout, top ? "34" : "2;34");
    for (unsigned i = 0; i < width; i++)
        fputs(layout->screen->unicode ? "\u2588" : top ? "#" : "-", out);
    if (filled % steps) {
        fputs(parts[filled % steps], out);
        width++;
    }
    colour(layout, "0");
    fprintf(out, "%*s", (int)(layout->bar_width - width + 2), "");
}

/* --- names --------------------------------------------------------------------------------- */

static void put_glyphs(FILE *out, const char **text, size_t width)
{
    struct gau_glyph glyph;

    while (**text) {
        const char *const rest = gau_glyph_next(&glyph, *text);

        if (glyph.width > width)
            return;
        width -= glyph.width;
        fputs(glyph.bytes, out);
        *text = rest;
    }
}

/* Too long: the beginning and the end, which are what names are told apart by. */
static void put_name(const struct layout *layout, const char *text, size_t indent)
{
    const char *const dots = layout->screen->unicode ? "\u2026" : "...";
    const size_t n_dots = layout->screen->unicode ? 1 : 3;
    const size_t width = gau_utf8_width(text);
    size_t room = layout->name_width > indent ? layout->name_width - indent : 0;
    struct gau_glyph glyph;
    size_t left;

    if (layout->name_width == 0 || width <= room) {
        put_glyphs(layout->page->out, &text, SIZE_MAX);
        return;
    }
    room = room > n_dots ? room - n_dots : 0;
    put_glyphs(layout->page->out, &text, room * 2 / 3);
    fputs(dots, layout->page->out);
    for (left = gau_utf8_width(text); left > room - room * 2 / 3; left -= glyph.width)
        text = gau_glyph_next(&glyph, text);
    put_glyphs(layout->page->out, &text, SIZE_MAX);
}

/* --- lines --------------------------------------------------------------------------------- */

static void put_numbers(const struct layout *layout, const struct gau_hot_group *group)
{
    FILE *const out = layout->page->out;
    char room[GAU_HOT_ERROR_SIZE];

    fprintf(out, "%*.*f s %s %*s  %5.1f %%  ", layout->time_width, layout->decimals,
            (double)group->weight_ns / 1e9, plus_minus(layout->screen), layout->error_width,
            gau_hot_error_text(group->error_ns, layout->decimals, room, sizeof room),
            100 * gau_hot_share(layout->page->grouping, group));
    if (layout->samples_width)
        fprintf(out, "%*" PRIu64 "  ", layout->samples_width, group->samples);
}

/* Of a call stack, what is not the function itself. */
static bool is_caller(const struct gau_hot_page *page, const struct gau_hot_visit *visit)
{
    const struct gau_hot_keys *const keys = &page->query->keys;

    if (keys->items[visit->group.level] != GAU_HOT_CALLSTACK || page->query->top_down)
        return false;
    for (uint32_t level = 0; level < visit->group.level; level++)
        if (keys->items[level] == GAU_HOT_FUNCTION)
            return true;
    return gau_hot_visit_is_call(visit, visit->depth);
}

/* Whether the line above, of what it calls, has the same numbers. */
static bool repeats(const struct gau_hot_page *page, const struct gau_hot_visit *visit)
{
    return is_caller(page, visit) && gau_hot_visit_is_only(visit, visit->depth) &&
           gau_hot_visit_at(visit, visit->depth - 1).samples == visit->group.samples;
}

static void put_left(const struct layout *layout, const struct gau_hot_visit *visit)
{
    const struct gau_hot_group *const group = &visit->group;

    if (repeats(layout->page, visit)) {
        fprintf(layout->page->out, "%*s",
                (int)(numbers_width(layout) + (layout->bar_width ? layout->bar_width + 2 : 0)), "");
        return;
    }
    put_numbers(layout, group);
    put_bar(layout, group->weight_ns, visit->depth == 1);
}

static void put_line(const struct layout *layout, const struct gau_hot_visit *visit)
{
    const struct gau_hot_page *const page = layout->page;
    const struct gau_hot_group *const group = &visit->group;
    const bool caller = is_caller(page, visit);
    const char *const arrow = layout->screen->unicode ? "\u2190 " : "<- ";
    size_t indent = 2 * (size_t)gau_hot_visit_indent(visit);
    char room[GAU_HOT_TEXT_SIZE];

    if (layout->name_width && indent > layout->name_width / 2)
        indent = layout->name_width / 2;
    put_left(layout, visit);
    fprintf(page->out, "%*s", (int)indent, "");
    if (visit->depth == 1 && page->query->keys.count > 1)
        colour(layout, "1");
    else if (caller || group->others)
        colour(layout, "2");
    if (caller) {
        fputs(arrow, page->out);
        indent += layout->screen->unicode ? 2 : 3;
    }
    put_name(layout, gau_hot_group_text(page->result, page->query, group, room, sizeof room),
             indent);
    if (visit->depth == 1 || caller || group->others)
        colour(layout, "0");
    fputc('\n', page->out);
}

static void put_header(const struct layout *layout)
{
    const struct gau_hot_keys *const keys = &layout->page->query->keys;
    FILE *const out = layout->page->out;
    const int sign = layout->screen->unicode ? 1 : 2;
    const int time = layout->time_width + 4 + sign + layout->error_width;

    colour(layout, "4");
    fprintf(out, "%-*s  %7s  ", time, "CPU time", "share");
    if (layout->samples_width)
        fprintf(out, "%*s  ", layout->samples_width, "samples");
    fprintf(out, "%*s", layout->bar_width ? (int)layout->bar_width + 2 : 0, "");
    for (size_t i = 0; i < keys->count; i++)
        fprintf(out, "%s%s", i ? " / " : "", gau_hot_key_column(keys->items[i]));
    colour(layout, "0");
    fputc('\n', out);
}

static void put_notes(const struct gau_hot_page *page)
{
    if (page->notes->count > 0)
        fputc('\n', page->out);
    for (size_t i = 0; i < page->notes->count; i++) {
        const char *text = page->notes->items[i];

        put_glyphs(page->out, &text, SIZE_MAX);
        fputc('\n', page->out);
    }
}

void gau_hot_write_text(const struct gau_hot_page *page)
{
    struct layout layout = {.page = page,
                            .screen = &page->options->screen,
                            .decimals = gau_hot_decimals(page->grouping)};
    struct gau_hot_visit visit = {.grouping = page->grouping};
    char title[512];

    gau_hot_title(page, plus_minus(layout.screen), title, sizeof title);
    fprintf(page->out, "%s\n", title);
    measure(&layout);
    if (page->grouping->groups[0].count > 0) {
        fputc('\n', page->out);
        put_header(&layout);
    }
    while (gau_hot_visit_next(&visit))
        put_line(&layout, &visit);
    put_notes(page);
}
