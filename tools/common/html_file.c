/* SPDX-License-Identifier: Apache-2.0 */
#include "html_file.h"

#include "argument_list.h"
#include "child_process.h"
#include "usage.h"

#include "files/file_replace.h"
#include "table/utf8.h"

#include <string.h>

static const char *skip_dots(const char *path)
{
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return path;
}

/* Returns whether the path is OUTPUT/NAME. */
static bool is_in_output(const char *path, const char *output)
{
    const char *const file = skip_dots(path), *const folder = skip_dots(output);
    size_t length = strlen(folder);

    while (length > 0 && folder[length - 1] == '/')
        length--;
    return length > 0 && strncmp(file, folder, length) == 0 && file[length] == '/' &&
           file[length + 1] && !strchr(file + length + 1, '/');
}

int gau_html_file_check(const struct gau_command *command, const char *file, const char *output)
{
    const int reason =
        !file || (output && is_in_output(file, output)) ? 0 : gau_replace_check(file);

    return reason == 0 ? GAU_OPTIONS_READ
                       : gau_options_wrong(command, "--html: '%.*s' cannot be written: %s",
                                           GAU_QUOTE(file), gau_replace_reason(reason));
}

/* A process of its own, as views link what commands that run jobs do not need. */
int gau_html_file_write(const char *folder, const char *file)
{
    struct gau_argv line = {0};
    struct gau_child child = {.path = "/proc/self/exe"};
    gau_error error = {0};
    int status;

    gau_argv_add_all(&line, "gaudit", "report", "--output-file", file, "html", folder, NULL);
    child.argv = line.texts;
    if (line.out_of_memory)
        status = gau_usage_out_of_memory("command line");
    else if (gau_child_run(&child, &error) < 0)
        status = gau_usage_failed(&error, GAU_EXIT_RESULTS);
    else
        status = child.status;
    gau_argv_clear(&line);
    return status;
}
