/* SPDX-License-Identifier: Apache-2.0 */
#include "comparison_page.h"

#include "tools/common/command_functions.h"
#include "tools/common/comparison_options.h"
#include "tools/common/html_file.h"
#include "tools/common/job_loading.h"
#include "tools/common/page_file.h"
#include "tools/common/usage.h"

#include "documents/branch_key.h"
#include "documents/document.h"
#include "report/agreement/agreement.h"
#include "report/hotspots/hotspots.h"
#include "report/timings/timings.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BASELINE, CANDIDATE, PLAIN, SIDES };

struct values {
    struct gau_shown shown;
    struct gau_argv folders[SIDES];
    const char *timer, *samples;
    struct gau_sampling_interval interval;
    const char *html; /* or NULL */
};

static const char *const tables[] = {"shares", "test",   "differences", "total", "branches",
                                     "tasks",  "events", "functions",   NULL};

static const struct gau_option options[] = {
    {GAU_VALUE(struct values, timer, "timer", "DIR", gau_read_text,
               "the run that was timed; needs --samples")},
    {GAU_VALUE(struct values, samples, "samples", "DIR|FILE.csv", gau_read_text,
               "the run that was sampled, or VTune's report of it; needs --timer")},
    {GAU_OPTION_INTERVAL(struct values, interval),
     .more = ", of VTune's report (that of 'gaudit profile', or 10ms)"},
    {GAU_OPTION_GROUP_BY(struct values, shown.view.group_by)},
    {GAU_OPTION_RELATIVE_TO(struct values, shown.view.relative_to)},
    {GAU_OPTION_BASELINE(struct values, folders[BASELINE])},
    {GAU_OPTION_CANDIDATE(struct values, folders[CANDIDATE])},
    {GAU_OPTION_HTML(struct values, html),
     .more = ": that of the first result of B, with the comparison"},
    GAU_SHOWN_ROWS(
        struct values, shown,
        ". Timer against samples: shares; test, the numbers of the verdict. B against A: "
        "differences, total, branches or tasks, events, functions"),
    {0},
};

static const struct gau_option folder = {.name = "DIR",
                                         .read = gau_read_words,
                                         .to = offsetof(struct values, folders[PLAIN])};

/* --- arguments ----------------------------------------------------------------------------- */

/* Folders are one, two, or those of both options, and nothing else. */
static int check_folders(const struct values *values)
{
    const struct gau_argv *const folders = values->folders;

    if (values->timer || values->samples) {
        if (!values->timer || !values->samples)
            return gau_options_wrong(&gau_tool_compare, "%s is missing",
                                     values->timer ? "--samples" : "--timer");
        for (int side = 0; side < SIDES; side++)
            if (folders[side].count > 0)
                return gau_options_wrong(&gau_tool_compare,
                                         "'%.*s' is too much: --timer and --samples are compared",
                                         GAU_QUOTE(folders[side].texts[0]));
        return GAU_OPTIONS_READ;
    }
    if (folders[BASELINE].count > 0 || folders[CANDIDATE].count > 0)
        return gau_shared_check_sides(&gau_tool_compare, folders);
    if (folders[PLAIN].count == 0)
        return gau_options_wrong(&gau_tool_compare, "a result folder is missing");
    if (folders[PLAIN].count > 2)
        return gau_options_wrong(&gau_tool_compare, "unexpected argument '%.*s'",
                                 GAU_QUOTE(folders[PLAIN].texts[2]));
    return GAU_OPTIONS_READ;
}

/* --- comparing ----------------------------------------------------------------------------- */

static int compare_results(const struct values *values, const char *const *a, size_t n_a,
                           const char *const *b, size_t n_b)
{
    const struct gau_comparison_request request = {.sides = {{a, n_a}, {b, n_b}}};
    int status;

    if (values->interval.text)
        return gau_options_wrong(&gau_tool_compare,
                                 "--interval is for timer against samples of VTune, not for B "
                                 "against A");
    status = gau_shown_report(NULL, &request, &values->shown);
    return status == GAU_EXIT_OK && values->html
               ? gau_comparison_page_put(&request, NULL, values->html)
               : status;
}

static int compare_sides(const struct values *values, const char *timer, const char *samples)
{
    struct gau_view_options wanted = values->shown.view;
    struct gau_branch_key key;
    const struct gau_agreement_runs run = {.group_by = wanted.group_by ? &key : NULL,
                                           .relative_to = wanted.relative_to,
                                           .timers = &timer,
                                           .samples = &samples,
                                           .n = 1,
                                           .interval_s = (double)values->interval.ns / 1e9};
    gau_error error = {0};

    if (values->html && strcmp(timer, samples) != 0)
        return gau_options_wrong(&gau_tool_compare, "--html is for one result, or for B against A");
    if (wanted.sort || values->shown.filters.count > 0)
        return gau_options_wrong(&gau_tool_compare,
                                 "--sort and --filter are for B against A, not for timer against "
                                 "samples");
    if (wanted.group_by &&
        !gau_branch_key_read(&key, wanted.group_by, strlen(wanted.group_by), &error))
        return gau_usage_exit(&error);
    if (values->interval.text && !gau_agreement_has(samples).vtune_report)
        return gau_options_wrong(&gau_tool_compare,
                                 "--interval is for a report of VTune: the samples of '%.*s' have "
                                 "their own",
                                 GAU_QUOTE(samples));
    gau_view_options_set_screen(&wanted, values->shown.output ? NULL : stdout);
    gau_agreement_report(&run, 1, &wanted, values->shown.output, &error);
    if (error.status == GAU_OK && values->html)
        return gau_html_file_write(samples, values->html);
    return gau_usage_exit(&error);
}

/* Compares timer and samples, if one folder has only a timer and the other has samples. Else
 * compares B with A, which may not be meant: jobs of this project have a timer anyway. */
static int compare_folders(const struct values *values, const char *a, const char *b)
{
    const struct gau_agreement_has has[2] = {gau_agreement_has(a), gau_agreement_has(b)};
    const char *const shown[2] = {gau_result_shown(a), gau_result_shown(b)};
    int status;

    if (has[0].timer && !has[0].samples && has[1].samples && !has[1].timer)
        return compare_sides(values, a, b);
    if (has[1].timer && !has[1].samples && has[0].samples && !has[0].timer)
        return compare_sides(values, b, a);
    status = compare_results(values, &a, 1, &b, 1);
    if (status == GAU_OK && has[0].timer && has[1].timer && has[0].samples != has[1].samples)
        fprintf(stderr,
                "gaudit: both have a timer, so this is '%.*s' against '%.*s'; the timer of one "
                "against the samples of the other: --timer '%.*s' --samples '%.*s'\n",
                GAU_QUOTE(shown[1]), GAU_QUOTE(shown[0]), GAU_QUOTE(shown[!has[1].samples]),
                GAU_QUOTE(shown[has[1].samples]));
    return status;
}

/* A folder of `gaudit ab -o`. */
static bool has_sides(const char *path)
{
    bool has = true;

    for (int side = 0; side < 2; side++) {
        char name[PATH_MAX];
        const int size = snprintf(name, sizeof name, "%s/%c", path, "ab"[side]);
        struct stat status;

        has &= size < (int)sizeof name && stat(name, &status) == 0 && S_ISDIR(status.st_mode);
    }
    return has;
}

/* The page of a comparison has one of its results, which is compared with itself if it has both
 * timer and samples. */
static int check_page(const char *path)
{
    const struct gau_agreement_has has = gau_agreement_has(path);
    const char *const page = gau_result_shown(path);

    if (!gau_page_file_is_comparison(path) || (has.timer && has.samples))
        return GAU_OPTIONS_READ;
    return gau_options_wrong(&gau_tool_compare,
                             "'%.*s' is the page of a comparison, to be opened in a browser; it "
                             "holds the first result of B, which 'gaudit report %.*s' shows, and "
                             "no other side to compare with: 'gaudit compare A %.*s'",
                             GAU_QUOTE(page), GAU_QUOTE(page), GAU_QUOTE(page));
}

/* One folder must be one result. */
static int check_alone(const char *path)
{
    const char *const paths[] = {path};
    const struct gau_timer_grouping grouping = {0};
    struct gau_timer_result_set set;
    gau_error ignored = {0};
    size_t n = 0;
    bool nested = false;

    if (gau_tool_job_is_program(path))
        return gau_options_wrong(&gau_tool_compare,
                                 "'%.*s' is a program, not a result: 'gaudit ab -- PROGRAM "
                                 "--versus PROGRAM' runs and compares programs",
                                 GAU_QUOTE(path));
    if (gau_timer_result_set_read(&set, paths, 1, &grouping, &ignored) == GAU_OK) {
        n = set.n;
        nested = n > 0 && strcmp(set.runs[0].folder, path) != 0;
        gau_timer_result_set_clear(&set);
    }
    if (nested)
        return gau_options_wrong(&gau_tool_compare,
                                 "'%.*s' holds %zu result%s, and no other side to compare with: "
                                 "'gaudit compare A B'",
                                 GAU_QUOTE(path), n, n == 1 ? "" : "s");
    if (has_sides(path))
        return gau_options_wrong(&gau_tool_compare,
                                 "'%.*s' holds both sides: 'gaudit compare %.*s/a %.*s/b'",
                                 GAU_QUOTE(path), GAU_QUOTE(path), GAU_QUOTE(path));
    return check_page(path);
}

static int compare_alone(const struct values *values, const char *path)
{
    const int status = check_alone(path);

    return status == GAU_OPTIONS_READ ? compare_sides(values, path, path) : status;
}

static int compare_runs(const struct values *values)
{
    const struct gau_argv *const a = &values->folders[BASELINE];
    const struct gau_argv *const b = &values->folders[CANDIDATE];
    const struct gau_argv *const plain = &values->folders[PLAIN];

    if (values->timer)
        return compare_sides(values, values->timer, values->samples);
    if (a->count > 0)
        return compare_results(values, (const char *const *)a->texts, a->count,
                               (const char *const *)b->texts, b->count);
    assert(plain->count > 0); /* see check_folders() */
    if (plain->count == 1)
        return compare_alone(values, plain->texts[0]);
    return compare_folders(values, plain->texts[0], plain->texts[1]);
}

static int run(int argc, char **argv)
{
    struct values values = {0};
    int status = gau_options_read(&gau_tool_compare, argc, argv, &values, NULL);

    if (status == GAU_OPTIONS_READ)
        status = gau_shown_check(&gau_tool_compare, &values.shown, tables);
    if (status == GAU_OPTIONS_READ)
        status = check_folders(&values);
    if (status == GAU_OPTIONS_READ)
        status = gau_html_file_check(&gau_tool_compare, values.html, NULL);
    if (status == GAU_OPTIONS_READ)
        status = compare_runs(&values);
    gau_argv_clear(&values.shown.filters);
    for (int i = 0; i < SIDES; i++)
        gau_argv_clear(&values.folders[i]);
    return status;
}

const struct gau_command gau_tool_compare = {
    .name = "compare",
    .summary = "compares timer and samples, or results with each other",
    .usage = "[OPTION...] DIR\n"
             "[OPTION...] --timer DIR --samples DIR|FILE.csv\n"
             "[OPTION...] A B\n"
             "[OPTION...] --baseline DIR... --candidate DIR...",
    .about =
        "With one folder, checks timer and samples of the same run against each other: the share\n"
        "of each branch in the time of the event loop by both, the sampling error, and whether\n"
        "they agree. DIR is the result of a run with both, such as\n"
        "\n"
        "    gaudit profile JOB.xml --time -s TimerAuditor.CpuTime=true -o DIR\n"
        "\n"
        "The same without a verdict for two runs: with --timer and --samples, or with two folders\n"
        "of which one has only a timer, and the other only samples. FILE.csv is a report of Intel\n"
        "VTune, as CSV and by task.\n"
        "\n"
        "Otherwise compares B with A: their settings, and the time of each branch, task and\n"
        "function, and the events if all have them. Each is a result with a timer, samples or\n"
        "events, or a folder of such: runs made alike, whose spread separates changes from noise\n"
        "('gaudit ab' makes them); or a file of k4Bench, LABEL_events.json.\n",
    .options = options,
    .notes =
        "exit status: 0 success, whatever differs; 1 wrong usage, or a folder does not hold what\n"
        "is compared; 5 it cannot be read, or the comparison cannot be written\n",
    .lists = &folder,
    .takes_results = true,
    .run = run,
};
