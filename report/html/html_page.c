/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

#include "data_block.h"
#include "page_document.h"
#include "page_files.h"
#include "result_archive.h"

#include "documents/document.h"
#include "documents/rank_end.h"
#include "report/hotspots/shared_samples.h"
#include "report/timeline/timeline_files.h"

#include "table/svg.h"

#include <stdlib.h>
#include <string.h>

/* What the page shows, in its order. */
static const struct section {
    const char *view, *heading;
    size_t limit;    /* of rows, for a page that is read; 0: that of the view */
    bool is_picture; /* SVG, by itself or as an export of the view */
    bool asks_all;   /* for all symbols; warnings of these are then below tables of later views */
    const char *top; /* the order in which rows are the first, if the limit leaves some out; NULL:
                        that of the view */
} sections[] = {
    {"timing", "Branches", .limit = 20, .top = "self"},
    {"ranks", "Ranks", .limit = 20},
    {"hotspots", "Functions", .limit = 40},
    {"bars", "Shares", .is_picture = true},
    {"flamegraph", "Flame graph", .is_picture = true, .asks_all = true},
    {"events", "Events", .is_picture = true},
    {"events", "Slowest events", .limit = 10},
    {"regions", "Regions", .is_picture = true},
    {"regions", "Costs of regions", .limit = 40},
    {"workers", "Workers", .is_picture = true},
    {"workers", "Times of workers", .limit = 40},
    {"counts", "Decisions", .limit = 40},
    {"modules", "Modules", .limit = 20},
    {"summary", "The run", .asks_all = true},
};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

struct html_page {
    const struct gau_view_request *request;
    const char *folder;
    struct part {
        char *text; /* what the view writes; NULL: it has no data */
        size_t size;
        bool is_top; /* it has the first rows in the order of the section */
    } parts[N_SECTIONS];
    gau_error missing; /* why the last view has no data; the summary says what is wrong with a
                        * folder */
    gau_error *error;
};

/* --- parts --------------------------------------------------------------------------------- */

/* What the view has no data for leaves no text; any other error is one of the page. */
static void write_view(struct html_page *page, struct part *part, const char *view,
                       const struct gau_view_options *options)
{
    gau_error error = {0};

    part->text = gau_page_view_text(page->request, view, options, &part->size, &error);
    if (error.status == GAU_ERR_USAGE)
        page->missing = error;
    else if (error.status != GAU_OK && page->error->status == GAU_OK)
        *page->error = error;
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

/* Whether a table ends with the number of rows that are not in it. */
static bool is_cut(const struct part *part)
{
    return part->text && strstr(part->text, " more rows</p>\n");
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
    write_view(page, &page->parts[i], view->name, &options);
    if (sections[i].top && is_cut(&page->parts[i])) {
        free(page->parts[i].text);
        options.sort = sections[i].top;
        page->parts[i].is_top = true;
        write_view(page, &page->parts[i], view->name, &options);
    }
}

static void write_parts(struct html_page *page, bool asks_all)
{
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (sections[i].asks_all == asks_all)
            write_part(page, i);
}

/* --- HTML ---------------------------------------------------------------------------------- */

/* A picture keeps its own style sheet. */
static void put_picture(const struct section *section, const struct part *part, FILE *out)
{
    fprintf(out,
            "<img alt=\"%s; a table of the same is made by the command below\" "
            "src=\"data:image/svg+xml;base64,",
            section->heading);
    gau_base64_write(part->text, part->size, out);
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

static void put_command(const struct html_page *page, size_t i, FILE *out)
{
    fprintf(out, "<p class=\"made\"><code>gaudit report %s ", sections[i].view);
    put_quoted(gau_result_shown(page->folder), out);
    if (page->parts[i].is_top)
        fprintf(out, " --sort %s", sections[i].top);
    fprintf(out, "%s</code></p>\n", sections[i].is_picture ? " -O picture.svg" : "");
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
        put_command(page, i, out);
        fputs("</section>\n", out);
    }
}

static void put_contents(const struct html_page *page, FILE *out)
{
    fputs("<nav aria-label=\"Contents\">", out);
    if (page->request->options->comparison)
        fputs("<a href=\"#comparison\">Comparison</a> ", out);
    for (size_t i = 0; i < N_SECTIONS; i++)
        if (page->parts[i].text)
            fprintf(out, "<a href=\"#s%zu\">%s</a> ", i, sections[i].heading);
    fputs("</nav>\n", out);
}

static const char *title_of(const struct html_page *page)
{
    const struct gau_page_comparison *const comparison = page->request->options->comparison;

    return comparison ? comparison->title : gau_result_shown(page->folder);
}

static void put_answer(const char *text, FILE *out)
{
    fputs("<p class=\"answer\">", out);
    gau_svg_text(out, text);
    fputs("</p>\n", out);
}

static void put_comparison(const struct html_page *page, FILE *out)
{
    const struct gau_page_comparison *const comparison = page->request->options->comparison;

    if (!comparison)
        return;
    fprintf(out, "<section>\n<h2 id=\"comparison\">Comparison</h2>\n%s<p class=\"made\"><code>",
            comparison->html);
    gau_svg_text(out, comparison->command);
    fputs("</code></p>\n</section>\n", out);
}

/* What did not end well comes first. */
static void put_end(const struct html_page *page, FILE *out)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(page->folder, "run", &ignored);
    const char *status = json_string_value(json_object_get(run, "status")),
               *reason = json_string_value(json_object_get(run, "failure_reason"));
    struct gau_job_end end;
    char text[512];

    if (gau_job_end_read(&end, page->folder, run)) {
        status = end.status;
        reason = end.reason;
    }
    if (status && strcmp(status, "finished") != 0) {
        snprintf(text, sizeof text, "%s%s%s", status, reason ? ": " : "", reason ? reason : "");
        fputs("<p class=\"answer failed\">", out);
        gau_svg_text(out, text);
        fputs("</p>\n", out);
    }
    json_decref(run);
}

/* The sentences that the views begin with. */
static void put_answers(struct html_page *page, FILE *out)
{
    static const char *const views[] = {"timing", "hotspots"};
    const struct gau_page_comparison *const comparison = page->request->options->comparison;

    for (size_t i = 0; comparison && comparison->sentences[i]; i++)
        put_answer(comparison->sentences[i], out);
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        struct gau_view_options options = options_of(page);
        struct part part = {0};

        options.format = GAU_TABLE_TEXT;
        options.sentence = true;
        options.width = GAU_PAGE_LINE;
        write_view(page, &part, views[i], &options);
        if (part.text && part.text[strspn(part.text, " \n")]) {
            part.text[strcspn(part.text, "\n")] = '\0';
            put_answer(part.text, out);
        }
        free(part.text);
    }
}

/* --- data ---------------------------------------------------------------------------------- */

/* Writes bytes as the blocks of a class, and frees them. */
static void put_block(struct html_page *page, const char *class, struct gau_json_bytes *bytes,
                      gau_error *error, FILE *out)
{
    const bool done =
        error->status == GAU_OK && !bytes->no_memory &&
        (bytes->used == 0 || gau_data_block_write(class, bytes->start, bytes->used, out));

    free(bytes->start);
    if (!done)
        gau_fail_memory(error, "page of '%.*s'", GAU_QUOTE(page->folder));
    if (error->status != GAU_OK && page->error->status == GAU_OK)
        *page->error = *error;
}

static void put_document(struct html_page *page, FILE *out)
{
    struct gau_json_bytes bytes = {0};
    gau_error error = {0};

    gau_page_document_put(page->request, &bytes, &error);
    put_block(page, "document", &bytes, &error, out);
}

/* The files of the result; too large ones are left out. */
static void put_files(struct html_page *page, FILE *out)
{
    struct gau_json_bytes bytes = {0};
    gau_error error = {0};

    gau_result_archive_put(page->folder, &bytes, &error);
    put_block(page, "result", &bytes, &error, out);
}

/* --- the page ------------------------------------------------------------------------------ */

static void put_head(const struct html_page *page, FILE *out)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
            "'sha256-%s'; style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action "
            "'none'; require-trusted-types-for 'script'; trusted-types 'none'\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n"
            "<meta name=\"generator\" content=\"gaudit\">\n%s"
            "<link rel=\"icon\" href=\"data:,\">\n<title>",
            gau_page_script_sha256, gau_page_style_sha256,
            page->request->options->comparison ? "<meta name=\"gaudit\" content=\"comparison\">\n"
                                               : "");
    gau_svg_text(out, title_of(page));
    fprintf(out, " - gaudit</title>\n<style>%s</style>\n</head>\n", (const char *)gau_page_style);
}

/* The script replaces what is in "static". It begins while a browser has still to read the files of
 * the result, which only commands need. */
static void put_page(struct html_page *page, FILE *out)
{
    put_head(page, out);
    fputs("<body>\n<main>\n<h1>", out);
    gau_svg_text(out, title_of(page));
    fputs("</h1>\n", out);
    put_end(page, out);
    put_answers(page, out);
    fputs("<div id=\"static\">\n", out);
    put_contents(page, out);
    put_comparison(page, out);
    put_sections(page, out);
    fputs("</div>\n</main>\n<footer><details><summary>Licences</summary><pre>", out);
    gau_svg_text(out, (const char *)gau_page_licences);
    fputs("</pre></details></footer>\n", out);
    put_document(page, out);
    fprintf(out, "<script>%s</script>\n", (const char *)gau_page_script);
    put_files(page, out);
    fputs("</body>\n</html>\n", out);
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
    struct gau_shared_samples samples = {.folder = request->paths[0],
                                         .no_timeline = !gau_timeline_exists(request->paths[0])};
    struct gau_view_options options = *request->options;
    struct gau_view_request shared = *request;
    struct html_page page = {.request = &shared, .folder = request->paths[0], .error = error};

    options.samples = &samples;
    shared.options = &options;
    write_parts(&page, false);
    write_parts(&page, true);
    if (!has_parts(&page) && page.missing.status != GAU_OK)
        *error = page.missing;
    else if (error->status == GAU_OK)
        put_page(&page, out);
    for (size_t i = 0; i < N_SECTIONS; i++)
        free(page.parts[i].text);
    gau_shared_samples_clear(&samples);
}

const struct gau_view gau_view_html = {
    .name = "html",
    .help = "all of it as one file to look at and to send: -O report.html",
    .needs = GAU_VIEW_NEEDS_RESULT,
    .write = write_page,
};
