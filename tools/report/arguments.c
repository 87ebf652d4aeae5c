/* SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

#include "tools/tools.h"
#include "tools/usage.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: gaudit report [OPTION...] VIEW [FUNCTION] DIR\n"
    "\n"
    "Shows a view of the result in the folder DIR, which 'gaudit run -o DIR', 'gaudit profile' or\n"
    "'gaudit collect' has made.\n"
    "\n"
    "views of what was counted:\n"
    "  summary    what was run, where, and how it ended\n"
    "  timing     where the time went, branch by branch, and the books of the workers\n"
    "  graph      the sections as MOOSE's PerfGraph prints them\n"
    "  counts     executions and decisions, branch by branch: the rates of a trigger\n"
    "  DOCUMENT   one document of DIR by its name, such as 'timer-Fast' or 'masses'\n"
    "\n"
    "views of samples:\n"
    "  hotspots   the CPU time by task and function, or by other keys, with its error\n"
    "  top-down   the tree of calls, from the outermost caller on\n"
    "  callers FUNCTION\n"
    "             who calls a function, and on whose account it takes its time\n"
    "  lines FUNCTION\n"
    "             the source lines of a function with their time\n"
    "  modules, threads, tasks\n"
    "             each with its time and what else is known of it\n"
    "  dependencies\n"
    "             calls between modules\n"
    "\n"
    "a picture:\n"
    "  timeline   what ran when: a row per depth, as SVG, of the time log in DIR, which\n"
    "             TimeLogAuditor writes, or of one time log instead of DIR\n"
    "\n"
    "options:\n"
    "  -f, --format FORMAT  text (default), csv, json, markdown; hotspots also: folded, the "
    "stacks\n"
    "                       for flame graphs; dependencies: dot; what was counted: latex. csv and\n"
    "                       json have seconds, bytes ... with all digits, and hold one table: the\n"
    "                       first of the view, or that of --table\n"
    "      --excel          csv for spreadsheets: names that begin with = + - @ get an apostrophe\n"
    "      --sort KEY       timing: tree (default), self, total, calls, mean, max, name\n"
    "                       counts: tree, name, executed, accepted, rejected, failed, reused,\n"
    "                       skipped, rate\n"
    "                       hotspots, top-down, modules, threads, tasks: time (default),\n"
    "                       samples, error, name\n"
    "      --table NAME     only this table: branches, first, books ...\n"
    "      --limit N        only the first N rows of a table; of samples: of each group, with the\n"
    "                       rest as one row\n"
    "      --all            also branches that were never called\n"
    "      --check          timing: whether the times can be true, instead of them; status 5 if "
    "not\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n";

static const char more_help[] =
    "options of graph:\n"
    "      --level N        sections up to this level, from 1 (default) to 6; of csv and json all\n"
    "      --heaviest-branch\n"
    "                       also the branch that took most of the time\n"
    "      --heaviest-sections N\n"
    "                       also the N sections that took most of the time\n"
    "                       formats also: perfgraph, the JSON of a\n"
    "                       PerfGraphReporter\n"
    "\n"
    "options of timeline:\n"
    "      --max-depth N    only entries down to this depth\n"
    "      --time-filter FROM:TO\n"
    "                       only these seconds of the log, such as 1.5:20\n"
    "\n"
    "options of samples:\n"
    "      --group-by KEYS  what by, outermost first: task, function, module, source-file,\n"
    "                       source-line, thread, process, callstack (task,function)\n"
    "      --filter KEY=PATTERN, --filter KEY!=PATTERN\n"
    "                       only what matches a shell pattern, or does not; repeatable\n"
    "      --time-filter FROM:TO\n"
    "                       only these seconds since the start of the run, such as 1.5:20\n"
    "      --csv-delimiter comma|tab|semicolon|colon|STRING\n"
    "                       between the columns of csv (comma)\n"
    "      --debuginfod     ask the servers in $DEBUGINFOD_URLS for debug information\n"
    "\n"
    "exit status: 0 fine; 1 wrong usage, no such view, DIR is not a result, or has no samples;\n"
    "5 a document cannot be read, or the view not be written\n";

enum {
    SAMPLES = GAU_REPORT_SAMPLES,
    DOCUMENTS = GAU_REPORT_DOCUMENTS,
    GRAPH = GAU_REPORT_GRAPH,
    TIMELINE = GAU_REPORT_TIMELINE,
    TABLES = SAMPLES | DOCUMENTS | GRAPH,
    ALL = TABLES | TIMELINE
};

static const struct gau_report_format formats[] = {
    {"text", ALL, GAU_HOT_TEXT},         {"csv", TABLES, GAU_HOT_CSV},
    {"json", TABLES, GAU_HOT_JSON},      {"markdown", TABLES, GAU_HOT_MARKDOWN},
    {"folded", SAMPLES, GAU_HOT_FOLDED}, {"dot", SAMPLES, GAU_HOT_DOT},
    {"perfgraph", GRAPH, GAU_HOT_TEXT},  {"latex", DOCUMENTS, GAU_HOT_TEXT},
};

static const struct known_option {
    const char *name;
    int argument, code;
    unsigned views;
} known_options[] = {
    {"all", no_argument, 'a', DOCUMENTS},
    {"check", no_argument, 'k', DOCUMENTS},
    {"csv-delimiter", required_argument, 'D', SAMPLES},
    {"debuginfod", no_argument, 'd', SAMPLES},
    {"excel", no_argument, 'x', TABLES},
    {"filter", required_argument, 'F', SAMPLES},
    {"format", required_argument, 'f', TABLES},
    {"group-by", required_argument, 'g', SAMPLES},
    {"heaviest-branch", no_argument, 'b', GRAPH},
    {"heaviest-sections", required_argument, 'n', GRAPH},
    {"help", no_argument, 'h', ALL},
    {"level", required_argument, 'L', GRAPH},
    {"limit", required_argument, 'l', SAMPLES | DOCUMENTS},
    {"max-depth", required_argument, 'M', TIMELINE},
    {"output", required_argument, 'O', ALL},
    {"sort", required_argument, 's', SAMPLES | DOCUMENTS},
    {"table", required_argument, 't', DOCUMENTS | GRAPH},
    {"time-filter", required_argument, 'T', SAMPLES | TIMELINE},
};

enum {
    N_FORMATS = sizeof formats / sizeof *formats,
    N_OPTIONS = sizeof known_options / sizeof *known_options
};

_Static_assert((int)N_OPTIONS <= (int)GAU_REPORT_OPTIONS_MAX, "as many as wishes remember");

/* --- arguments ----------------------------------------------------------------------------- */

static bool read_format(char **argv, const char *text, const struct gau_report_format **out)
{
    const char *names[N_FORMATS + 1] = {NULL};
    int choice;

    for (size_t i = 0; i < N_FORMATS; i++)
        names[i] = formats[i].name;
    choice = gau_usage_choice(argv, "--format", text, names);
    if (choice >= 0)
        *out = &formats[choice];
    return choice >= 0;
}

static bool read_delimiter(char **argv, const char *text, const char **out)
{
    struct gau_view_error error = {0};
    gau_error err = {0};

    if (gau_hot_delimiter_read(out, text, &error))
        return true;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "option '--csv-delimiter': %s",
                  error.message);
    gau_usage_wrong(argv, &err);
    return false;
}

static void add_filter(struct gau_report_wishes *wishes, const char *text)
{
    gau_words_add(&wishes->filters, "%s", text);
    wishes->hot.filters = (const char *const *)wishes->filters.texts;
    wishes->hot.filter_count = wishes->filters.count;
}

static bool apply_hot(struct gau_report_wishes *wishes, char **argv, int code)
{
    switch (code) {
    case 'd': return wishes->hot.debuginfod = true;
    case 'D': return read_delimiter(argv, optarg, &wishes->hot.delimiter);
    case 'F': add_filter(wishes, optarg); return true;
    case 'g': wishes->hot.group_by = optarg; return true;
    case 'M':
        return gau_usage_count(argv, "--max-depth", optarg, "depth", &wishes->timeline.max_depth);
    case 'T': wishes->hot.time_filter = wishes->timeline.time_filter = optarg; return true;
    default: return false;
    }
}

static bool apply_graph(struct gau_report_wishes *wishes, char **argv, int code)
{
    struct gau_graph_options *const graph = &wishes->view.graph;

    switch (code) {
    case 'b': return graph->heaviest_branch = true;
    case 'L': return gau_usage_count(argv, "--level", optarg, "level", &graph->level);
    case 'n':
        return gau_usage_count(argv, "--heaviest-sections", optarg, "number of sections",
                               &graph->heaviest_sections);
    default: return apply_hot(wishes, argv, code);
    }
}

static bool apply(struct gau_report_wishes *wishes, char **argv, int code)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        wishes->given[i] = wishes->given[i] || known_options[i].code == code;
    switch (code) {
    case 'a': return wishes->view.all = true;
    case 'x': return wishes->hot.excel = true;
    case 'k': wishes->view.failed_checks = &wishes->failed_checks; return true;
    case 'f': return read_format(argv, optarg, &wishes->format);
    case 'h': return wishes->help = true;
    case 'l':
        return gau_usage_count(argv, "--limit", optarg, "number of rows", &wishes->view.limit);
    case 'O': wishes->output = optarg; return true;
    case 's': wishes->view.sort = optarg; return true;
    case 't': wishes->view.table = optarg; return true;
    default: return apply_graph(wishes, argv, code);
    }
}

bool gau_report_wishes_read(struct gau_report_wishes *wishes, int argc, char **argv)
{
    struct option options[N_OPTIONS + 1] = {{0}};
    int code;

    *wishes = (struct gau_report_wishes){.format = &formats[0]};
    for (size_t i = 0; i < N_OPTIONS; i++)
        options[i] = (struct option){.name = known_options[i].name,
                                     .has_arg = known_options[i].argument,
                                     .val = known_options[i].code};

    while (!wishes->help && (code = gau_usage_option(argc, argv, "f:O:h", options)) != -1)
        if (!apply(wishes, argv, code))
            return false;
    return true;
}

bool gau_report_help(void)
{
    return fputs(help, stdout) >= 0 && fputs(more_help, stdout) >= 0;
}

void gau_report_wishes_clear(struct gau_report_wishes *wishes)
{
    gau_words_clear(&wishes->filters);
}

bool gau_report_wishes_suit(const struct gau_report_wishes *wishes, char **argv, unsigned view)
{
    gau_error err = {0};
    size_t i = 0;

    while (i < N_OPTIONS && (!wishes->given[i] || known_options[i].views & view))
        i++;
    if (i < N_OPTIONS)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "the view '%.*s' takes no --%s",
                      GAU_QUOTE(argv[optind]), known_options[i].name);
    else if (!(wishes->format->views & view))
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                      "the view '%.*s' takes no --format %s", GAU_QUOTE(argv[optind]),
                      wishes->format->name);
    else if (wishes->hot.excel && wishes->format->hot != GAU_HOT_CSV)
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "--excel is for --format csv alone");
    else
        return true;
    gau_usage_wrong(argv, &err);
    return false;
}
