/* SPDX-License-Identifier: Apache-2.0 */
#include "result_name.h"

#include "app.h"

#include <gaudit/result.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gau_result_name(char *out, const char *name, const char *instance)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";

    snprintf(out, GAU_RESULT_NAME_SIZE, "%s%s%s", name, instance ? "-" : "",
             instance ? instance : "");
    for (char *c = out; *c; c++)
        if (!strchr(safe, *c) || (c == out && *c == '.'))
            *c = '_';
    if (!out[0])
        snprintf(out, GAU_RESULT_NAME_SIZE, "result");
}

char *gau_result_file(const gau_context *ctx, const char *name, const char *ending)
{
    const char *const folder = ctx->internal->app->settings.output;
    char file[GAU_RESULT_NAME_SIZE];
    char *path;
    size_t size;

    gau_result_name(file, name, ctx->internal->named ? ctx->name : NULL);
    size = strlen(file) + strlen(ending) + (folder ? strlen(folder) : 0) + 3;
    path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s.%s", folder ? folder : "", folder ? "/" : "", file, ending);
    return path;
}
