/* SPDX-License-Identifier: Apache-2.0 */
#include "draw.h"

#include "svg.h"

#include "table/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

const double gau_timeline_width = 1100;

/* In pixels. */
static const double left_margin = 56, right_margin = 24, top_margin = 68, heading = 22,
                    axis_height = 46, note_height = 16, font = 11, gap = 0.6, thinnest = 0.75;

/* The ten colours, after Paul Tol's and Okabe and Ito's for all kinds of sight: neighbours differ
 * in lightness, too. And the colour of text on them. */
static const struct paint {
    const char *fill, *text;
} paints[] = {{"#88ccee", "#102030"}, {"#cc6677", "#ffffff"}, {"#117733", "#ffffff"},
              {"#ddcc77", "#302810"}, {"#332288", "#ffffff"}, {"#44aa99", "#102030"},
              {"#882255", "#ffffff"}, {"#e69f00", "#302000"}, {"#aa4499", "#ffffff"},
              {"#999933", "#202000"}};

enum { N_PAINTS = sizeof paints / sizeof *paints };

struct page {
    const struct gau_timeline *scene;
    FILE *out;
    double row;    /* height of one, with the gap to the next */
    double y;      /* where the next thing goes */
    double bottom; /* of the rows */
    double height; /* of all of it */
};

static size_t paint_of(uint32_t label)
{
    return (label + N_PAINTS - 1) % N_PAINTS;
}

/* --- texts --------------------------------------------------------------------------------- */

static void put_text(const struct page *page, double x, double y, const char *class,
                     const char *text)
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
          ".label{text-anchor:middle;pointer-events:none}\n"
          ".part{pointer-events:none}\n"
          ".line{stroke:#e4e4e4;stroke-width:1}\n"
          ".axis{stroke:#777;stroke-width:1}\n"
          "path:hover{stroke:#111;stroke-width:1}\n",
          out);
    for (int i = 0; i < N_PAINTS; i++)
        fprintf(out, ".c%d{fill:%s}.t%d{fill:%s}\n", i, paints[i].fill, i, paints[i].text);
    fputs("</style>\n", out);
}

static void head(const struct page *page, const char *title)
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
static void put_title(const struct page *page, const char *title)
{
    const struct gau_timeline *const scene = page->scene;
    const char *const above = scene->options->children_of;
    char line[400], text[500], span[40];

    snprintf(line, sizeof line, above ? "%s: children of %s" : "%s", title, above);
    put_text(page, left_margin, 28, "title", line);
    gau_quantity_text(span, sizeof span, scene->to_s - scene->from_s, "s");
    snprintf(text, sizeof text, "%" PRIu64 " %s in %s", scene->entries,
             plural(scene->entries, "entry", "entries"), span);
    put_text(page, left_margin, 47, "sub", text);
}

/* --- the axis ------------------------------------------------------------------------------ */

/* 1, 2 or 5 times a power of ten, so that there are about ten steps. */
static double choose_step(double span)
{
    const double power = pow(10, floor(log10(span / 10)));
    const double factor = span / 10 / power;

    return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10);
}

static void put_line(const struct page *page, const char *class, double x, double y0, double y1)
{
    fprintf(page->out, "<path class=\"%s\" d=\"M", class);
    gau_svg_number(page->out, x);
    fputc(' ', page->out);
    gau_svg_number(page->out, y0);
    fputc('V', page->out);
    gau_svg_number(page->out, y1);
    fputs("\"/>\n", page->out);
}

/* All digits that tell one tick from the next, and no more. */
static void tick_text(char text[GAU_NUMBER_SIZE], double value, double step)
{
    const double magnitude = floor(log10(step) + 1e-6);
    const double largest = floor(log10(fmax(fabs(value), step)) + 1e-6);
    const int digits = (int)(largest - magnitude) + 1;

    gau_number_digits_text(text, digits < 17 ? digits : 17, value);
}

static void axis(const struct page *page)
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
        put_text(page, x, page->bottom + 18, "tick", text);
    }
    fputs("<path class=\"axis\" d=\"M", page->out);
    gau_svg_number(page->out, left_margin);
    fputc(' ', page->out);
    gau_svg_number(page->out, page->bottom);
    fputs("h", page->out);
    gau_svg_number(page->out, gau_timeline_width);
    fputs("\"/>\n", page->out);
    put_text(page, left_margin + gau_timeline_width / 2, page->bottom + 36, "tick", "run time (s)");
}

/* --- bars ---------------------------------------------------------------------------------- */

/* What is shown when the mouse is on a bar. */
static void hint(const struct page *page, const struct gau_timeline_bar *bar)
{
    const char *const label = page->scene->labels.items[bar->label];
    char busy[40], start[GAU_NUMBER_SIZE];

    gau_quantity_text(busy, sizeof busy, bar->busy_s, "s");
    gau_number_digits_text(start, 9, bar->start_s);
    fputs("<title>", page->out);
    if (bar->entries > 1)
        fprintf(page->out, "%" PRIu64 " entries, most of all: ", bar->entries);
    gau_svg_text(page->out, label);
    fprintf(page->out, "\n%s from %s s</title>", busy, start);
}

static void put_label(const struct page *page, const struct gau_timeline_bar *bar)
{
    enum { LEAST_PART = 5 };
    const char *const label = page->scene->labels.items[bar->label];
    const double room = bar->right - bar->left - 6, y = page->row / 2 + font * 0.28;
    const size_t all = gau_svg_fit(label, font, 1e9);
    size_t fitting;

    if (room < 8 || page->row < font + 2 || bar->entries > 1 || !label[0])
        return;
    fitting = gau_svg_fit(label, font, room);
    if (fitting < all)
        fitting = gau_svg_fit(label, font, room - font); /* with dots */
    if (fitting < all && fitting < LEAST_PART)
        return;
    fprintf(page->out, "<text class=\"%s t%zu\" x=\"", fitting < all ? "part" : "label",
            paint_of(bar->label));
    gau_svg_number(page->out, fitting < all ? bar->left + 4 : (bar->left + bar->right) / 2);
    fputs("\" y=\"", page->out);
    gau_svg_number(page->out, y);
    fputs("\">", page->out);
    gau_svg_text_part(page->out, label, fitting);
    fputs(fitting < all ? "\u2026</text>\n" : "</text>\n", page->out);
}

/* Bars that are joined are the paler, the more of them is gaps. */
static void put_bar(const struct page *page, const struct gau_timeline_bar *bar)
{
    const double width = fmax(bar->right - bar->left - gap, thinnest);
    const double span_s = bar->end_s - bar->start_s;

    fprintf(page->out, "<path class=\"c%zu\"", paint_of(bar->label));
    if (bar->entries > 1 && bar->busy_s < 0.95 * span_s) {
        fputs(" opacity=\"", page->out);
        gau_svg_number(page->out, 0.3 + 0.7 * bar->busy_s / span_s);
        fputc('"', page->out);
    }
    fputs(" d=\"M", page->out);
    gau_svg_number(page->out, bar->left);
    fputs(" 0h", page->out);
    gau_svg_number(page->out, width);
    fputc('v', page->out);
    gau_svg_number(page->out, page->row - 2);
    fputs("h-", page->out);
    gau_svg_number(page->out, width);
    fputs("z\">", page->out);
    hint(page, bar);
    fputs("</path>\n", page->out);
    put_label(page, bar);
}

static void put_row(struct page *page, const struct gau_timeline_row *row, uint32_t depth)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu32, depth);
    if (page->row >= 9)
        put_text(page, left_margin - 8, page->y + page->row / 2 + 3, "depth", text);
    fputs("<g transform=\"translate(", page->out);
    gau_svg_number(page->out, left_margin);
    fputc(' ', page->out);
    gau_svg_number(page->out, page->y);
    fputs(")\">\n", page->out);
    for (uint32_t i = 0; i < row->count; i++)
        put_bar(page, &row->bars[i]);
    fputs("</g>\n", page->out);
    page->y += page->row;
}

/* --- groups -------------------------------------------------------------------------------- */

static bool has_heading(const struct gau_timeline *scene)
{
    return scene->n_drawn > 1 || scene->files->of_workers;
}

static void put_heading(struct page *page, const struct gau_timeline_group *group)
{
    char text[80], run[32] = "";

    if (group->run > 1 || !page->scene->files->of_workers)
        snprintf(run, sizeof run, "run %" PRIu32, group->run);
    if (page->scene->files->of_workers)
        snprintf(text, sizeof text, "worker %" PRIu32 "%s%s", group->file->worker,
                 run[0] ? ", " : "", run);
    else
        snprintf(text, sizeof text, "%s", run);
    put_text(page, left_margin, page->y + 15, "group", text);
    page->y += heading;
}

static void put_groups(struct page *page)
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
            put_row(page, &group->rows[row], group->least_depth + row);
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
             "%" PRIu64 " entries narrower than %.2f px are joined into %" PRIu64
             " bars: each has the colour of what took most of it, paler with gaps",
             scene->joined, thinnest, scene->bars);
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

static void lay_out(struct page *page, int notes)
{
    const struct gau_timeline *const scene = page->scene;
    uint32_t rows = 0, groups = 0;

    for (uint32_t i = 0; i < scene->n_groups && groups < GAU_TIMELINE_ROWS; i++) {
        rows += scene->groups[i].any ? scene->groups[i].n_rows : 0;
        groups += scene->groups[i].any;
    }
    page->row = row_height(rows);
    page->bottom = top_margin + page->row * rows + (has_heading(scene) ? heading * groups : 0) + 2;
    page->height = page->bottom + axis_height + note_height * notes + 6;
}

void gau_timeline_draw(const struct gau_timeline *scene, const char *title, FILE *out)
{
    struct page page = {.scene = scene, .out = out};
    struct notes notes = {.count = 0};

    make_notes(&notes, scene);
    lay_out(&page, notes.count);
    head(&page, title);
    put_title(&page, title);
    put_text(&page, left_margin - 8, top_margin - 10, "depth", "depth");
    axis(&page);
    put_groups(&page);
    for (int i = 0; i < notes.count; i++)
        put_text(&page, left_margin, page.bottom + axis_height + note_height * i + 8, "note",
                 notes.texts[i]);
    fputs("</svg>\n", out);
}
