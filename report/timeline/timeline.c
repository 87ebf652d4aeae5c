/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include "timeline_page.h"

#include "documents/document.h"
#include "table/number_format.h"
#include "table/svg.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* All lengths are in pixels. */
static const double left_margin = GAU_TIMELINE_LEFT, right_margin = 24, top_margin = 68,
                    heading = 22, axis_height = 46, note_height = 16, font = GAU_TIMELINE_FONT,
                    gap = 0.6, thinnest = 0.75;

/* Colour-blind readers, too, distinguish these nine colours, and read dark text on them: Paul Tol's
 * light scheme and a violet, ordered so that neighbours differ. Other labels are grey, events
 * nearly white. */
static const char style[] =
    "<style>\n"
    "text{font-family:'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;font-size:11px;fill:#444}\n"
    ".title{font-size:18px;font-weight:bold;fill:#111}\n"
    ".sub{font-size:12px}\n"
    ".group{font-weight:bold;fill:#111}\n"
    ".depth{text-anchor:end;fill:#777}\n"
    ".tick{text-anchor:middle}\n"
    ".label,.part{fill:#111;pointer-events:none}\n"
    ".label{text-anchor:middle}\n"
    ".line{stroke:#e4e4e4;stroke-width:1}\n"
    ".axis{stroke:#777;stroke-width:1}\n"
    "path:hover{stroke:#111;stroke-width:1}\n"
    ".c0{fill:#77aadd}\n.c1{fill:#ee8866}\n.c2{fill:#44bb99}\n.c3{fill:#ffaabb}\n"
    ".c4{fill:#bbcc33}\n.c5{fill:#99ddff}\n.c6{fill:#c3a5e0}\n.c7{fill:#aaaa00}\n"
    ".c8{fill:#eedd88}\n.c9{fill:#c8c8c8}\n.c10{fill:#f4f4f4;stroke:#aaa;stroke-width:.6}\n"
    "</style>\n";

/* --- the axis ------------------------------------------------------------------------------ */

/* Returns 1, 2 or 5 times a power of ten, so that there are about ten steps. */
static double choose_step(double span)
{
    const double power = pow(10, floor(log10(span / 10)));
    const double factor = span / 10 / power;

    return power * (factor <= 1.0001 ? 1 : factor <= 2.0001 ? 2 : factor <= 5.0001 ? 5 : 10);
}

/* Writes all digits that distinguish one tick from the next. */
static void tick_text(char text[GAU_NUMBER_SIZE], double value, double step)
{
    const int magnitude = (int)floor(log10(step) + 1e-6);
    const struct gau_scale scale = {.factor = 1, .decimals = magnitude < 0 ? -magnitude : 0};

    if (magnitude < -9 || magnitude > 5)
        gau_number_digits_text(text, 12, value);
    else
        gau_scale_text(text, &scale, value);
}

static void put_axis(const struct gau_timeline_page *page)
{
    const double from = page->scene->from_s, to = page->scene->to_s, bottom = page->bottom;
    const double step = choose_step(to - from), first = ceil(from / step - 1e-6);

    for (int i = 0; i < 25 && (first + i) * step <= to + 1e-6 * step; i++) {
        const double value = (first + i) * step;
        const double x = left_margin + GAU_TIMELINE_WIDTH * (value - from) / (to - from);
        char text[GAU_NUMBER_SIZE];

        tick_text(text, value, step);
        gau_timeline_put(page, "<path class=\"line\" d=\"M@ @V@\"/>\n", x, top_margin - 8, bottom);
        gau_timeline_put(page, "<path class=\"axis\" d=\"M@ @v5\"/>\n", x, bottom);
        gau_timeline_put_text(page, x, bottom + 18, "tick", text);
    }
    gau_timeline_put(page, "<path class=\"axis\" d=\"M@ @h@\"/>\n", left_margin, bottom,
                     GAU_TIMELINE_WIDTH);
    gau_timeline_put_text(page, left_margin + GAU_TIMELINE_WIDTH / 2, bottom + 36, "tick",
                          "run time (s)");
}

/* --- bars ---------------------------------------------------------------------------------- */

/* Puts the label, or its beginning, if the bar has room for it. */
static void put_label(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    enum { LEAST_PART = 5, LEAST_ROOM = 8 };
    const char *const label = page->scene->labels.items[bar->label];
    const double room = bar->right - bar->left - 6, y = page->row / 2 + font * 0.28;
    const char *rest;
    size_t part;

    if (room < LEAST_ROOM || page->row < font + 2 || bar->entries > 1)
        return;
    gau_svg_fit(&rest, label, font, room);
    if (!*rest) {
        gau_timeline_put_text(page, (bar->left + bar->right) / 2, y, "label", label);
        return;
    }
    part = gau_svg_fit(&rest, label, font, room - font); /* some room is for the dots */
    if (part < LEAST_PART)
        return;
    gau_timeline_put(page, "<text class=\"part\" x=\"@\" y=\"@\">", bar->left + 4, y);
    gau_svg_text_part(page->out, label, part);
    gau_timeline_put(page, "\u2026</text>\n");
}

/* A bar has a title, which is shown when the mouse is on it. */
static void put_bar(const struct gau_timeline_page *page, const struct gau_timeline_bar *bar)
{
    const double width = fmax(bar->right - bar->left - gap, thinnest);
    char busy[40], start[GAU_NUMBER_SIZE];

    gau_quantity_text(busy, sizeof busy, bar->busy_s, "s");
    gau_number_digits_text(start, 9, bar->start_s);
    fprintf(page->out, "<path class=\"c%u\"", bar->colour);
    gau_timeline_put(page, " d=\"M@ 0h@v@h@z\"><title>", bar->left, width, page->row - 2, -width);
    if (bar->entries > 1)
        fprintf(page->out, "%" PRIu64 " entries, the longest: ", bar->entries);
    gau_timeline_put(page, "$\n$ from $ s</title></path>\n", page->scene->labels.items[bar->label],
                     busy, start);
    put_label(page, bar);
}

static void put_row(struct gau_timeline_page *page, const struct gau_timeline_row *row,
                    uint32_t depth)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu32, depth);
    gau_timeline_put_text(page, left_margin - 8, page->y + page->row / 2 + 3, "depth", text);
    gau_timeline_put(page, "<g transform=\"translate(@ @)\">\n", left_margin, page->y);
    for (uint32_t i = 0; i < row->count; i++)
        put_bar(page, &row->bars[i]);
    gau_timeline_put(page, "</g>\n");
    page->y += page->row;
}

static bool has_headings(const struct gau_timeline *scene)
{
    return scene->n_drawn > 1 || scene->files->sources->count > 1 ||
           scene->files->items[0].of_workers || scene->files->items[0].of_processes;
}

static void add_heading(char *text, size_t size, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

/* Adds one more part, behind a comma. */
static void add_heading(char *text, size_t size, const char *format, ...)
{
    size_t length = strlen(text);
    va_list args;

    length += (size_t)snprintf(text + length, size - length, "%s", length ? ", " : "");
    va_start(args, format);
    vsnprintf(text + length, size - length, format, args);
    va_end(args);
}

/* Returns the last part of a path, which may end with slashes. */
static const char *last_part(const char *path)
{
    size_t start = strlen(path);

    while (start > 1 && path[start - 1] == '/')
        start--;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return path + start;
}

/* Returns the last part of a source's path, or all of it if others end so, too. */
static const char *name_of(const struct gau_timeline_sources *sources, const char *path)
{
    const char *const name = last_part(path);

    for (size_t i = 0; i < sources->count; i++)
        if (sources->paths[i] != path && strcmp(last_part(sources->paths[i]), name) == 0)
            return path;
    return name;
}

static void put_heading(struct gau_timeline_page *page, const struct gau_timeline_group *group)
{
    const struct gau_timeline_sources *const sources = page->scene->files->sources;
    char text[300] = "";

    if (sources->count > 1 || (group->file->of_processes && !group->file->process[0]))
        add_heading(text, sizeof text, "%.*s", GAU_QUOTE(name_of(sources, group->file->source)));
    if (group->file->process[0])
        add_heading(text, sizeof text, "%s", group->file->process);
    if (group->file->of_workers)
        add_heading(text, sizeof text, "worker %" PRIu32, group->file->worker);
    if (group->run > 1 || !text[0])
        add_heading(text, sizeof text, "run %" PRIu32, group->run);
    gau_timeline_put_text(page, left_margin, page->y + 15, "group", text);
    page->y += heading;
}

static void put_groups(struct gau_timeline_page *page)
{
    page->y = top_margin;
    for (uint32_t i = 0; i < page->scene->n_groups; i++) {
        const struct gau_timeline_group *const group = &page->scene->groups[i];

        if (group->n_rows > 0 && has_headings(page->scene))
            put_heading(page, group);
        for (uint32_t row = 0; row < group->n_rows; row++)
            put_row(page, &group->rows[row], group->least_depth + row);
    }
}

/* --- notes --------------------------------------------------------------------------------- */

enum { NOTES = 3 };

/* Writes what the picture does not show; returns how many notes there are. */
static int make_notes(char notes[NOTES][200], const struct gau_timeline *scene)
{
    int n = 0;

    if (scene->joined)
        snprintf(notes[n++], 200,
                 "%" PRIu64 " entries narrower than 0.75 px are joined with their neighbours",
                 scene->joined);
    if (scene->left_out)
        snprintf(notes[n++], 200,
                 "%" PRIu64 " entries of further depths, workers or runs are not drawn",
                 scene->left_out);
    if (scene->cut)
        snprintf(notes[n++], 200, "the last line of %s was not complete, and is left out",
                 scene->files->count > 1 ? "a log" : "the log");
    return n;
}

/* --- all of it ----------------------------------------------------------------------------- */

/* Many rows are low, so that the picture is not too high. */
static double row_height(uint32_t rows)
{
    return rows <= 40 ? 26 : rows <= 80 ? 18 : 10;
}

static double lay_out(struct gau_timeline_page *page, int notes)
{
    const struct gau_timeline *const scene = page->scene;
    uint32_t rows = 0;

    for (uint32_t i = 0; i < scene->n_groups; i++)
        rows += scene->groups[i].n_rows;
    page->row = row_height(rows);
    page->bottom = top_margin + page->row * rows + 2;
    page->bottom += has_headings(scene) ? heading * scene->n_drawn : 0;
    page->legend = gau_timeline_legend(page, false);
    return page->bottom + axis_height + page->legend + note_height * notes + 6;
}

static void draw_timeline(const struct gau_timeline *scene, const char *title, FILE *out)
{
    struct gau_timeline_page page = {.scene = scene, .out = out};
    char notes[NOTES][200];
    const int n_notes = make_notes(notes, scene);
    const double width = left_margin + GAU_TIMELINE_WIDTH + right_margin,
                 height = lay_out(&page, n_notes);
    char text[80], span[40];

    gau_quantity_text(span, sizeof span, scene->to_s - scene->from_s, "s");
    snprintf(text, sizeof text, "%" PRIu64 " %s in %s", scene->entries,
             scene->entries == 1 ? "entry" : "entries", span);
    gau_timeline_put(
        &page,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"@\" height=\"@\" viewBox=\"0 0 @ @\">\n"
        "<title>$</title>\n",
        width, height, width, height, title);
    fputs(style, out);
    gau_timeline_put(&page, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    gau_timeline_put_text(&page, left_margin, 28, "title", title);
    gau_timeline_put_text(&page, left_margin, 47, "sub", text);
    gau_timeline_put_text(&page, left_margin - 8, top_margin - 10, "depth", "depth");
    put_axis(&page);
    put_groups(&page);
    page.y = page.bottom + axis_height;
    gau_timeline_legend(&page, true);
    for (int i = 0; i < n_notes; i++)
        gau_timeline_put_text(&page, left_margin,
                              page.bottom + axis_height + page.legend + note_height * i + 8, "note",
                              notes[i]);
    fputs("</svg>\n", out);
}

/* Writes "Timeline of NAME" or "Timeline of 2 time logs: NAME, OTHER". Names that do not fit are
 * left out, as the headings have them. */
static void make_title(char *title, size_t size, const struct gau_timeline_sources *sources)
{
    enum { LONGEST = 80, FULL = 90 };
    size_t length = (size_t)snprintf(title, size, "Timeline of ");

    if (sources->count > 1)
        length +=
            (size_t)snprintf(title + length, size - length, "%zu time logs: ", sources->count);
    for (size_t i = 0; i < sources->count; i++) {
        const char *const name = name_of(sources, sources->paths[i]);
        size_t n = strlen(name);

        while (n > 1 && name[n - 1] == '/')
            n--;
        n = n > LONGEST ? LONGEST : n;
        if (i > 0 && length + n > FULL) {
            snprintf(title + length, size - length, ", ...");
            return;
        }
        length +=
            (size_t)snprintf(title + length, size - length, "%s%.*s", i ? ", " : "", (int)n, name);
    }
}

static void write_timeline(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    const struct gau_timeline_sources sources = {request->paths, request->path_count};
    struct gau_timeline_files files;
    struct gau_timeline scene = {.options = request->options, .files = &files, .error = error};
    char title[256];

    if (!gau_timeline_files_find(&files, &sources, error))
        return;
    if (gau_timeline_make(&scene)) {
        make_title(title, sizeof title, &sources);
        draw_timeline(&scene, title, out);
    }
    gau_timeline_clear(&scene);
    gau_timeline_files_clear(&files);
}

const struct gau_view gau_view_timeline = {
    .name = "timeline",
    .help = "what ran when: a row per depth, of the time log in DIR, which TimeLogAuditor writes, "
            "or of a time log instead of DIR; several are drawn below each other",
    .needs = GAU_VIEW_NEEDS_TIME_LOG,
    .takes = GAU_VIEW_TAKES_TIMELINE | GAU_VIEW_TAKES_TIME_FILTER | GAU_VIEW_TAKES_PATHS,
    .is_picture = true,
    .write = write_timeline,
};
