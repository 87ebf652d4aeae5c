/* SPDX-License-Identifier: Apache-2.0 */
#include "html_file.h"

#include "argument_list.h"
#include "child_process.h"
#include "usage.h"

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
