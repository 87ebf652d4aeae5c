/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots.h"
#include "result.h"

#include "report/views/document.h"
#include "report/views/output.h"

#include <errno.h>
#include <string.h>

static bool takes_format(const struct gau_hot_view *view, enum gau_hot_format format)
{
    return (format != GAU_HOT_FOLDED || view->takes & GAU_HOT_TAKES_FOLDED) &&
           (format != GAU_HOT_DOT || view->takes & GAU_HOT_TAKES_DOT);
}

/* Options that mean nothing to a view are not passed over. */
static bool check(const struct gau_hot_view *view, const struct gau_hot_options *options,
                  struct gau_view_error *error)
{
    if (!takes_format(view, options->format))
        gau_view_fail(error, GAU_VIEW_USAGE, "'%s' cannot be shown as %s", view->name,
                      options->format == GAU_HOT_DOT ? "dot" : "folded");
    else if (options->group_by && !(view->takes & GAU_HOT_TAKES_GROUP_BY))
        gau_view_fail(error, GAU_VIEW_USAGE, "'%s' takes no --group-by", view->name);
    else if (options->delimiter && options->format != GAU_HOT_CSV)
        gau_view_fail(error, GAU_VIEW_USAGE, "--csv-delimiter is for --format csv alone");
    else if (options->sort && !(view->takes & GAU_HOT_TAKES_SORT))
        gau_view_fail(error, GAU_VIEW_USAGE, "'%s' takes no --sort", view->name);
    return error->status == GAU_VIEW_OK;
}

/* A failure is found before anything is written where it is to be: until then it is in a temporary
 * file, as a view may be longer than the samples. */
static void write_view(FILE *file, const char *folder, const struct gau_hot_view *view,
                       const struct gau_hot_options *options, struct gau_view_error *error)
{
    struct gau_hot_result result;

    if (!gau_hot_result_open(&result, folder, options->debuginfod, error))
        return;
    view->write(&result, options, file, error);
    if (fflush(file) != 0 || ferror(file))
        gau_view_fail(error, GAU_VIEW_FAILED, "a temporary file for the view of '%.*s': %s",
                      GAU_VIEW_QUOTE(folder), strerror(errno));
    gau_hot_result_clear(&result);
}

enum gau_view_status gau_hot_report(const char *folder, const struct gau_hot_view *view,
                                    const struct gau_hot_options *options, const char *output,
                                    struct gau_view_error *error)
{
    FILE *const file = check(view, options, error) ? tmpfile() : NULL;

    if (file)
        write_view(file, folder, view, options, error);
    else if (error->status == GAU_VIEW_OK)
        gau_view_fail(error, GAU_VIEW_FAILED, "a temporary file for the view of '%.*s': %s",
                      GAU_VIEW_QUOTE(folder), strerror(errno));
    if (error->status == GAU_VIEW_OK)
        gau_output_copy(file, output, error);
    if (file)
        fclose(file);
    return error->status;
}

/* --- delimiters of CSV --------------------------------------------------------------------- */

bool gau_hot_delimiter_read(const char **out, const char *text, struct gau_view_error *error)
{
    static const char *const names[][2] = {
        {"comma", ","}, {"tab", "\t"}, {"semicolon", ";"}, {"colon", ":"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i][0]) == 0) {
            *out = names[i][1];
            return true;
        }
    }
    *out = text;
    if (text[0] && !text[strcspn(text, "\"\r\n.+-0123456789"
                                       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")])
        return true;
    gau_view_fail(error, GAU_VIEW_USAGE,
                  "a delimiter is comma, tab, semicolon, colon, or characters that are in no "
                  "number or word, not '%.*s'",
                  GAU_VIEW_QUOTE(text));
    return false;
}
