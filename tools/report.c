/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"
#include "words.h"

#include "report/hotspots/hotspots.h"
#include "report/hotspots/views.h"
#include "report/views/views.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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
    "options:\n"
    "  -f, --format FORMAT  text (default), csv, json or markdown. Units are those that suit "
    "text;\n"
    "                       csv and json have seconds, bytes ... with all digits, and hold one\n"
    "                       table: the first of the view, or that of --table. Samples also:\n"
    "                       folded, the stacks for flame graphs (hotspots); dot (dependencies).\n"
    "                       Of what was counted also: latex, for the package booktabs\n"
    "      --sort KEY       timing: tree (default), self, total, calls, mean, max, name\n"
    "                       counts: tree, name, executed, accepted, rejected, failed, reused,\n"
    "                       skipped, rate\n"
    "                       hotspots, top-down, modules, threads, tasks: time (default),\n"
    "                       samples, error, name\n"
    "      --table NAME     only this table: branches, first, books ...\n"
    "      --limit N        only the first N rows of a table; of samples: of each group, with the\n"
    "                       rest as one row\n"
    "      --all            also branches that were never called\n"
    "  -O, --output FILE    writes to FILE, which is replaced\n"
    "  -h, --help           prints this\n"
    "\n"
    "options of graph:\n"
    "      --level N        sections up to this level, from 1 (default) to 6; of csv and json all\n"
    "      --heaviest-branch\n"
    "                       also the branch that took most of the time\n"
    "      --heaviest-sections N\n"
    "                       also the N sections that took most of the time\n"
    "                       formats also: perfgraph, perfgraph-v1, the JSON of a\n"
    "                       PerfGraphReporter\n"
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

/* Which views take an option or a format. */
enum { SAMPLES = 1, DOCUMENTS = 2, GRAPH = 4, ALL = SAMPLES | DOCUMENTS | GRAPH };

static const struct format {
    const char *name;
    unsigned views;
    enum gau_hot_format hot;
} formats[] = {
    {"text", ALL, GAU_HOT_TEXT},         {"csv", ALL, GAU_HOT_CSV},
    {"json", ALL, GAU_HOT_JSON},         {"markdown", ALL, GAU_HOT_MARKDOWN},
    {"folded", SAMPLES, GAU_HOT_FOLDED}, {"dot", SAMPLES, GAU_HOT_DOT},
    {"perfgraph", GRAPH, GAU_HOT_TEXT},  {"perfgraph-v1", GRAPH, GAU_HOT_TEXT},
    {"latex", DOCUMENTS, GAU_HOT_TEXT},
};

static const struct known_option {
    const char *name;
    int argument, code;
    unsigned views;
} known_options[] = {
    {"all", no_argument, 'a', DOCUMENTS},
    {"csv-delimiter", required_argument, 'D', SAMPLES},
    {"debuginfod", no_argument, 'd', SAMPLES},
    {"filter", required_argument, 'F', SAMPLES},
    {"format", required_argument, 'f', ALL},
    {"group-by", required_argument, 'g', SAMPLES},
    {"heaviest-branch", no_argument, 'b', GRAPH},
    {"heaviest-sections", required_argument, 'n', GRAPH},
    {"help", no_argument, 'h', ALL},
    {"level", required_argument, 'L', GRAPH},
    {"limit", required_argument, 'l', SAMPLES | DOCUMENTS},
    {"output", required_argument, 'O', ALL},
    {"sort", required_argument, 's', SAMPLES | DOCUMENTS},
    {"table", required_argument, 't', DOCUMENTS | GRAPH},
    {"time-filter", required_argument, 'T', SAMPLES},
};

enum {
    N_FORMATS = sizeof formats / sizeof *formats,
    N_OPTIONS = sizeof known_options / sizeof *known_options
};

struct wishes {
    struct gau_view_options view;
    struct gau_hot_options hot;
    struct gau_words filters;
    const struct format *format;
    const char *output;
    bool given[N_OPTIONS];
    bool help;
};

/* --- arguments ----------------------------------------------------------------------------- */

static bool read_count(char **argv, const char *option, const char *text, const char *what,
                       size_t *out)
{
    gau_error err = {0};
    unsigned long long value;
    char *rest;

    errno = 0;
    value = strtoull(text, &rest, 10);
    if (text[0] >= '0' && text[0] <= '9' && !*rest && errno == 0 && value > 0) {
        *out = (size_t)value;
        return true;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "option '%s': '%.*s' is not a %s from 1 on", option, GAU_QUOTE(text), what);
    gau_usage_wrong(argv, &err);
    return false;
}

static bool read_format(char **argv, const char *text, const struct format **out)
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

static void add_filter(struct wishes *wishes, const char *text)
{
    gau_words_add(&wishes->filters, "%s", text);
    wishes->hot.filters = (const char *const *)wishes->filters.texts;
    wishes->hot.filter_count = wishes->filters.count;
}

static bool apply_hot(struct wishes *wishes, char **argv, int code)
{
    switch (code) {
    case 'd': return wishes->hot.debuginfod = true;
    case 'D': return read_delimiter(argv, optarg, &wishes->hot.delimiter);
    case 'F': add_filter(wishes, optarg); return true;
    case 'g': wishes->hot.group_by = optarg; return true;
    case 'T': wishes->hot.time_filter = optarg; return true;
    default: return false;
    }
}

static bool apply_graph(struct wishes *wishes, char **argv, int code)
{
    struct gau_graph_options *const graph = &wishes->view.graph;

    switch (code) {
    case 'b': return graph->heaviest_branch = true;
    case 'L': return read_count(argv, "--level", optarg, "level", &graph->level);
    case 'n':
        return read_count(argv, "--heaviest-sections", optarg, "number of sections",
                          &graph->heaviest_sections);
    default: return apply_hot(wishes, argv, code);
    }
}

static bool apply(struct wishes *wishes, char **argv, int code)
{
    for (size_t i = 0; i < N_OPTIONS; i++)
        wishes->given[i] = wishes->given[i] || known_options[i].code == code;
    switch (code) {
    case 'a': return wishes->view.all = true;
    case 'f': return read_format(argv, optarg, &wishes->format);
    case 'h': return wishes->help = true;
    case 'l': return read_count(argv, "--limit", optarg, "number of rows", &wishes->view.limit);
    case 'O': wishes->output = optarg; return true;
    case 's': wishes->view.sort = optarg; return true;
    case 't': wishes->view.table = optarg; return true;
    default: return apply_graph(wishes, argv, code);
    }
}

static bool read_options(struct wishes *wishes, int argc, char **argv)
{
    struct option options[N_OPTIONS + 1] = {{0}};
    int code;

    for (size_t i = 0; i < N_OPTIONS; i++)
        options[i] = (struct option){.name = known_options[i].name,
                                     .has_arg = known_options[i].argument,
                                     .val = known_options[i].code};

    while (!wishes->help && (code = gau_usage_option(argc, argv, "f:O:h", options)) != -1)
        if (!apply(wishes, argv, code))
            return false;
    return true;
}

/* --- views --------------------------------------------------------------------------------- */

/* False: an option or the format is not for this kind of view. */
static bool suits(const struct wishes *wishes, char **argv, unsigned view)
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
    else
        return true;
    gau_usage_wrong(argv, &err);
    return false;
}

static int report_samples(struct wishes *wishes, const struct gau_hot_view *view, int argc,
                          char **argv, struct gau_view_error *error)
{
    const bool subject = view->takes & GAU_HOT_TAKES_SUBJECT;
    const int operands = subject ? 3 : 2;

    if (!gau_usage_operands(argc, argv, operands, operands,
                            subject ? "a function, or a result folder," : "a result folder"))
        return GAU_EXIT_USAGE;
    if (!suits(wishes, argv, SAMPLES))
        return GAU_EXIT_USAGE;
    wishes->hot.subject = subject ? argv[optind + 1] : NULL;
    wishes->hot.format = wishes->format->hot;
    wishes->hot.sort = wishes->view.sort;
    wishes->hot.limit = wishes->view.limit;
    if (!wishes->output)
        wishes->hot.screen = gau_hot_screen_of(stdout);
    return (int)gau_hot_report(argv[optind + operands - 1], view, &wishes->hot, wishes->output,
                               error);
}

/* "graph", or "graph-" and the name of a timer. */
static bool is_graph(const char *view)
{
    return strncmp(view, "graph", 5) == 0 && (!view[5] || view[5] == '-');
}

static int report_documents(struct wishes *wishes, int argc, char **argv,
                            struct gau_view_error *error)
{
    static const char *names[32]; /* the last stays NULL */

    if (!gau_usage_operands(argc, argv, 2, 2, "a view, or a result folder,"))
        return GAU_EXIT_USAGE;
    if (!suits(wishes, argv, is_graph(argv[optind]) ? GRAPH : DOCUMENTS))
        return GAU_EXIT_USAGE;
    if (!gau_table_format_find(&wishes->view.format, wishes->format->name)) {
        wishes->view.graph.json = true;
        wishes->view.graph.json_version = strcmp(wishes->format->name, "perfgraph-v1") == 0;
    }
    for (size_t i = 0; i + 1 < sizeof names / sizeof *names && gau_hot_views[i].name; i++)
        names[i] = gau_hot_views[i].name;
    wishes->view.more = names;
    wishes->view.add = gau_hot_add_sampling;
    return (int)gau_view_folder(argv[optind + 1], argv[optind], &wishes->view, wishes->output,
                                error);
}

static int report(struct wishes *wishes, int argc, char **argv)
{
    const struct gau_hot_view *const view = optind < argc ? gau_hot_view_find(argv[optind]) : NULL;
    struct gau_view_error error = {0};
    int status;

    if (view)
        status = report_samples(wishes, view, argc, argv, &error);
    else
        status = report_documents(wishes, argc, argv, &error);
    if (error.status != GAU_VIEW_OK) {
        fprintf(stderr, "gaudit: %s\n", error.message);
        clearerr(stdout); /* has been reported */
    }
    return status;
}

int gau_tool_report(int argc, char **argv)
{
    struct wishes wishes = {.format = &formats[0]};
    int status = GAU_EXIT_USAGE;

    if (read_options(&wishes, argc, argv)) {
        if (wishes.help)
            status = fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK;
        else if (wishes.filters.no_memory)
            fputs("gaudit: no memory for the filters\n", stderr);
        else
            status = report(&wishes, argc, argv);
    }
    gau_words_clear(&wishes.filters);
    return status;
}
