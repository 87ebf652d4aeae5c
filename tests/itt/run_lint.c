/* SPDX-License-Identifier: Apache-2.0 */
#include "run_lint.h"

#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The length of digits and points at the beginning. */
static size_t number_at(const char *text)
{
    return strspn(text, "0123456789.");
}

/* In place: what comes out is not longer. */
static void mask(char *text)
{
    static const struct {
        const char *before;
        char instead;
    } masks[] = {{"thread ", 'T'}, {"process ", 'P'}, {"after ", 'S'}};
    char *to = text;

    while (*text) {
        size_t skipped = 0;

        for (size_t i = 0; i < COUNT_OF(masks) && !skipped; i++) {
            const size_t length = strlen(masks[i].before);

            if (strncmp(text, masks[i].before, length) == 0 && isdigit((unsigned char)text[length]))
                skipped = length + number_at(text + length);
            if (skipped) {
                memcpy(to, masks[i].before, length);
                to[length] = masks[i].instead;
                to += length + 1;
            }
        }
        text += skipped;
        if (!skipped)
            *to++ = *text++;
    }
    *to = '\0';
}

/* In place: callers of ITT are checked where they matter. */
static void remove_callers(char *text)
{
    static const char before[] = "after S s in ";
    char *at = text;

    while ((at = strstr(at, before))) {
        char *const from = at + strlen("after S s");
        char *const end = strchr(from, ';');

        assert_non_null(end);
        memmove(from, end, strlen(end) + 1);
        at = from;
    }
}

void lint_shell(struct lint_run *run, const char *line)
{
    const char *const where = strstr(line, "LINT_CLIENT");
    char command[8192];
    int status;

    *run = (struct lint_run){0};
    if (where)
        snprintf(command, sizeof command, "(%.*s%s%s) >output 2>&1", (int)(where - line), line,
                 LINT_CLIENT, where + strlen("LINT_CLIENT"));
    else
        snprintf(command, sizeof command, "(%s) >output 2>&1", line);
    status = system(command);
    assert_true(WIFEXITED(status));
    run->status = WEXITSTATUS(status);
    run->output = folder_read("output");
    mask(run->output);
    run->callers = strdup(run->output);
    assert_non_null(run->callers);
    remove_callers(run->output);
}

void lint_run(struct lint_run *run, const char *arguments)
{
    char line[4096];

    snprintf(line, sizeof line, "%s lint --log log %s", GAUDIT, arguments);
    lint_shell(run, line);
    lint_log_load(&run->log, "log");
}

void lint_run_free(struct lint_run *run)
{
    lint_log_free(&run->log);
    free(run->output);
    free(run->callers);
}

void lint_run_is(const struct lint_run *run, int status, const char *output)
{
    assert_string_equal(run->output, output);
    assert_int_equal(run->status, status);
}
