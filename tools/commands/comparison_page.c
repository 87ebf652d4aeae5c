/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_page.h"

#include "view_list.h"

#include "tools/common/argument_list.h"
#include "tools/common/usage.h"

#include "documents/document.h"
#include "errors/errors.h"
#include "report/timings/timings.h"
#include "table/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Returns what the comparison writes with these options, which the caller frees; NULL: an error. */
static char *write_comparison(const struct gau_comparison_request *request,
                              const struct gau_view_options *options, gau_error *error)
{
    struct gau_comparison_request wanted = *request;
    char *text = NULL;
    size_t size = 0;

    wanted.junit = NULL;
    wanted.of_page = true;
    wanted.to = open_memstream(&text, &size);
    if (wanted.to && error->status == GAU_OK)
        gau_comparison_report(NULL, &wanted, options, error);
    if (!wanted.to || fclose(wanted.to) != 0)
        gau_fail_memory(error, "page of a comparison");
    return text;
}

/* --- the object "comparison" of the document ------------------------------------------------ */

static void put_side(const struct gau_comparison_paths *side, FILE *out)
{
    for (size_t i = 0; i < side->n; i++) {
        fputs(i > 0 ? ", " : "[", out);
        gau_json_text_write(gau_result_shown(side->items[i]), out);
    }
    fputs("]", out);
}

/* "sentence" is the first of "sentences". */
static void put_sentences(const char *const *sentences, FILE *out)
{
    fputs("{\"sentence\": ", out);
    gau_json_text_write(sentences[0] ? sentences[0] : "", out);
    fputs(", \"sentences\": [", out);
    for (size_t i = 0; sentences[i]; i++) {
        fputs(i > 0 ? ", " : "", out);
        gau_json_text_write(sentences[i], out);
    }
    fputs("]", out);
}

/* Returns the object, which the caller frees. */
static char *make_json(const struct gau_comparison_request *request, const char *outcome,
                       const struct gau_page_comparison *comparison, gau_error *error)
{
    const struct gau_view_options options = {.format = GAU_TABLE_JSON,
                                             .unicode = true,
                                             .no_notes = true};
    char *const members = write_comparison(request, &options, error);
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out && members) {
        put_sentences(comparison->sentences, out);
        fputs(",\n\"baseline\": ", out);
        put_side(&request->sides[0], out);
        fputs(", \"candidate\": ", out);
        put_side(&request->sides[1], out);
        fputs(",\n\"command\": ", out);
        gau_json_text_write(comparison->command, out);
        fprintf(out, outcome ? ", \"gate\": \"%s\"" : ", \"gate\": null", outcome);
        fprintf(out, ",\n%s}", members);
    }
    if (!out || fclose(out) != 0)
        gau_fail_memory(error, "page of a comparison");
    free(members);
    return text;
}

/* --- its command ---------------------------------------------------------------------------- */

static void add_number(struct gau_argv *words, const char *option, double value)
{
    if (value > 0)
        gau_argv_add_all(words, option, NULL);
    if (value > 0)
        gau_argv_add(words, "%.12g", value);
}

/* The limits of a gate; those that were not given have the same values next time. */
static void add_limits(struct gau_argv *words, const struct gau_comparison_request *request)
{
    add_number(words, "--max-ratio", request->max_ratio);
    add_number(words, "--min-seconds", request->min_s);
    add_number(words, "--false-positive-rate", request->false_positive_rate);
    if (request->allow_new)
        gau_argv_add_all(words, "--allow-new", NULL);
    if (request->require_decision)
        gau_argv_add_all(words, "--require-decision", NULL);
}

/* Returns the command that prints the same, which the caller frees. */
static char *make_command(const struct gau_comparison_request *request)
{
    struct gau_argv words = {0};
    char *text;

    gau_argv_add_all(&words, "gaudit", request->kind == GAU_GATE ? "gate" : "compare", NULL);
    for (int side = 0; side < 2; side++) {
        if (request->sides[0].n + request->sides[1].n > 2)
            gau_argv_add_all(&words, side ? "--candidate" : "--baseline", NULL);
        for (size_t i = 0; i < request->sides[side].n; i++)
            gau_argv_add(&words, "%s", gau_result_shown(request->sides[side].items[i]));
    }
    add_limits(&words, request);
    text = gau_argv_text(&words);
    gau_argv_clear(&words);
    return text;
}

/* --- the page ------------------------------------------------------------------------------- */

static void write_page(const char *folder, const struct gau_page_comparison *comparison,
                       const char *file, gau_error *error)
{
    const struct gau_view_options options = {.comparison = comparison};
    const struct gau_view_request page = {.view = &gau_view_html,
                                          .name = gau_view_html.name,
                                          .paths = &folder,
                                          .path_count = 1,
                                          .options = &options,
                                          .others = gau_report_views};

    gau_view_report(&page, file, error);
}

/* Cuts a text into its lines that are not empty, and a NULL at the end. Returns NULL if out of
 * memory; the caller frees the list. */
static const char **split_lines(char *text)
{
    size_t n = 1;
    const char **lines;
    char *rest = text;

    for (const char *at = text; at && *at; at++)
        n += *at == '\n';
    lines = calloc(n + 1, sizeof *lines);
    for (n = 0; lines && rest && *rest;) {
        char *const line = rest;

        rest += strcspn(line, "\n");
        if (*rest)
            *rest++ = '\0';
        if (*line)
            lines[n++] = line;
    }
    return lines;
}

/* Makes the texts of the comparison, and the page of the first candidate with them. */
static void put_page(const struct gau_comparison_request *request, const char *outcome,
                     const char *folder, const char *file, gau_error *error)
{
    const struct gau_view_options as_text = {.sentence = true, .unicode = true};
    const struct gau_view_options as_html = {.format = GAU_TABLE_HTML,
                                             .unicode = true,
                                             .no_notes = true};
    char *const verdict = write_comparison(request, &as_text, error);
    char *const html = write_comparison(request, &as_html, error);
    char *const command = make_command(request);
    const char **const sentences = split_lines(verdict);
    char title[512], *json = NULL;
    struct gau_page_comparison comparison = {
        .title = title, .sentences = sentences, .html = html, .command = command};

    snprintf(title, sizeof title, "%.200s against %.200s",
             gau_result_shown(request->sides[1].items[0]),
             gau_result_shown(request->sides[0].items[0]));
    if (!command || !sentences)
        gau_fail_memory(error, "page of a comparison");
    if (error->status == GAU_OK)
        comparison.json = json = make_json(request, outcome, &comparison, error);
    if (error->status == GAU_OK)
        write_page(folder, &comparison, file, error);
    free(verdict);
    free(sentences);
    free(html);
    free(command);
    free(json);
}

int gau_comparison_page_put(const struct gau_comparison_request *request, const char *outcome,
                            const char *file)
{
    const struct gau_timer_grouping grouping = {0};
    struct gau_timer_result_set set;
    gau_error error = {0};

    if (gau_timer_result_set_read(&set, request->sides[1].items, 1, &grouping, &error) != GAU_OK)
        return gau_usage_exit(&error);
    put_page(request, outcome, set.runs[0].folder, file, &error);
    gau_timer_result_set_clear(&set);
    return gau_usage_exit(&error);
}
