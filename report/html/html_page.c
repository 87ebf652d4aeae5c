/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include "documents/document.h"

#include "table/svg.h"

#include <stdlib.h>
#include <string.h>

/* What the page shows, in its order. */
static const struct section {
    const char *view, *heading;
    size_t limit;    /* of rows, for a page that is read; 0: that of the view */
    bool is_picture; /* SVG, by itself or as an export of the view */
} sections[] = {
    {"timing", "Timing", 300, false},       {"bars", "Shares of the time", 0, true},
    {"flamegraph", "Flame graph", 0, true}, {"hotspots", "Hot spots", 40, false},
    {"events", "Events", 0, true},          {"events", "Slowest events", 10, false},
    {"regions", "Regions", 0, true},        {"regions", "Costs of regions", 40, false},
    {"workers", "Workers", 0, true},        {"workers", "Times of workers", 40, false},
    {"counts", "Decisions", 300, false},    {"modules", "Modules", 20, false},
    {"summary", "The run", 0, false},
};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

struct html_page {
    const struct gau_view_request *request;
    const char *folder;
    struct part {
        char *text; /* what the view writes; NULL: it has no data */
        size_t size;
    } parts[N_SECTIONS];
    gau_error missing; /* why the last view has no data; the summary says what is wrong with a
                        * folder */
    gau_error *error;
};

/* --- parts --------------------------------------------------------------------------------- */

/*
 * Has the view write. What it has no data for is an error of usage and leaves *text NULL; any other
 * error is one of the page.
 */
static void write_view(struct html_page *page, struct part *part, const struct gau_view *view,
                       const struct gau_view_options *options)
{
    const struct gau_view_request asked = {.view = view,
                                           .name = view->name,
                                           .paths = page->request->paths,
                                           .path_count = 1,
                                           .options = options,
                                           .others = page->request->others};
    gau_error error = {0};
    FILE *const out = open_memstream(&part->text, &part->size);

    if (out)
        view->write(&asked, out, &error);
    if (!out || fclose(out) != 0)
        gau_fail_memory(&error, "page of '%.*s'", GAU_QUOTE(page->folder));
    if (error.status == GAU_OK && part->size > 0)
        return;
    if (error.status == GAU_ERR_USAGE)
        page->missing = error;
    else if (error.status != GAU_OK && page->error->status == GAU_OK)
        *page->error = error;
    free(part->text);
    part->text = NULL;
}

static struct gau_view_options options_of(const struct html_page *page)
{
    struct gau_view_options options = *page->request->options;

    options.format = GAU_TABLE_HTML;
    options.width = 0;
    options.unicode = true;
    options.has_colour = false;
    options.all_columns_by = NULL;
    return options;
}

static void write_part(struct html_page *page, size_t i)
{
    const struct gau_view *const view = gau_view_find(page->request->others, sections[i].view);
    struct gau_view_options options = options_of(page);

    options.limit = sections[i].limit;
    if (sections[i].is_picture) {
        options.format = GAU_TABLE_TEXT;
        options.export = view->export;
    }
    write_view(page, &page->parts[i], view, &options);
}

/* --- HTML ---------------------------------------------------------------------------------- */

static void put_base64(const char *text, size_t size, FILE *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *const bytes = (const unsigned char *)text;

    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? bytes[i + 1] : 0u) << 8 |
                               (left > 2 ? bytes[i + 2] : 0u);

        fputc(digits[group >> 18], out);
        fputc(digits[group >> 12 & 63], out);
        fputc(left > 1 ? digits[group >> 6 & 63] : '=', out);
        fputc(left > 2 ? digits[group & 63] : '=', out);
    }
}

/* A picture keeps its own style sheet. */
static void put_picture(const struct section *section, const struct part *part, FILE *out)
{
    fprintf(out,
            "<img alt=\"%s; a table of the same is made by the command below\" "
            "src=\"data:image/svg+xml;base64,",
            section->heading);
    put_base64(part->text, part->size, out);
    fputs("\">\n", out);
}

/* As a word for a shell. */
static void put_quoted(const char *word, FILE *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "/._-+,:@%";

    if (word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (const char *quote; (quote = strchr(word, '\'')); word = quote + 1) {
        char *const before = strndup(word, (size_t)(quote - word));

        gau_svg_text(out, before ? before : "");
        free(before);
        fputs("'\\''", out);
    }
    gau_svg_text(out, word);
    fputc('\'', out);
}

static void put_command(const struct html_page *page, const struct section *section, FILE *out)
{
    fprintf(out, "<p class=\"made\"><code>gaudit report %s ", section->view);
    put_quoted(page->folder, out);
    fprintf(out, "%s</code></p>\n", section->is_picture ? " -O picture.svg" : "");
}

static void put_sections(const struct html_page *page, FILE *out)
{
    for (size_t i = 0; i < N_SECTIONS; i++) {
        const struct part *const part = &page->parts[i];

        if (!part->text)
            continue;
        fprintf(out, "<section>\n<h2 id=\"s%zu\">%s</h2>\n", i, sections[i].heading);
        if (sections[i].is_picture)
            put_picture(&sections[i], part, out);
        else
            fwrite(part->text, 1, part->size, out);
        put_command(page, &sections[i], out);
        fputs("</section>\n", out);
    }
}

static void put_contents(const struct html_page *page, FILE *out)
{
    fputs("<nav aria-label=\"Contents\">", out);
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (page->parts[i].text)
            fprintf(out, "<a href=\"#s%zu\">%s</a> ", i, sections[i].heading);
    fputs("</nav>\n", out);
}

/* The sentences that the views begin with. */
static void put_answers(struct html_page *page, FILE *out)
{
    static const char *const views[] = {"timing", "hotspots"};

    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const struct gau_view *const view = gau_view_find(page->request->others, views[i]);
        struct gau_view_options options = options_of(page);
        struct part part = {0};

        options.format = GAU_TABLE_TEXT;
        options.sentence = true;
        write_view(page, &part, view, &options);
        if (part.text && part.text[strspn(part.text, " \n")]) {
            fputs("<p class=\"answer\">", out);
            part.text[strcspn(part.text, "\n")] = '\0';
            gau_svg_text(out, part.text);
            fputs("</p>\n", out);
        }
        free(part.text);
    }
}

static void put_page(struct html_page *page, FILE *out)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'sha256-%s'; img-src data:\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>",
            gau_html_style_sha256);
    gau_svg_text(out, page->folder);
    fprintf(out, " - gaudit</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n<h1>",
            gau_html_style);
    gau_svg_text(out, page->folder);
    fputs("</h1>\n", out);
    put_answers(page, out);
    put_contents(page, out);
    put_sections(page, out);
    fputs("</main>\n</body>\n</html>\n", out);
}

static bool has_parts(const struct html_page *page)
{
    size_t n = 0;

    for (size_t i = 0; i < N_SECTIONS; i++)
        n += page->parts[i].text != NULL;
    return n > 0;
}

static void write_page(const struct gau_view_request *request, FILE *out, gau_error *error)
{
    struct html_page page = {.request = request, .folder = request->paths[0], .error = error};

    for (size_t i = 0; i < N_SECTIONS; i++)
        write_part(&page, i);
    if (!has_parts(&page) && page.missing.status != GAU_OK)
        *error = page.missing;
    else if (error->status == GAU_OK)
        put_page(&page, out);
    for (size_t i = 0; i < N_SECTIONS; i++)
        free(page.parts[i].text);
}

const struct gau_view gau_view_html = {
    .name = "html",
    .help = "all of it as one file to look at and to send: -O report.html",
    .needs = GAU_VIEW_NEEDS_RESULT,
    .write = write_page,
};
