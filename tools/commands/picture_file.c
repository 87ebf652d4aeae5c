/* SPDX-License-Identifier: Apache-2.0 */
#include "picture_file.h"

#include "tools/collect/executable.h"
#include "tools/common/child_process.h"
#include "tools/common/temp_folder.h"

#include "documents/document.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool ends_with(const char *name, const char *ending)
{
    const size_t length = strlen(name), n = strlen(ending);

    return length >= n && strcasecmp(name + length - n, ending) == 0;
}

/* The end of the name decides. NULL is standard output, which never gets a PNG. */
static bool is_png(const char *output)
{
    return output && ends_with(output, ".png");
}

/* Returns whether the name ends as those of pictures of other formats do. */
static bool is_other(const char *output)
{
    static const char *const others[] = {".jpg",  ".jpeg", ".pdf",  ".gif", ".bmp",
                                         ".tiff", ".tif",  ".webp", ".eps", ".ps"};

    for (size_t i = 0; output && i < sizeof others / sizeof *others; i++)
        if (ends_with(output, others[i]))
            return true;
    return false;
}

bool gau_picture_is_asked(const struct gau_view_request *request)
{
    const struct gau_view_export *const export = request->options->export;

    return request->view->is_picture || (export && strcmp(export->name, "svg") == 0);
}

bool gau_picture_is_name(const char *output)
{
    return output && (ends_with(output, ".svg") || is_png(output) || is_other(output));
}

static bool convert_picture(const char *program, const char *svg, const char *png,
                            const char *output, gau_error *error)
{
    struct gau_argv line = {0};
    struct gau_child child = {.path = program};

    gau_argv_add_all(&line, program, "--unlimited", "--format", "png", "--output", png, svg, NULL);
    child.argv = line.texts;
    if (line.out_of_memory)
        gau_fail_memory(error, "command line");
    else if (gau_child_run(&child, error) >= 0 && child.status != 0)
        gau_fail_first(error, GAU_ERR_IO, "'%.*s' cannot be made: '%.*s' ended with status %d",
                       GAU_QUOTE(output), GAU_QUOTE(program), child.status);
    gau_argv_clear(&line);
    return error->status == GAU_OK;
}

/* The copy replaces the output by all of the picture, or not at all. */
static void copy_picture(const char *png, const char *output, gau_error *error)
{
    FILE *const from = fopen(png, "rb");

    if (from) {
        gau_output_copy(from, output, error);
        fclose(from);
    } else {
        gau_output_fail(png, errno, error);
    }
}

/* After a failure @p output is as it was before. */
static void put_png(const struct gau_view_request *request, const char *output, gau_error *error)
{
    char program[PATH_MAX], folder[PATH_MAX], svg[PATH_MAX + 16], png[PATH_MAX + 16];

    if (gau_program_find(program, "rsvg-convert") != 0) {
        gau_fail_first(error, GAU_ERR_IO,
                       "'%.*s' needs rsvg-convert, which is not on the PATH: install it (package "
                       "librsvg2-bin), or name a file .svg",
                       GAU_QUOTE(output));
        return;
    }
    if (gau_temp_folder_make(folder, sizeof folder, "report", error) < 0)
        return;
    snprintf(svg, sizeof svg, "%s/picture.svg", folder);
    snprintf(png, sizeof png, "%s/picture.png", folder);
    if (gau_view_report(request, svg, error) == GAU_OK &&
        convert_picture(program, svg, png, output, error))
        copy_picture(png, output, error);
    gau_temp_folder_remove();
}

void gau_picture_put(const struct gau_view_request *request, const char *output, gau_error *error)
{
    if (is_other(output))
        gau_fail_first(error, GAU_ERR_USAGE,
                       "'%.*s': a picture is SVG or PNG here: name the file .svg or .png",
                       GAU_QUOTE(output));
    else if (is_png(output))
        put_png(request, output, error);
    else
        gau_view_report(request, output, error);
}
