/* SPDX-License-Identifier: Apache-2.0 */
#include "timeline.h"

#include "draw.h"

#include "report/views/document.h"
#include "report/views/output.h"

#include <stdlib.h>
#include <string.h>

/* "Time line of NAME": the last part of the path. */
static void make_title(char *title, size_t size, const char *path)
{
    size_t end = strlen(path), start;

    while (end > 1 && path[end - 1] == '/')
        end--;
    for (start = end; start > 0 && path[start - 1] != '/'; start--)
        continue;
    snprintf(title, size, "Time line of %.*s", (int)(end - start > 80 ? 80 : end - start),
             path + start);
}

static void write_at_once(const struct gau_timeline *scene, const char *path, const char *output)
{
    char title[128];
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    make_title(title, sizeof title, path);
    if (out)
        gau_timeline_draw(scene, title, out);
    if (!out || fclose(out) != 0 || !text)
        gau_view_fail(scene->error, GAU_VIEW_FAILED, "no memory for the picture of '%.*s'",
                      GAU_VIEW_QUOTE(path));
    else
        gau_output_put(text, size, output, scene->error);
    free(text);
}

enum gau_view_status gau_timeline_report(const char *path,
                                         const struct gau_timeline_options *options,
                                         const char *output, struct gau_view_error *error)
{
    struct gau_timeline_files files;
    struct gau_timeline scene = {
        .options = options, .files = &files, .error = error, .width = gau_timeline_width};

    if (!gau_timeline_files_find(&files, path, error))
        return error->status;
    if (gau_timeline_make(&scene))
        write_at_once(&scene, path, output);
    gau_timeline_clear(&scene);
    gau_timeline_files_clear(&files);
    return error->status;
}
