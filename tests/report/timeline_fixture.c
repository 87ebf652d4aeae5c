/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline_fixture.h"

#include "tests/unit/temp_folder.h"

#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *file;

void log_begin(const char *path)
{
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\tstart time (s)\t"
          "end time (s)\tlabel\n",
          file);
}

void log_add(uint32_t id, uint32_t parent, uint32_t depth, double start_s, double end_s,
             const char *label)
{
    fprintf(file, "%u\t%u\t%u\t%.0f\t%.0f\t%g\t%g\t%s\n", id, parent, depth, 5000 + 1e9 * start_s,
            5000 + 1e9 * end_s, start_s, end_s, label);
}

void log_text(const char *text)
{
    fputs(text, file);
}

void log_end(void)
{
    assert_int_equal(fclose(file), 0);
}

/* Paths are separated by spaces. */
static gau_status report(const char *paths, const struct gau_view_options *options,
                         const char *output, gau_error *error)
{
    static const struct gau_view_options all;
    const char *list[8];
    struct gau_view_request request = {.view = &gau_view_timeline,
                                       .name = "timeline",
                                       .paths = list,
                                       .options = options ? options : &all};
    char text[300], *rest = text;

    snprintf(text, sizeof text, "%s", paths);
    for (char *path; request.path_count < 8 && (path = strtok_r(rest, " ", &rest));)
        list[request.path_count++] = path;
    return gau_view_report(&request, output, error);
}

char *picture(const char *path, const struct gau_view_options *options)
{
    gau_error error = {0};
    xmlDocPtr document;
    char *svg;

    if (report(path, options, "out.svg", &error) != GAU_OK)
        fail_msg("%s", error.message);
    svg = folder_read("out.svg");
    document = xmlReadMemory(svg, (int)strlen(svg), "out.svg", NULL, XML_PARSE_NONET);
    assert_non_null(document);
    xmlFreeDoc(document);
    return svg;
}

void no_picture(const char *path, const struct gau_view_options *options, gau_status status,
                const char *message)
{
    gau_error error = {0};

    remove("none.svg");
    assert_int_equal(report(path, options, "none.svg", &error), status);
    assert_string_equal(error.message, message);
    assert_int_not_equal(access("none.svg", F_OK), 0);
}

size_t count_of(const char *text, const char *part)
{
    size_t n = 0;

    while ((text = strstr(text, part))) {
        text += strlen(part);
        n++;
    }
    return n;
}

size_t bars_of(const char *svg)
{
    return count_of(svg, "<path class=\"c");
}

bool shows(const char *svg, const char *text)
{
    char part[300];

    snprintf(part, sizeof part, ">%s</text>", text);
    return strstr(svg, part) != NULL;
}
