/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "tools/common/child_process.h"
#include "tools/common/usage.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Two generations of VTune: `amplxe-cl` up to 2019, `vtune` since. Features that not every release
 * has are used if the command's help lists them.
 */

enum { ROWS = 50 };

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* As a word of its own: "gpu-sampling-interval" is not "sampling-interval". */
static bool lists(const char *help, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(help, name); at; at = strstr(at + 1, name))
        if ((at == help || !is_part_of_name(at[-1])) && !is_part_of_name(at[length]))
            return true;
    return false;
}

/* Options are in the help of the action, knobs in that of the analysis. Returns "" if there is no
 * help, and NULL if out of memory, which @p line records. */
static char *ask(struct gau_argv *line, const struct gau_vtune *vtune, const char *analysis)
{
    struct gau_argv question = {0};
    char *help;

    gau_argv_add_all(&question, vtune->path, "-help", "collect", analysis, NULL);
    help = gau_child_output(&question);
    gau_argv_clear(&question);
    if (!help)
        help = calloc(1, 1);
    line->out_of_memory |= !help;
    return help;
}

/* --- the lines ----------------------------------------------------------------------------- */

/* @p has_interval: it accepts the interval; if not, it uses its own. */
static void add_knobs(struct gau_argv *line, const struct gau_profile *p,
                      const struct gau_vtune *vtune, bool *has_interval)
{
    char *const help = ask(line, vtune, "hotspots");

    if (!help)
        return;
    *has_interval = !vtune->is_amplxe || lists(help, "sampling-interval");
    if (!vtune->is_amplxe || lists(help, "sampling-mode"))
        gau_argv_add_all(line, "-knob", "sampling-mode=sw", NULL);
    if (*has_interval) {
        gau_argv_add(line, "-knob");
        gau_argv_add(line, "sampling-interval=%u", (unsigned)(p->interval.ns / 1000000));
    }
    if (lists(help, "enable-user-tasks"))
        gau_argv_add_all(line, "-knob", "enable-user-tasks=true", NULL);
    free(help);
}

static void add_options(struct gau_argv *line, const struct gau_profile *p,
                        const struct gau_vtune *vtune)
{
    char *const help = vtune->is_amplxe ? ask(line, vtune, NULL) : NULL;

    if (p->start_paused)
        gau_argv_add(line, "-start-paused");
    if (!help || lists(help, "-return-app-exitcode"))
        gau_argv_add(line, "-return-app-exitcode");
    if (!help || lists(help, "-no-summary"))
        gau_argv_add(line, "-no-summary");
    free(help);
}

/* A leading '-' would make it an option. */
static void add_path(struct gau_argv *line, const char *path)
{
    gau_argv_add(line, "%s%s", path[0] == '-' ? "./" : "", path);
}

static struct gau_argv collect_line(const struct gau_profile *p, const struct gau_vtune *vtune,
                                    const char *result, const struct gau_argv *program,
                                    bool *has_interval)
{
    struct gau_argv line = {0};

    gau_argv_add_all(&line, vtune->path, "-collect", "hotspots", NULL);
    add_knobs(&line, p, vtune, has_interval);
    add_options(&line, p, vtune);
    if (p->run.quiet)
        gau_argv_add(&line, "-quiet");
    gau_argv_add(&line, "-result-dir");
    add_path(&line, result);
    gau_argv_add(&line, "--");
    gau_argv_append(&line, program);
    return line;
}

/* Rows of a result, 0: all; by task type and function, or by task type alone. */
static struct gau_argv report_line(const struct gau_vtune *vtune, const char *result,
                                   bool functions, unsigned rows)
{
    const char *const both = vtune->is_amplxe ? "task-function" : "task,function";
    struct gau_argv line = {0};

    gau_argv_add_all(&line, vtune->path, "-report", "hotspots", "-result-dir", NULL);
    add_path(&line, result);
    gau_argv_add_all(&line, "-group-by", functions ? both : "task", NULL);
    if (rows) {
        gau_argv_add(&line, "-limit");
        gau_argv_add(&line, "%u", rows);
    }
    gau_argv_add(&line, "-quiet");
    return line;
}

static int print_lines(const struct gau_profile *p, const struct gau_vtune *vtune,
                       const char *folder, const char *result, const struct gau_argv *collect)
{
    struct gau_argv report = report_line(vtune, result, true, ROWS);

    fputs("mkdir -p -- ", stdout);
    gau_word_print(folder, stdout);
    putchar('\n');
    gau_profile_print(p, folder, collect, &report);
    gau_argv_clear(&report);
    return GAU_EXIT_OK;
}

/* --- running ------------------------------------------------------------------------------- */

/* Prints an error and returns false if it could not be run; @p status is then that of this failure.
 */
static bool run_line(int *status, const struct gau_argv *line)
{
    struct gau_child child = {.argv = line->texts};
    gau_error err = {0};
    const bool has_run = !line->out_of_memory && gau_child_run(&child, &err) == GAU_OK;

    if (has_run)
        *status = child.status;
    else
        *status = line->out_of_memory ? gau_usage_out_of_memory("command line")
                                      : gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return has_run;
}

static bool run_report(const struct gau_vtune *vtune, const char *result, bool functions)
{
    struct gau_argv line = report_line(vtune, result, functions, ROWS);
    int status;

    run_line(&status, &line);
    gau_argv_clear(&line);
    return status == 0;
}

/* Not every release groups by both. */
static int report(const struct gau_vtune *vtune, const char *result)
{
    struct gau_argv line;
    bool functions;

    printf("\nCPU time per task type (= branch) and function, at most %d rows\n\n", ROWS);
    functions = run_report(vtune, result, true);
    if (!functions && !run_report(vtune, result, false))
        return gau_usage_fail(GAU_EXIT_RESULTS, "'%.*s' has no report of '%.*s'",
                              GAU_QUOTE(vtune->path), GAU_QUOTE(result));
    line = report_line(vtune, result, functions, 0);
    fputs("\nall rows: ", stdout);
    gau_argv_print(&line, stdout);
    printf("\nthe GUI:  %s ", vtune->is_amplxe ? "amplxe-gui" : "vtune-gui");
    gau_word_print(result, stdout);
    puts("  (Bottom-up, grouping Task Type / Function / Call Stack)");
    gau_argv_clear(&line);
    return GAU_EXIT_OK;
}

static int run_lines(const struct gau_profile *p, const struct gau_vtune *vtune, const char *folder,
                     const char *result, const struct gau_argv *collect)
{
    int status, reported;

    if (setenv("GAUDIT_SHARED_RESULT", folder, 1) != 0)
        return gau_usage_out_of_memory("command line");
    if (!run_line(&status, collect))
        return status;
    if (access(result, F_OK) != 0)
        return gau_usage_fail(GAU_EXIT_RESULTS, "'%.*s' ended with status %d and made no result",
                              GAU_QUOTE(vtune->path), status);
    if (status == GAU_EXIT_USAGE || status == GAU_EXIT_OPTIONS || p->run.quiet)
        return status; /* that of the job, if VTune returns it */
    reported = report(vtune, result);
    return status ? status : reported;
}

int gau_profile_with_vtune(const struct gau_profile *p, const struct gau_vtune *vtune,
                           const char *folder, const struct gau_argv *program)
{
    char result[PATH_MAX + 16];
    struct gau_argv collect;
    bool has_interval = true;
    int status;

    snprintf(result, sizeof result, "%s/r000hs", folder);
    collect = collect_line(p, vtune, result, program, &has_interval);
    if (p->interval.text && !has_interval)
        fprintf(stderr, "gaudit: warning: '%s' has no option for the interval and uses its own\n",
                vtune->path);
    if (collect.out_of_memory)
        status = gau_usage_out_of_memory("command line");
    else
        status = p->dry_run ? print_lines(p, vtune, folder, result, &collect)
                            : run_lines(p, vtune, folder, result, &collect);
    gau_argv_clear(&collect);
    return status;
}

void gau_profile_print(const struct gau_profile *p, const char *folder,
                       const struct gau_argv *collect, const struct gau_argv *report)
{
    fputs("GAUDIT_SHARED_RESULT=", stdout);
    gau_word_print(folder, stdout);
    putchar(' ');
    gau_argv_print(collect, stdout);
    putchar('\n');
    if (!p->run.quiet) {
        gau_argv_print(report, stdout);
        putchar('\n');
    }
}
