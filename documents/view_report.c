/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include "document.h"
#include "launcher_rank.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct gau_view *gau_view_find(const struct gau_view *const *views, const char *name)
{
    for (; *views; views++)
        if (strcmp((*views)->name, name) == 0)
            return *views;
    return NULL;
}

/* A table of samples or events may be larger than memory, so it goes through a temporary file. */
static void report_by_file(const struct gau_view_request *request, const char *output,
                           gau_error *error)
{
    FILE *const file = tmpfile();

    if (file)
        request->view->write(request, file, error);
    if (!file || fflush(file) != 0 || ferror(file))
        gau_fail_first(error, GAU_ERR_IO, "a temporary file for the view of '%.*s': %s",
                       GAU_QUOTE(request->paths[0]), strerror(errno));
    if (error->status == GAU_OK)
        gau_output_copy(file, output, error);
    if (file)
        fclose(file);
}

static void report_by_memory(const struct gau_view_request *request, const char *output,
                             gau_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (out)
        request->view->write(request, out, error);
    if (!out || fclose(out) != 0 || !text)
        gau_fail_memory(error, "view of '%.*s'", GAU_QUOTE(request->paths[0]));
    if (error->status == GAU_OK)
        gau_output_put(text, size, output, error);
    free(text);
}

gau_status gau_view_report(const struct gau_view_request *request, const char *output,
                           gau_error *error)
{
    if (request->view->needs == GAU_VIEW_NEEDS_SAMPLES ||
        request->view->needs == GAU_VIEW_NEEDS_EVENTS)
        report_by_file(request, output, error);
    else
        report_by_memory(request, output, error);
    return error->status;
}
