/* SPDX-License-Identifier: Apache-2.0 */
#include "vtune_lines.h"

#include "tools/common/child_process.h"
#include "tools/common/program_session.h"
#include "tools/common/usage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 50 };

static void print_variable(const char *name, const char *value)
{
    printf("%s=", name);
    gau_word_print(value, stdout);
    putchar(' ');
}

static void print_session(const char *folder)
{
    print_variable("GAUDIT_RESULT", folder);
    print_variable("GAUDIT_SHARED_RESULT", folder);
    if (!getenv("GAUDIT_AUDITORS") && !getenv("GAUDIT_OPTIONS"))
        print_variable("GAUDIT_AUDITORS", gau_program_session_auditors);
}

static int print_lines(const struct gau_profile *p, const struct gau_vtune *vtune,
                       const char *folder, const char *result, const struct gau_argv *collect,
                       const char *gaudit)
{
    struct gau_argv report = gau_vtune_report_line(vtune, result, true, ROWS);

    fputs("mkdir -p -- ", stdout);
    gau_word_print(folder, stdout);
    putchar('\n');
    if (p->program)
        print_session(folder);
    gau_profile_print(p, folder, collect, &report);
    if (p->has_timer)
        gau_vtune_compare_print(p, vtune, folder, result, gaudit);
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
    struct gau_argv line = gau_vtune_report_line(vtune, result, functions, ROWS);
    int status;

    run_line(&status, &line);
    gau_argv_clear(&line);
    return status == 0;
}

/* Not every release groups by both, so task types alone must do. */
static int print_vtune_report(const struct gau_vtune *vtune, const char *result)
{
    struct gau_argv line;
    bool functions;

    printf("\nCPU time per task type (= branch) and function, at most %d rows\n\n", ROWS);
    functions = run_report(vtune, result, true);
    if (!functions && !run_report(vtune, result, false))
        return gau_usage_fail(GAU_EXIT_RESULTS, "'%.*s' has no report of '%.*s'",
                              GAU_QUOTE(vtune->path), GAU_QUOTE(result));
    line = gau_vtune_report_line(vtune, result, functions, 0);
    fputs("\nall rows: ", stdout);
    gau_argv_print(&line, stdout);
    printf("\nthe GUI:  %s ", vtune->is_amplxe ? "amplxe-gui" : "vtune-gui");
    gau_word_print(result, stdout);
    puts("  (Bottom-up, grouping Task Type / Function / Call Stack)");
    gau_argv_clear(&line);
    return GAU_EXIT_OK;
}

static int run_lines(const struct gau_profile *p, const struct gau_vtune *vtune, const char *folder,
                     const char *result, const struct gau_argv *collect, double interval_s)
{
    int status, reported = GAU_EXIT_OK;

    if (p->program ? !gau_program_session_set(folder, false)
                   : setenv("GAUDIT_SHARED_RESULT", folder, 1) != 0)
        return gau_usage_out_of_memory("command line");
    if (!run_line(&status, collect))
        return status;
    if (access(result, F_OK) != 0)
        return gau_usage_fail(GAU_EXIT_RESULTS, "'%.*s' ended with status %d and made no result",
                              GAU_QUOTE(vtune->path), status);
    if (!p->program && (status == GAU_EXIT_USAGE || status == GAU_EXIT_OPTIONS))
        return status; /* that of the job, if VTune returns it */
    if (!p->run.quiet)
        reported = print_vtune_report(vtune, result);
    gau_vtune_compare(p, vtune, folder, result, interval_s);
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
    collect = gau_vtune_collect_line(p, vtune, result, program, &has_interval);
    if (p->interval.text && !has_interval)
        fprintf(stderr, "gaudit: warning: '%s' has no option for the interval and uses its own\n",
                vtune->path);
    if (collect.out_of_memory)
        status = gau_usage_out_of_memory("command line");
    else
        status = p->dry_run ? print_lines(p, vtune, folder, result, &collect, program->texts[0])
                            : run_lines(p, vtune, folder, result, &collect,
                                        has_interval ? (double)p->interval.ns / 1e9 : 0);
    gau_argv_clear(&collect);
    return status;
}

void gau_profile_print(const struct gau_profile *p, const char *folder,
                       const struct gau_argv *collect, const struct gau_argv *report)
{
    if (!p->program)
        print_variable("GAUDIT_SHARED_RESULT", folder);
    gau_argv_print(collect, stdout);
    putchar('\n');
    if (!p->run.quiet) {
        gau_argv_print(report, stdout);
        putchar('\n');
    }
}
