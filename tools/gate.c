/* SPDX-License-Identifier: Apache-2.0 */
#include "tools.h"
#include "usage.h"
#include "words.h"

#include "report/gate/gate.h"
#include "report/hotspots/hotspots.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: gaudit gate --baseline DIR... --candidate DIR... [OPTION...]\n"
    "\n"
    "Fails, with status 6, if a branch of the candidates takes longer than in the baselines, by\n"
    "more than a ratio, more than a time, and more than chance does. Each DIR is a result with\n"
    "a timer, or a folder of such, as 'gaudit ab -o' makes them. 20 runs on each side, made by\n"
    "turns, find 10 %; with 1 or 2 baselines only gross changes fail.\n"
    "\n"
    "      --baseline DIR...        results of what it was\n"
    "      --candidate DIR...       results of what it has become\n"
    "      --max-ratio R            the largest ratio that is fine (1.05)\n"
    "      --min-seconds X          in a run; what costs less never fails (a thousandth of it "
    "all)\n"
    "      --false-alarms P         probability of one if nothing has changed (0.001)\n"
    "      --allow-new              branches that one side alone has fail nothing\n"
    "      --junit FILE             also write the answer as JUnit XML; FILE is replaced\n"
    "  -f, --format FORMAT          text (default), csv, json or markdown\n"
    "      --all                    also branches below --min-seconds\n"
    "      --limit N                only the first N branches\n"
    "  -h, --help                   print this\n"
    "\n"
    "exit status: 0 passed; 1 wrong usage, or DIR is not a result, of a run that did not finish,\n"
    "or of another job; 5 a document cannot be read, or the answer not be written; 6 a branch\n"
    "became slower\n";

struct gate {
    struct gau_words paths[2];
    struct gau_gate_wish wish;
    struct gau_view_options view;
    int side; /* that operands belong to; -1: none yet */
    bool help;
};

static const char *const sides[] = {"--baseline", "--candidate"};

/* --- arguments ----------------------------------------------------------------------------- */

static bool refuse(char **argv, const char *option, const char *what)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s takes %s, not '%.*s'", option, what,
                  GAU_QUOTE(optarg));
    gau_usage_wrong(argv, &err);
    return false;
}

/* Above @p least and below @p most. */
static bool read_real(double *out, char **argv, const char *option, double least, double most,
                      const char *what)
{
    char *rest;
    double value;

    errno = 0;
    value = strtod(optarg, &rest);
    if (rest == optarg || *rest || errno || !(value > least && value < most))
        return refuse(argv, option, what);
    *out = value;
    return true;
}

static bool read_format(enum gau_table_format *out, char **argv)
{
    static const char *const names[] = {"text", "csv", "json", "markdown", NULL};
    const int choice = gau_usage_choice(argv, "--format", optarg, names);

    return choice >= 0 && gau_table_format_find(out, names[choice]);
}

static void add_path(struct gate *gate, int side, const char *path)
{
    gate->side = side;
    gau_words_add(&gate->paths[side], "%s", path);
}

static bool take(struct gate *gate, int code, char **argv)
{
    switch (code) {
    case 'A': add_path(gate, 0, optarg); return true;
    case 'B': add_path(gate, 1, optarg); return true;
    case 'r':
        return read_real(&gate->wish.max_ratio, argv, "--max-ratio", 1, 1000,
                         "a number above 1, such as 1.05");
    case 's':
        return read_real(&gate->wish.min_s, argv, "--min-seconds", 0, 1e9,
                         "a number of seconds above 0");
    case 'p':
        return read_real(&gate->wish.false_alarms, argv, "--false-alarms", 0, 0.5,
                         "a probability above 0 and below 0.5");
    case 'n': return gate->wish.allow_new = true;
    case 'j': gate->wish.junit = optarg; return true;
    case 'f': return read_format(&gate->view.format, argv);
    case 'a': return gate->view.all = true;
    case 'l':
        return gau_usage_count(argv, "--limit", optarg, "number of branches", &gate->view.limit);
    case 'h': return gate->help = true;
    default: return false;
    }
}

/* Operands belong to the option before them. */
static bool take_operand(struct gate *gate, char **argv)
{
    gau_error err = {0};

    if (gate->side >= 0) {
        add_path(gate, gate->side, argv[optind++]);
        return true;
    }
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "'%.*s' stands in front of --baseline and --candidate", GAU_QUOTE(argv[optind]));
    gau_usage_wrong(argv, &err);
    return false;
}

static bool read_arguments(struct gate *gate, int argc, char **argv)
{
    static const struct option options[] = {
        {"baseline", required_argument, NULL, 'A'},
        {"candidate", required_argument, NULL, 'B'},
        {"max-ratio", required_argument, NULL, 'r'},
        {"min-seconds", required_argument, NULL, 's'},
        {"false-alarms", required_argument, NULL, 'p'},
        {"allow-new", no_argument, NULL, 'n'},
        {"junit", required_argument, NULL, 'j'},
        {"format", required_argument, NULL, 'f'},
        {"all", no_argument, NULL, 'a'},
        {"limit", required_argument, NULL, 'l'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    gau_error err = {0};

    for (;;) {
        const int code = gau_usage_option(argc, argv, "+f:h", options);

        if (code == -1 && optind >= argc)
            break;
        if (code == -1 ? !take_operand(gate, argv) : !take(gate, code, argv))
            return false;
        if (gate->help)
            return true;
    }
    for (int side = 0; side < 2; side++)
        if (gate->paths[side].count == 0) {
            gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s is missing", sides[side]);
            gau_usage_wrong(argv, &err);
            return false;
        }
    return true;
}

/* --- all of it ----------------------------------------------------------------------------- */

static int judge(struct gate *gate)
{
    struct gau_view_error error = {0};
    bool failed;

    for (int side = 0; side < 2; side++) {
        gate->wish.paths[side] = (const char *const *)gate->paths[side].texts;
        gate->wish.n_paths[side] = gate->paths[side].count;
    }
    gate->view.width = gau_hot_screen_of(stdout).width;
    gau_gate_report(&failed, &gate->wish, &gate->view, stdout, &error);
    if (error.status == GAU_VIEW_OK)
        return failed ? GAU_EXIT_GATE : GAU_EXIT_OK;
    fprintf(stderr, "gaudit: %s\n", error.message);
    clearerr(stdout); /* has been reported */
    return (int)error.status;
}

/* Also of arguments that are not read, as they are wrong: no old answer is to stay. */
static const char *find_junit(const struct gate *gate, char **argv)
{
    static const char option[] = "--junit";
    const size_t length = sizeof option - 1;

    for (size_t i = 1; argv[i] && !gate->wish.junit; i++) {
        if (strncmp(argv[i], option, length) != 0)
            continue;
        if (argv[i][length] == '=')
            return argv[i] + length + 1;
        if (!argv[i][length])
            return argv[i + 1];
    }
    return gate->wish.junit;
}

static void write_usage_error(const struct gate *gate, char **argv)
{
    const char *const junit = find_junit(gate, argv);

    if (junit && !gau_gate_write_error(junit, "gaudit gate was called with wrong arguments"))
        fprintf(stderr, "gaudit: %.*s: %s\n", GAU_QUOTE(junit), strerror(errno));
}

int gau_tool_gate(int argc, char **argv)
{
    struct gate gate = {.wish = {.max_ratio = 1.05, .min_s = (double)NAN, .false_alarms = 0.001},
                        .side = -1};
    int status = GAU_EXIT_USAGE;

    if (read_arguments(&gate, argc, argv)) {
        if (gate.help)
            status = fputs(help, stdout) < 0 ? GAU_EXIT_RESULTS : GAU_EXIT_OK;
        else if (gate.paths[0].no_memory || gate.paths[1].no_memory)
            status = gau_usage_no_memory("the arguments");
        else
            status = judge(&gate);
    } else {
        write_usage_error(&gate, argv);
    }
    gau_words_clear(&gate.paths[0]);
    gau_words_clear(&gate.paths[1]);
    return status;
}
