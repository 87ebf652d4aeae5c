/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "lines.h"
#include "result.h"

#include "../child.h"
#include "../usage.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 50 };

/* --- printing it --------------------------------------------------------------------------- */

static int print_lines(const struct gau_profile *p, const struct gau_vtune *vtune,
                       const struct gau_words *collect)
{
    const char *const folder = p->run.settings.output;
    struct gau_words pattern = {0}, report = {0};

    gau_profile_pattern(&pattern, folder);
    if (!pattern.no_memory)
        gau_profile_report_line(&report, vtune, pattern.texts[0], true, ROWS);
    if (folder) {
        fputs("mkdir -p -- ", stdout);
        gau_word_print(folder, stdout);
        fputs("\nGAUDIT_RESULT_JOIN=", stdout);
        gau_word_print(folder, stdout);
        putchar(' ');
    }
    gau_words_print(collect, stdout);
    putchar('\n');
    if (!p->run.quiet) {
        gau_words_print(&report, stdout);
        putchar('\n');
    }
    gau_words_clear(&pattern);
    gau_words_clear(&report);
    return GAU_EXIT_OK;
}

/* --- running ------------------------------------------------------------------------------- */

/* @p status: its exit status, or that of a failure, which is told: false then. */
static bool run_line(int *status, const struct gau_words *line)
{
    struct gau_child child = {.argv = line->texts};
    gau_error err = {0};
    const bool has_run = !line->no_memory && gau_child_run(&child, &err) == GAU_OK;

    if (has_run)
        *status = child.status;
    else
        *status = line->no_memory ? gau_usage_no_memory("a command line")
                                  : gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return has_run;
}

/* --- reporting ----------------------------------------------------------------------------- */

static bool run_report(const struct gau_vtune *vtune, const char *result, bool functions)
{
    struct gau_words line = {0};
    int status;

    gau_profile_report_line(&line, vtune, result, functions, ROWS);
    run_line(&status, &line);
    gau_words_clear(&line);
    return status == 0;
}

static void print_ways(const struct gau_vtune *vtune, const char *result, bool functions)
{
    struct gau_words line = {0};

    gau_profile_report_line(&line, vtune, result, functions, 0);
    fputs("\nall rows: ", stdout);
    gau_words_print(&line, stdout);
    printf("\nthe GUI:  %s ", vtune->is_amplxe ? "amplxe-gui" : "vtune-gui");
    gau_word_print(result, stdout);
    puts("  (Bottom-up, grouping Task Type / Function / Call Stack)");
    gau_words_clear(&line);
}

/* Not every release groups by both. */
static int report(const struct gau_vtune *vtune, const char *result)
{
    gau_error err = {0};
    bool functions;

    printf("\nCPU time per task type (= branch) and function, %d rows at the most\n\n", ROWS);
    functions = run_report(vtune, result, true);
    if (functions || run_report(vtune, result, false)) {
        print_ways(vtune, result, functions);
        return GAU_EXIT_OK;
    }
    gau_error_set(&err, GAU_ERR_IO, __FILE__, __LINE__, "'%.*s' has no report of '%.*s'",
                  GAU_QUOTE(vtune->path), GAU_QUOTE(result));
    return gau_usage_failed(&err, GAU_EXIT_RESULTS);
}

static int no_result(const struct gau_vtune *vtune, int status)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_IO, __FILE__, __LINE__,
                  "'%.*s' ended with status %d and made no result", GAU_QUOTE(vtune->path), status);
    return gau_usage_failed(&err, GAU_EXIT_RESULTS);
}

/* After @p status of VTune, which is that of the job if VTune tells it. */
static int look_at_result(const struct gau_profile *p, const struct gau_vtune *vtune,
                          const struct gau_profile_results *results, int status)
{
    char result[PATH_MAX + 64];
    const int count = gau_profile_results_new(results, result, sizeof result);
    int reported;

    if (count == 0)
        return no_result(vtune, status);
    if (status == GAU_EXIT_USAGE || status == GAU_EXIT_OPTIONS || p->run.quiet)
        return status;
    if (count > 1) {
        fprintf(stderr, "gaudit: several results were made here at once, the last is '%s'\n",
                result);
        return status;
    }
    reported = report(vtune, result);
    return status ? status : reported;
}

static int run_lines(const struct gau_profile *p, const struct gau_vtune *vtune,
                     const struct gau_words *collect)
{
    const char *const folder = p->run.settings.output;
    gau_app_folder claimed = {0};
    struct gau_profile_results results;
    gau_error err = {0};
    int status;

    if (folder && gau_app_folder_claim(&claimed, folder, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    gau_profile_results_look(&results, folder);
    if (folder && setenv("GAUDIT_RESULT_JOIN", folder, 1) != 0)
        status = gau_usage_no_memory("a command line");
    else if (run_line(&status, collect))
        status = look_at_result(p, vtune, &results, status);
    gau_profile_results_clear(&results);
    gau_app_folder_close(&claimed);
    return status;
}

int gau_profile_with_vtune(const struct gau_profile *p, const struct gau_vtune *vtune,
                           const struct gau_words *program)
{
    const struct gau_profile_wish wish = {.folder = p->run.settings.output,
                                          .interval_ms = (unsigned)(p->interval.ns / 1000000),
                                          .quiet = p->run.quiet,
                                          .program = program};
    struct gau_words collect = {0};
    bool has_interval = true;
    int status;

    gau_profile_collect_line(&collect, vtune, &wish, &has_interval);
    if (p->interval.text && !has_interval)
        fprintf(stderr, "gaudit: warning: '%s' takes no interval and uses its own\n", vtune->path);
    if (collect.no_memory)
        status = gau_usage_no_memory("a command line");
    else
        status = p->dry_run ? print_lines(p, vtune, &collect) : run_lines(p, vtune, &collect);
    gau_words_clear(&collect);
    return status;
}
