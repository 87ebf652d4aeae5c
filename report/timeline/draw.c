/* SPDX-License-Identifier: Apache-2.0 */
#include "draw.h"

#include "page.h"

#include "table/number.h"
#include "table/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

const double gau_timeline_width = 1100;

/* In pixels. */
static const double left_margin = 56, right_margin = 24, top_margin = 68, heading = 22,
                    axis_height = 46, note_height = 16;

/* --- texts --------------------------------------------------------------------------------- */

void gau_timeline_put_text(const struct gau_timeline_page *page, double x, double y,
                           const char *class, const char *text)
{
    fprintf(page->out, "<text class=\"%s\" x=\"", class);
    gau_svg_number(page->out, x);
    fputs("\" y=\"", page->out);
    gau_svg_number(page->out, y);
    fputs("\">", page->out);
    gau_svg_text(page->out, text);
    fputs("</text>\n", page->out);
}

static const char *plural(uint64_t n, const char *one, const char *many)
{
    return n == 1 ? one : many;
}

static void style(FILE *out)
{
    fputs("<style>\n"
          "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:11px;"
          "fill:#444}\n"
          ".title{font-size:18px;font-weight:bold;fill:#111}\n"
          ".sub{font-size:12px}\n"
          ".group{font-weight:bold;fill:#111}\n"
          ".depth{text-anchor:end;fill:#777}\n"
          ".tick{text-anchor:middle}\n"
          ".label,.part{fill:#111;pointer-events:none}\n"
          ".label{text-anchor:middle}\n"
          ".line{stroke:#e4e4e4;stroke-width:1}\n"
          ".axis{stroke:#777;stroke-width:1}\n"
          "path:hover{stroke:#111;stroke-width:1}\n",
          out);
    gau_timeline_put_paints(out);
    fputs("</style>\n", out);
}

static void head(const struct gau_timeline_page *page, const char *title)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"",
          page->out);
    gau_svg_number(page->out, left_margin + gau_timeline_width + right_margin);
    fputs("\" height=\"", page->out);
    gau_svg_number(page->out, page->height);
    fputs("\" viewBox=\"0 0 ", page->out);
    gau_svg_number(page->out, left_margin + gau_timeline_width + right_margin);
    fputc(' ', page->out);
    gau_svg_number(page->out, page->height);
    fputs("\">\n<title>", page->out);
    gau_svg_text(page->out, title);
    fputs("</title>\n", page->out);
    style(page->out);
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", page->out);
}

/* Fits one line: a path may be long. */
static void put_title(const struct gau_timeline_page *page, const char *title)
{
    const struct gau_timeline *const scene = page->scene;
    const char *const above = scene->options->children_of;
    char line[400], text[500], span[40];

    snprintf(line, sizeof line, above ? "%s: %s %s" : "%s", title,
             scene->options->max_depth ? "below" : "children of", above);
    gau_timeline_put_text(page, left_margin, 28, "title", line);
    gau_quantity_text(span, sizeof span, scene->to_s - scene->from_s, "s");
    snprintf(text, sizeof text, "%" PRIu64 " %s in %s", scene->entries,
             plural(scene->entries, "entry", "entries"), span);
    gau_timeline_put_text(page, left_margin, 47, "sub", text);
}

/* --- the axis ------------------------------------------------------------------------------ */

/* 1, 2 or 5 times a power of ten, so that there are about ten steps. */
static double choose_step(double span)
{
    const double power = pow(10, floor(log10(span / 10)));
    const double factor = span / 10 / power;

    return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10);
}

static void put_line(const struct gau_timeline_page *page, const char *class, double x, double y0,
                     double y1)
{
    fprintf(page->out, "<path class=\"%s\" d=\"M", class);
    gau_svg_number(page->out, x);
    fputc(' ', page->out);
    gau_svg_number(page->out, y0);
    fputc('V', page->out);
    gau_svg_number(page->out, y1);
    fputs("\"/>\n", page->out);
}

/* All digits that tell one tick from the next. */
static void tick_text(char text[GAU_NUMBER_SIZE], double value, double step)
{
    const int magnitude = (int)floor(log10(step) + 1e-6);
    const struct gau_scale scale = {.factor = 1, .decimals = magnitude < 0 ? -magnitude : 0};

    if (magnitude < -9 || magnitude > 5)
        gau_number_digits_text(text, 12, value);
    else
        gau_scale_text(text, &scale, value);
}

static void axis(const struct gau_timeline_page *page)
{
    const double from = page->scene->from_s, to = page->scene->to_s;
    const double step = choose_step(to - from), first = ceil(from / step - 1e-6);

    for (int i = 0; i < 25 && (first + i) * step <= to + 1e-6 * step; i++) {
        const double value = (first + i) * step;
        const double x = left_margin + gau_timeline_width * (value - from) / (to - from);
        char text[GAU_NUMBER_SIZE];

        tick_text(text, value, step);
        put_line(page, "line", x, top_margin - 8, page->bottom);
        put_line(page, "axis", x, page->bottom, page->bottom + 5);
        gau_timeline_put_text(page, x, page->bottom + 18, "tick", text);
    }
    fputs("<path class=\"axis\" d=\"M", page->out);
    gau_svg_number(page->out, left_margin);
    fputc(' ', page->out);
    gau_svg_number(page->out, page->bottom);
    fputs("h", page->out);
    gau_svg_number(page->out, gau_timeline_width);
    fputs("\"/>\n", page->out);
    gau_timeline_put_text(page, left_margin + gau_timeline_width / 2, page->bottom + 36, "tick",
                          "run time (s)");
}

/* --- groups -------------------------------------------------------------------------------- */

static bool has_heading(const struct gau_timeline *scene)
{
    return scene->n_drawn > 1 || scene->files->of_workers;
}

static void put_heading(struct gau_timeline_page *page, const struct gau_timeline_group *group)
{
    char text[80], run[32] = "";

    if (group->run > 1 || !page->scene->files->of_workers)
        snprintf(run, sizeof run, "run %" PRIu32, group->run);
    if (page->scene->files->of_workers)
        snprintf(text, sizeof text, "worker %" PRIu32 "%s%s", group->file->worker,
                 run[0] ? ", " : "", run);
    else
        snprintf(text, sizeof text, "%s", run);
    gau_timeline_put_text(page, left_margin, page->y + 15, "group", text);
    page->y += heading;
}

static void put_groups(struct gau_timeline_page *page)
{
    uint32_t left = GAU_TIMELINE_ROWS;

    page->y = top_margin;
    for (uint32_t i = 0; i < page->scene->n_groups && left > 0; i++) {
        const struct gau_timeline_group *const group = &page->scene->groups[i];

        if (!group->any)
            continue;
        if (has_heading(page->scene))
            put_heading(page, group);
        for (uint32_t row = 0; row < group->n_rows; row++)
            gau_timeline_put_row(page, &group->rows[row], group->least_depth + row);
        left--;
    }
}

/* --- notes --------------------------------------------------------------------------------- */

enum { NOTES = 6 };

struct notes {
    char texts[NOTES][200];
    int count;
};

__attribute__((__format__(__printf__, 2, 3))) static void note(struct notes *notes,
                                                               const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(notes->texts[notes->count++], sizeof *notes->texts, format, args);
    va_end(args);
}

static void make_notes(struct notes *notes, const struct gau_timeline *scene)
{
    if (scene->joined)
        note(notes,
             "%" PRIu64 " entries narrower than 0.75 px are joined into %" PRIu64
             " %s the colour of what took most of it, paler with gaps",
             scene->joined, scene->bars, plural(scene->bars, "bar: it has", "bars: each has"));
    if (scene->too_deep)
        note(notes,
             "%" PRIu64 " deeper %s not drawn: choose other depths with --min-depth, --max-depth",
             scene->too_deep, plural(scene->too_deep, "entry is", "entries are"));
    if (scene->n_drawn > GAU_TIMELINE_ROWS)
        note(notes, "%" PRIu32 " workers or runs are not drawn, for lack of room",
             scene->n_drawn - GAU_TIMELINE_ROWS);
    if (scene->more_runs)
        note(notes, "%" PRIu64 " entries of runs beyond number %d are not drawn", scene->more_runs,
             GAU_TIMELINE_GROUPS);
    if (scene->backwards)
        note(notes, "%" PRIu64 " %s before %s: drawn without length", scene->backwards,
             plural(scene->backwards, "entry ends", "entries end"),
             plural(scene->backwards, "it begins", "they begin"));
    if (scene->cut)
        note(notes, "the last line of %s was not complete, and is left out",
             scene->files->count > 1 ? "a log" : "the log");
}

/* --- all of it ----------------------------------------------------------------------------- */

/* Low rows for many of them. */
static double row_height(uint32_t rows)
{
    return rows <= 40 ? 26 : rows <= 80 ? 18 : 10;
}

static void lay_out(struct gau_timeline_page *page, int notes)
{
    const struct gau_timeline *const scene = page->scene;
    uint32_t rows = 0, groups = 0;

    for (uint32_t i = 0; i < scene->n_groups && groups < GAU_TIMELINE_ROWS; i++) {
        rows += scene->groups[i].any ? scene->groups[i].n_rows : 0;
        groups += scene->groups[i].any;
    }
    page->row = row_height(rows);
    page->bottom = top_margin + page->row * rows + (has_heading(scene) ? heading * groups : 0) + 2;
    gau_timeline_lay_out_legend(page);
    page->height = page->bottom + axis_height + page->legend_height + note_height * notes + 6;
}

void gau_timeline_draw(const struct gau_timeline *scene, const char *title, FILE *out)
{
    struct gau_timeline_page page = {.scene = scene, .out = out, .left = left_margin};
    struct notes notes = {.count = 0};

    make_notes(&notes, scene);
    lay_out(&page, notes.count);
    head(&page, title);
    put_title(&page, title);
    gau_timeline_put_text(&page, left_margin - 8, top_margin - 10, "depth", "depth");
    axis(&page);
    put_groups(&page);
    gau_timeline_put_legend(&page, page.bottom + axis_height);
    for (int i = 0; i < notes.count; i++)
        gau_timeline_put_text(&page, left_margin,
                              page.bottom + axis_height + page.legend_height + note_height * i + 8,
                              "note", notes.texts[i]);
    fputs("</svg>\n", out);
}
