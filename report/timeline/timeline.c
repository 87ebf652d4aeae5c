/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include "timeline_lanes.h"
#include "timeline_page.h"

#include "documents/document.h"
#include "table/number_format.h"
#include "table/svg.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All lengths are in pixels. */
static const double left_margin = GAU_TIMELINE_LEFT, right_margin = 24, top_margin = 68,
                    heading = GAU_TIMELINE_HEADING, axis_height = 46, note_height = 16,
                    damage_height = 16;

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

/* Entries of lanes may have an outcome, and gaps between them. */
static const char style_of_lanes[] =
    "<style>\n"
    ".error{stroke:#d00;stroke-width:1.5}\n"
    ".gap{fill:url(#gap);stroke:#888;stroke-width:.6}\n"
    ".damage{font-size:12px;fill:#a00}\n"
    "</style>\n"
    "<defs><pattern id=\"gap\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"6\" height=\"6\" fill=\"#ddd\" fill-opacity=\".6\"/>"
    "<path d=\"M0 6L6 0\" stroke=\"#888\"/></pattern></defs>\n";

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
        gau_timeline_put(page, "<path class=\"line\" d=\"M@ @V@\"/>\n", x, page->top - 8, bottom);
        gau_timeline_put(page, "<path class=\"axis\" d=\"M@ @v5\"/>\n", x, bottom);
        gau_timeline_put_text(page, x, bottom + 18, "tick", text);
    }
    gau_timeline_put(page, "<path class=\"axis\" d=\"M@ @h@\"/>\n", left_margin, bottom,
                     GAU_TIMELINE_WIDTH);
    gau_timeline_put_text(page, left_margin + GAU_TIMELINE_WIDTH / 2, bottom + 36, "tick",
                          "run time (s)");
}

/* --- groups -------------------------------------------------------------------------------- */

static bool has_headings(const struct gau_timeline *scene)
{
    return scene->n_drawn > 1 || scene->files->sources->count > 1 ||
           scene->files->items[0].is_trace || scene->files->items[0].of_workers ||
           scene->files->items[0].of_processes;
}

static void put_groups(struct gau_timeline_page *page)
{
    page->y = page->top;
    for (uint32_t i = 0; i < page->scene->n_groups; i++) {
        const struct gau_timeline_group *const group = &page->scene->groups[i];

        if (group->n_rows > 0 && has_headings(page->scene))
            gau_timeline_put_heading(page, group);
        gau_timeline_put_rows(page, group);
    }
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
    page->bottom = page->top + page->row * rows + 2;
    page->bottom += has_headings(scene) ? heading * scene->n_drawn : 0;
    page->legend = gau_timeline_legend(page, false);
    return page->bottom + axis_height + page->legend + note_height * notes + 6;
}

/* Writes the beginning, up to the background. */
static void open_page(const struct gau_timeline_page *page, double height, const char *title)
{
    const double width = left_margin + GAU_TIMELINE_WIDTH + right_margin;

    gau_timeline_put(
        page,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"@\" height=\"@\" viewBox=\"0 0 @ @\">\n"
        "<title>$</title>\n",
        width, height, width, height, title);
    fputs(style, page->out);
    if (gau_timeline_has_lanes(page->scene))
        fputs(style_of_lanes, page->out);
    gau_timeline_put(page, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
}

/* Returns the last space before @p end, or that itself if there is none, or nothing follows. */
static const char *break_line(const char *text, const char *end)
{
    const char *space = end;

    while (*end && space > text && *space != ' ')
        space--;
    return space > text ? space : end;
}

/* Breaks the text into lines as wide as the drawing, and draws them, unless that is for later.
 * Returns how many there are. */
static int put_lines(const struct gau_timeline_page *page, const char *text, bool draws)
{
    char line[600];
    int n = 0;

    while (*text) {
        const char *end;

        gau_svg_fit(&end, text, 12, GAU_TIMELINE_WIDTH);
        end = break_line(text, end);
        snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
        if (draws)
            gau_timeline_put_text(page, left_margin, 63 + damage_height * n, "damage", line);
        n++;
        text = end + strspn(end, " ");
    }
    return n;
}

/* What is missing in the files is said once more where others read it. */
static void put_damage(const struct gau_timeline_page *page, const char *damage)
{
    if (!damage[0])
        return;
    fputs("gaudit: ", stderr);
    gau_glyphs_write(damage, stderr);
    fputc('\n', stderr);
    put_lines(page, damage, true);
}

static void draw_timeline(const struct gau_timeline *scene, const char *title, FILE *out)
{
    struct gau_timeline_page page = {.scene = scene, .out = out, .top = top_margin};
    char notes[GAU_TIMELINE_NOTES][200], damage[600], text[80], span[40];
    const int n_notes = gau_timeline_notes(notes, scene);

    gau_timeline_damage(damage, sizeof damage, scene);
    page.top += damage_height * put_lines(&page, damage, false);
    gau_quantity_text(span, sizeof span, scene->to_s - scene->from_s, "s");
    snprintf(text, sizeof text, "%" PRIu64 " %s in %s", scene->entries,
             gau_timeline_noun(scene, scene->entries), span);
    open_page(&page, lay_out(&page, n_notes), title);
    gau_timeline_put_text(&page, left_margin, 28, "title", title);
    gau_timeline_put_text(&page, left_margin, 47, "sub", text);
    put_damage(&page, damage);
    gau_timeline_put_text(&page, left_margin - 8, page.top - 10, "depth", "depth");
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

/* Writes "Timeline of NAME" or "Timeline of 2 time logs: NAME, OTHER"; or "2 runs". Names that do
 * not fit are left out, as the headings have them. */
static void make_title(char *title, size_t size, const struct gau_timeline *scene)
{
    const struct gau_timeline_sources *const sources = scene->files->sources;
    enum { LONGEST = 80, FULL = 90 };
    size_t length = (size_t)snprintf(title, size, "Timeline of ");

    if (sources->count > 1)
        length += (size_t)snprintf(title + length, size - length, "%zu %s: ", sources->count,
                                   gau_timeline_has_lanes(scene) ? "runs" : "time logs");
    for (size_t i = 0; i < sources->count; i++) {
        const char *const name = gau_timeline_source_name(sources, sources->paths[i]);
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

static void write_data(const struct gau_view_request *request,
                       const struct gau_timeline_sources *sources, FILE *out, gau_error *error)
{
    struct gau_timeline_lanes *const lanes =
        gau_timeline_lanes_read(sources, request->options, GAU_TIMELINE_LANES_BARS, error);

    if (lanes) {
        gau_timeline_lanes_write(lanes, true, out);
        fputc('\n', out);
    }
    gau_timeline_lanes_free(lanes);
}

static void write_timeline(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    const struct gau_timeline_sources sources = {request->paths, request->path_count};
    struct gau_timeline_files files;
    struct gau_timeline scene = {.options = request->options, .files = &files, .error = error};
    enum { EVENT = 40 };
    char title[256 + EVENT];

    if (request->options->format == GAU_TABLE_JSON) {
        write_data(request, &sources, out, error);
        return;
    }
    if (request->options->format != GAU_TABLE_TEXT) {
        gau_fail_first(error, GAU_ERR_USAGE, "a timeline is a picture; --format takes json");
        return;
    }
    if (!gau_timeline_files_find(&files, &sources, error))
        return;
    if (gau_timeline_make(&scene)) {
        make_title(title, sizeof title - EVENT, &scene);
        if (request->options->timeline.event)
            snprintf(title + strlen(title), EVENT, ", event %zu", request->options->timeline.event);
        draw_timeline(&scene, title, out);
    }
    gau_timeline_clear(&scene);
    gau_timeline_files_clear(&files);
}

const struct gau_view gau_view_timeline = {
    .name = "timeline",
    .help = "what ran when: a row per depth, of the timeline in DIR, which TraceAuditor writes, or "
            "of the time log of TimeLogAuditor, or of such a file; several are drawn below each "
            "other",
    .needs = GAU_VIEW_NEEDS_TIME_LOG,
    .takes = GAU_VIEW_TAKES_FORMAT | GAU_VIEW_TAKES_TIMELINE | GAU_VIEW_TAKES_EVENT |
             GAU_VIEW_TAKES_TIME_FILTER | GAU_VIEW_TAKES_PATHS,
    .is_picture = true,
    .write = write_timeline,
};
