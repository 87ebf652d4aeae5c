/* SPDX-License-Identifier: Apache-2.0 */
#include "collect.h"

#include "../child.h"
#include "../signals.h"
#include "../tools.h"
#include "../usage.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: gaudit collect [OPTION...] [--] PROGRAM [ARGUMENT...]\n"
    "\n"
    "Runs any program and takes samples of where its CPU time goes: by function and, if it "
    "carries\n"
    "ITT marks, by task. doc/collect.md explains it.\n"
    "\n"
    "  -o, --output DIR       the result, a new or an empty folder (PROGRAM.gaudit, or\n"
    "                         PROGRAM.2.gaudit ...)\n"
    "      --interval TIME    CPU time between samples, 100us to 1s (10ms)\n"
    "      --clock CLOCK      what makes the samples: auto, perf, timer (auto)\n"
    "      --start-paused     take none until PROGRAM calls __itt_resume()\n"
    "      --resume-after S   take none in the first S seconds\n"
    "      --follow-child on|off\n"
    "                         also in the processes that PROGRAM starts (on)\n"
    "      --buffer SIZE      memory for samples that are not yet written, such as 16M (64M)\n"
    "  -q, --quiet            print complaints only\n"
    "  -h, --help             print this\n"
    "\n"
    "Exit status: that of PROGRAM, 128 + N if signal N ended it; 1 wrong usage, 125 collect "
    "itself\n"
    "failed, 126 PROGRAM cannot be run, 127 it is not found.\n";

static int wrong(char **argv, const char *option, const char *wanted)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__, "%s takes %s, not '%.*s'", option,
                  wanted, GAU_QUOTE(optarg));
    gau_usage_wrong(argv, &err);
    return '?';
}

/* Returns the code of the option, or '?' for a wrong value, which is told. */
static int take_value(struct gau_collect_wish *wish, int code, char **argv)
{
    static const char *const switches[] = {"off", "on", NULL};
    int choice = 0;

    switch (code) {
    case 'i':
        if (!gau_collect_interval(optarg, &wish->interval_ns))
            return wrong(argv, "--interval", "a time from 100us to 1s, such as 10ms");
        break;
    case 'r':
        if (!gau_collect_seconds(optarg, &wish->resume_after_ns))
            return wrong(argv, "--resume-after", "seconds from 0.001 to 1000000, such as 2.5");
        wish->start_paused = true;
        break;
    case 'b':
        if (!gau_collect_size(optarg, &wish->buffer_bytes))
            return wrong(argv, "--buffer", "a size from 1M to 64G, such as 16M");
        break;
    case 'c':
        choice = gau_usage_choice(argv, "--clock", optarg, gau_collect_clocks);
        wish->clock = (enum gau_collect_clock)(choice < 0 ? 0 : choice);
        break;
    default:
        choice = gau_usage_choice(argv, "--follow-child", optarg, switches);
        wish->follow_child = choice > 0;
    }
    return choice < 0 ? '?' : code;
}

/* Returns -1 when all are read, 'h', or '?' if one is wrong. */
static int read_options(struct gau_collect_wish *wish, const char **folder, int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},
        {"interval", required_argument, NULL, 'i'},
        {"clock", required_argument, NULL, 'c'},
        {"start-paused", no_argument, NULL, 'p'},
        {"resume-after", required_argument, NULL, 'r'},
        {"follow-child", required_argument, NULL, 'f'},
        {"buffer", required_argument, NULL, 'b'},
        {"quiet", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int code;

    while ((code = gau_usage_option(argc, argv, "+o:qh", options)) != -1) {
        switch (code) {
        case 'o': *folder = optarg; break;
        case 'p': wish->start_paused = true; break;
        case 'q': wish->quiet = true; break;
        case 'h':
        case '?': return code;
        default:
            if (take_value(wish, code, argv) == '?')
                return '?';
        }
    }
    return gau_usage_operands(argc, argv, 1, INT_MAX, "the program") ? -1 : '?';
}

/* PROGRAM.gaudit for bin/PROGRAM. */
static gau_status claim(gau_app_folder *out, const char *folder, const char *program,
                        gau_error *err)
{
    const char *const slash = strrchr(program, '/');
    const char *const name = slash && slash[1] ? slash + 1 : program;

    return gau_collect_folder(out, folder, name, strcspn(name, "/"), err);
}

int gau_tool_collect(int argc, char **argv)
{
    struct gau_collect_wish wish = gau_collect_wish_new();
    const char *path = NULL;
    const int code = read_options(&wish, &path, argc, argv);
    gau_app_folder folder;
    gau_error err = {0};
    int status;

    if (code == 'h') {
        fputs(help, stdout);
        return GAU_EXIT_OK;
    }
    if (code == '?')
        return GAU_EXIT_USAGE;
    gau_signals_hold(); /* until the folder is a result, or gone */
    if (claim(&folder, path, argv[optind], &err) == GAU_OK) {
        wish.folder = &folder;
        status = gau_collect_run(&wish, argv + optind);
        gau_app_folder_close(&folder);
    } else {
        status = gau_usage_failed(&err, GAU_EXIT_USAGE);
    }
    gau_signals_release();
    return status;
}
