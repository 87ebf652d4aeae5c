/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"
#include "words.h"

#include "report/agreement/agreement.h"
#include "report/changes/changes.h"
#include "report/hotspots/hotspots.h"
#include "report/views/document.h"

#include <assert.h>
#include <stdio.h>

static const char help[] =
    "usage: gaudit compare [OPTION...] DIR\n"
    "       gaudit compare [OPTION...] --timer DIR --samples DIR\n"
    "       gaudit compare [OPTION...] A B\n"
    "       gaudit compare [OPTION...] --baseline DIR... --candidate DIR...\n"
    "\n"
    "Of one folder, timer against samples: the shares that branches have of the time in the event\n"
    "loop, with the error of sampling, and whether both are at one. DIR is the result of a run "
    "with\n"
    "both, such as\n"
    "\n"
    "    gaudit profile JOB.xml --time -s TimerAuditor.CpuTime=true -o DIR\n"
    "\n"
    "Likewise, but without a verdict, with --timer and --samples, the timer of one run against\n"
    "the samples of another; and of two folders of which one has a timer only, and the other\n"
    "samples only.\n"
    "\n"
    "Of any others, B against A: what is different, and what became of the time of each branch "
    "and\n"
    "function. Each is a result with a timer, or a folder of such: runs that were made alike, "
    "whose\n"
    "spread tells changes from chance ('gaudit ab' makes them).\n"
    "\n"
    "options:\n"
    "      --timer DIR, --samples DIR\n"
    "                       the run that was timed, and the one that was sampled\n"
    "      --baseline DIR..., --candidate DIR...\n"
    "                       the results A, and the results B\n"
    "  -f, --format FORMAT  text (default), csv, json, markdown, latex; csv and json hold one\n"
    "                       table: shares, or branches; or that of --table\n"
    "      --table NAME     only this table. Timer against samples: shares; relative, to the\n"
    "                       largest branch; test, the numbers of the verdict. B against A:\n"
    "                       differences, total, branches, functions\n"
    "      --limit N        only the first N rows of a table (relative: 5; B against A, for\n"
    "                       people: 20)\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n"
    "exit status: 0 fine, whatever differs; 1 wrong usage, or a folder does not hold what is\n"
    "compared; 5 it cannot be read, or the comparison not be written\n";

enum { BASELINE, CANDIDATE, PLAIN, SIDES };

struct wishes {
    struct gau_view_options view;
    struct gau_words folders[SIDES];
    int side; /* that operands belong to */
    const char *timer, *samples, *output;
    bool help;
};

/* --- arguments ----------------------------------------------------------------------------- */

static void add_folder(struct wishes *wishes, int side, const char *folder)
{
    wishes->side = side;
    gau_words_add(&wishes->folders[side], "%s", folder);
}

static bool apply(struct wishes *wishes, char **argv, int code)
{
    static const char *const formats[] = {"text", "csv", "json", "markdown", "latex", NULL};
    int format;

    switch (code) {
    case 'A': add_folder(wishes, BASELINE, optarg); return true;
    case 'B': add_folder(wishes, CANDIDATE, optarg); return true;
    case 'f':
        format = gau_usage_choice(argv, "--format", optarg, formats);
        return format >= 0 && gau_table_format_find(&wishes->view.format, formats[format]);
    case 'h': return wishes->help = true;
    case 'l':
        return gau_usage_count(argv, "--limit", optarg, "number of rows", &wishes->view.limit);
    case 'O': wishes->output = optarg; return true;
    case 's': wishes->samples = optarg; return true;
    case 'T': wishes->timer = optarg; return true;
    case 't': wishes->view.table = optarg; return true;
    default: return false;
    }
}

/* With one of these options both are needed, and there is nothing else to compare. */
static void check_runs(const struct wishes *wishes, gau_error *err)
{
    if (!wishes->timer || !wishes->samples)
        gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s is missing",
                      wishes->timer ? "--samples" : "--timer");
    for (int side = 0; side < SIDES; side++)
        if (wishes->timer && wishes->samples && wishes->folders[side].count > 0)
            gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__,
                          "'%.*s' is too much: --timer and --samples are compared",
                          GAU_QUOTE(wishes->folders[side].texts[0]));
}

/* One folder, two, or both options; folders that belong to none of these are too many. */
static bool check_folders(const struct wishes *wishes, char **argv)
{
    const struct gau_words *const plain = &wishes->folders[PLAIN];
    const size_t a = wishes->folders[BASELINE].count, b = wishes->folders[CANDIDATE].count;
    gau_error err = {0};

    if (wishes->timer || wishes->samples)
        check_runs(wishes, &err);
    else if ((a > 0 || b > 0) && plain->count > 0)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                      "'%.*s' stands in front of --baseline and --candidate",
                      GAU_QUOTE(plain->texts[0]));
    else if ((a > 0) != (b > 0))
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s is missing",
                      a > 0 ? "--candidate" : "--baseline");
    else if (a == 0 && plain->count == 0)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "a result folder is missing");
    else if (plain->count > 2)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "unexpected argument '%.*s'",
                      GAU_QUOTE(plain->texts[2]));
    if (err.status == GAU_OK)
        return true;
    gau_usage_wrong(argv, &err);
    return false;
}

/* Folders belong to the option before them. */
static bool read_arguments(struct wishes *wishes, int argc, char **argv)
{
    static const struct option options[] = {
        {"baseline", required_argument, NULL, 'A'}, {"candidate", required_argument, NULL, 'B'},
        {"format", required_argument, NULL, 'f'},   {"help", no_argument, NULL, 'h'},
        {"limit", required_argument, NULL, 'l'},    {"output", required_argument, NULL, 'O'},
        {"samples", required_argument, NULL, 's'},  {"table", required_argument, NULL, 't'},
        {"timer", required_argument, NULL, 'T'},    {NULL, 0, NULL, 0},
    };

    wishes->side = PLAIN;
    for (;;) {
        const int code = gau_usage_option(argc, argv, "+f:O:h", options);

        if (code == -1 && optind >= argc)
            return check_folders(wishes, argv);
        if (code == -1)
            add_folder(wishes, wishes->side, argv[optind++]);
        else if (!apply(wishes, argv, code))
            return false;
        if (wishes->help)
            return true;
    }
}

/* --- comparing ----------------------------------------------------------------------------- */

/* Whether of two folders one has a timer alone, and the other samples; the timer then comes first.
 */
static bool are_timer_and_samples(const char *folders[2])
{
    const struct gau_agreement_has first = gau_agreement_has(folders[0]);
    const struct gau_agreement_has second = gau_agreement_has(folders[1]);
    const bool turned = first.samples && !first.timer && second.timer && !second.samples;
    const char *const other = folders[0];

    if (turned) {
        folders[0] = folders[1];
        folders[1] = other;
    }
    return turned || (first.timer && !first.samples && second.samples && !second.timer);
}

/* B against A is perhaps not what was meant: the jobs of this project have a timer anyway. */
static void tell_other_way(const char *const folders[2])
{
    const struct gau_agreement_has has[2] = {gau_agreement_has(folders[0]),
                                             gau_agreement_has(folders[1])};
    const int samples = has[1].samples ? 1 : 0;

    if (has[0].timer && has[1].timer && has[0].samples != has[1].samples)
        fprintf(stderr,
                "gaudit: both have a timer, so this is '%.*s' against '%.*s'; the timer of one "
                "against the samples of the other: --timer '%.*s' --samples '%.*s'\n",
                GAU_QUOTE(folders[1]), GAU_QUOTE(folders[0]), GAU_QUOTE(folders[1 - samples]),
                GAU_QUOTE(folders[samples]));
}

static struct gau_changes_paths paths_of(const struct gau_words *words)
{
    return (struct gau_changes_paths){.items = (const char *const *)words->texts,
                                      .n = words->count};
}

static void compare_results(const struct wishes *wishes, const struct gau_changes_paths *a,
                            const struct gau_changes_paths *b, struct gau_view_error *error)
{
    struct gau_changes_options options = {.format = wishes->view.format,
                                          .table = wishes->view.table,
                                          .limit = wishes->view.limit};

    if (!wishes->output) {
        const struct gau_hot_screen screen = gau_hot_screen_of(stdout);

        options.width = screen.width;
        options.unicode = screen.unicode;
    }
    gau_changes_report(a, b, &options, wishes->output, error);
}

static void compare(const struct wishes *wishes, struct gau_view_error *error)
{
    const struct gau_changes_paths a = paths_of(&wishes->folders[BASELINE]);
    const struct gau_changes_paths b = paths_of(&wishes->folders[CANDIDATE]);
    const struct gau_changes_paths plain = paths_of(&wishes->folders[PLAIN]);
    const char *folders[2];

    if (wishes->timer) {
        gau_agreement_report(wishes->timer, wishes->samples, &wishes->view, wishes->output, error);
        return;
    }
    if (a.n > 0) {
        compare_results(wishes, &a, &b, error);
        return;
    }
    assert(plain.n > 0); /* see check_folders() */
    folders[0] = plain.items[0];
    folders[1] = plain.items[plain.n - 1];
    if (plain.n == 1 || are_timer_and_samples(folders)) {
        gau_agreement_report(folders[0], folders[1], &wishes->view, wishes->output, error);
    } else {
        const struct gau_changes_paths first = {.items = plain.items, .n = 1};
        const struct gau_changes_paths second = {.items = plain.items + 1, .n = 1};

        compare_results(wishes, &first, &second, error);
        if (error->status == GAU_VIEW_OK)
            tell_other_way(folders);
    }
}

static int run(const struct wishes *wishes)
{
    struct gau_view_error error = {0};

    for (int i = 0; i < SIDES; i++)
        if (wishes->folders[i].no_memory)
            gau_view_fail(&error, GAU_VIEW_FAILED, "no memory for the names of folders");
    if (error.status == GAU_VIEW_OK)
        compare(wishes, &error);
    if (error.status == GAU_VIEW_OK)
        return GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    clearerr(stdout); /* has been reported */
    return (int)error.status;
}

int gau_tool_compare(int argc, char **argv)
{
    struct wishes wishes = {0};
    int status = GAU_EXIT_USAGE;

    if (read_arguments(&wishes, argc, argv)) {
        if (wishes.help)
            status = fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK;
        else
            status = run(&wishes);
    }
    for (int i = 0; i < SIDES; i++)
        gau_words_clear(&wishes.folders[i]);
    return status;
}
