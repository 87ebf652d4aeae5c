/* SPDX-License-Identifier: Apache-2.0 */
#include "chart.h"
#include "flame_graph.h"

#include "table/number_format.h"
#include "table/svg.h"

#include <math.h>
#include <string.h>

/* All lengths are in pixels. */
static const double width = 1200, margin = 16, top = 74, row = 19, font = 12;

enum { DEEPEST = 60, COLOURS = 9 };

/* Narrower ones are not seen, and slow in browsers. */
static const double least_share = 0.001;

/* The colours are those of charts, which colour-blind readers distinguish, too. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:12px;fill:#222}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{fill:#555}\n"
    ".back{fill:#fff}\n"
    "g rect{stroke:#fff;stroke-width:1}\n"
    "g:hover rect{stroke:#111}\n"
    ".f rect{fill-opacity:.55}\n"
    ".c0{fill:#77aadd}\n.c1{fill:#ee8866}\n.c2{fill:#44bb99}\n.c3{fill:#ffaabb}\n"
    ".c4{fill:#bbcc33}\n.c5{fill:#99ddff}\n.c6{fill:#c3a5e0}\n.c7{fill:#c9c94a}\n"
    ".c8{fill:#eedd88}\n.c9{fill:#c8c8c8}\n"
    "@media(prefers-color-scheme:dark){.back{fill:#0d1117}.title{fill:#e6edf3}.sub{fill:#9198a1}"
    "g rect{stroke:#0d1117}g:hover rect{stroke:#fff}.f rect{fill-opacity:.35}.f text{fill:#fff}}\n"
    "</style>\n";

static const struct gau_flame_frame *ancestor(const struct gau_flame_tree *tree,
                                              const struct gau_flame_frame *frame, uint32_t depth)
{
    while (frame->depth > depth)
        frame = &tree->frames[frame->parent];
    return frame;
}

/* The first level that has more than one branch: each of these has a colour. */
static uint32_t coloured_depth(const struct gau_flame_tree *tree)
{
    uint32_t depth = 1;

    for (const struct gau_flame_frame *at = &tree->frames[0];
         at->last && !tree->frames[at->last].previous && !tree->frames[at->last].is_function;
         at = &tree->frames[at->last])
        depth++;
    return depth;
}

/* Siblings have colours in turn, in the order in which they are drawn. */
static void choose_colours(const struct gau_flame_tree *tree, uint32_t depth,
                           unsigned char colours[], uint32_t size)
{
    unsigned next = 0;

    for (uint32_t i = 1; i < tree->count; i++) {
        const uint32_t at = tree->order[i];
        const struct gau_flame_frame *const frame = &tree->frames[at];

        if (frame->depth == depth && at < size)
            colours[at] = (unsigned char)(frame->name[0] == '[' ? COLOURS : next++ % COLOURS);
    }
}

static void put_hint(const struct gau_flame_frame *frame, double whole_s, FILE *out)
{
    const double error = 100 * sqrt(frame->variance);
    const int decimals = error > 0 ? gau_chart_decimals(error) : 1;
    char time[40];

    fputs("<title>", out);
    gau_svg_text(out, frame->name);
    fprintf(out, "\n%s, %.*f", gau_quantity_text(time, sizeof time, frame->total_s, "s"), decimals,
            100 * frame->total_s / whole_s);
    if (error > 0)
        fprintf(out, " \u00b1 %.*f", decimals, error);
    fputs(" %</title>", out);
}

static void put_name(const struct gau_flame_frame *frame, double x, double y, double room,
                     FILE *out)
{
    const char *rest;
    size_t fits = gau_svg_fit(&rest, frame->name, font, room);

    if (*rest)
        fits = gau_svg_fit(&rest, frame->name, font, room - font);
    if (fits < (*rest ? 3 : 1))
        return;
    gau_svg_put(out, "<text x=\"", x);
    gau_svg_put(out, "\" y=\"", y);
    fputs("\">", out);
    gau_svg_text_part(out, frame->name, fits);
    fputs(*rest ? "\u2026</text>" : "</text>", out);
}

static void put_frame(const struct gau_flame_tree *tree, const struct gau_flame_frame *frame,
                      unsigned colour, FILE *out)
{
    const double room = width - 2 * margin;
    const double x = margin + room * frame->x, y = top + row * (frame->depth - 1);

    fprintf(out, "<g%s>", frame->is_function ? " class=\"f\"" : "");
    put_hint(frame, tree->frames[0].total_s, out);
    gau_svg_put(out, "<rect x=\"", x);
    gau_svg_put(out, "\" y=\"", y);
    gau_svg_put(out, "\" width=\"", room * frame->width);
    gau_svg_put(out, "\" height=\"", row);
    fprintf(out, "\" class=\"c%u\"/>", colour);
    put_name(frame, x + 4, y + row - 5, room * frame->width - 6, out);
    fputs("</g>\n", out);
}

static bool is_drawn(const struct gau_flame_frame *frame)
{
    return frame->depth > 0 && frame->depth <= DEEPEST && frame->width >= least_share;
}

static void begin_picture(double height, const char *note, FILE *out)
{
    gau_svg_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width);
    gau_svg_put(out, "\" height=\"", height);
    gau_svg_put(out, "\" viewBox=\"0 0 ", width);
    gau_svg_put(out, " ", height);
    fprintf(out, "\">\n%s", style);
    gau_svg_put(out, "<rect width=\"", width);
    gau_svg_put(out, "\" height=\"", height);
    fputs("\" class=\"back\"/>\n", out);
    gau_svg_label(out, margin, 30, "title", "Flame graph");
    gau_svg_label(out, margin, 50, "sub", note);
}

/* What is not drawn. */
struct rest {
    size_t narrow, deep;
    double share; /* of narrow ones together */
};

static struct rest rest_of(const struct gau_flame_tree *tree)
{
    struct rest rest = {0};

    for (uint32_t i = 1; i < tree->count; i++) {
        const struct gau_flame_frame *const frame = &tree->frames[i];
        const bool narrow = frame->total_s > 0 && frame->width < least_share;

        rest.narrow += narrow;
        if (narrow && tree->frames[frame->parent].width >= least_share)
            rest.share += frame->width; /* that of those below is part of it */
        rest.deep += frame->width >= least_share && frame->depth > DEEPEST;
    }
    return rest;
}

static void put_rest(const struct rest *rest, double y, FILE *out)
{
    char text[160] = "", more[80] = "";

    if (rest->narrow)
        snprintf(text, sizeof text,
                 "%zu frames of less than 0.1 %% each, together %.2g %%, are not drawn",
                 rest->narrow, 100 * rest->share);
    if (rest->deep)
        snprintf(more, sizeof more, "%s%zu frames are below the %d levels that are drawn",
                 rest->narrow ? "; " : "", rest->deep, DEEPEST);
    strncat(text, more, sizeof text - strlen(text) - 1);
    gau_svg_label(out, margin, y, "sub", text);
}

void gau_flame_graph_draw(const struct gau_flame_tree *tree, const char *note, FILE *out)
{
    enum { MOST = 1 << 16 };
    static unsigned char colours[MOST];
    const uint32_t depth = coloured_depth(tree);
    const struct rest rest = rest_of(tree);
    uint32_t deepest = 0;

    memset(colours, 0, sizeof colours);
    choose_colours(tree, depth, colours, MOST);
    for (uint32_t i = 1; i < tree->count; i++) {
        const struct gau_flame_frame *const frame = &tree->frames[i];

        if (is_drawn(frame) && frame->depth > deepest)
            deepest = frame->depth;
    }
    begin_picture(top + row * deepest + 2 * margin + row, note, out);
    for (uint32_t i = 1; i < tree->count; i++) {
        const struct gau_flame_frame *const frame = &tree->frames[tree->order[i]];
        const uint32_t of = (uint32_t)(ancestor(tree, frame, depth) - tree->frames);

        if (is_drawn(frame))
            put_frame(tree, frame, of < MOST ? colours[of] : COLOURS, out);
    }
    if (rest.narrow || rest.deep)
        put_rest(&rest, top + row * (deepest + 1), out);
    fputs("</svg>\n", out);
}
