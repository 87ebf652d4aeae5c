/* SPDX-License-Identifier: Apache-2.0 */
#include "usage.h"

#include "documents/document.h"
#include "table/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    FILE *out; /* NULL: messages are printed */
    char *text;
    size_t size;
} held;

void gau_usage_hold(void)
{
    if (!held.out)
        held.out = open_memstream(&held.text, &held.size);
}

FILE *gau_usage_output(void)
{
    return held.out ? held.out : stderr;
}

char *gau_usage_release(void)
{
    char *text = NULL;

    if (held.out && fclose(held.out) == 0 && held.size > 0)
        text = held.text;
    else
        free(held.text);
    held.out = NULL;
    held.text = NULL;
    return text;
}

void gau_usage_print_held(void)
{
    char *const text = gau_usage_release();

    if (text)
        fputs(text, stderr);
    free(text);
}

int gau_usage_out_of_memory(const char *what)
{
    return gau_usage_fail(GAU_EXIT_RESULTS, "out of memory (%s)", what);
}

int gau_usage_error(const char *command, const gau_error *err)
{
    char text[sizeof err->message];

    if (err->status == GAU_ERR_MEMORY)
        return gau_usage_failed(err, GAU_EXIT_RESULTS);
    snprintf(text, sizeof text, "%s", err->message);
    gau_result_show_paths(text);
    fprintf(gau_usage_output(), "gaudit %s: %s (see 'gaudit help %s')\n", command, text, command);
    return GAU_EXIT_USAGE;
}

int gau_usage_failed(const gau_error *err, enum gau_exit status)
{
    return gau_usage_fail(status, "%s", err->message);
}

int gau_usage_fail(enum gau_exit status, const char *format, ...)
{
    char text[8192]; /* two paths */
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_utf8_disarm(text);
    gau_result_show_paths(text);
    fprintf(gau_usage_output(), "gaudit: %s\n", text);
    return (int)status;
}

enum gau_exit gau_exit_of(gau_status status, enum gau_exit other)
{
    if (status >= 0)
        return GAU_EXIT_OK;
    return status == GAU_ERR_USAGE    ? GAU_EXIT_USAGE
           : status == GAU_ERR_MEMORY ? GAU_EXIT_RESULTS
                                      : other;
}

int gau_usage_exit(const gau_error *err)
{
    const enum gau_exit status = gau_exit_of(err->status, GAU_EXIT_RESULTS);

    if (status != GAU_EXIT_OK) {
        gau_usage_failed(err, status);
        clearerr(stdout); /* reported */
    }
    return (int)status;
}
