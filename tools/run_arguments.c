/* SPDX-License-Identifier: Apache-2.0 */
#include "run_arguments.h"

#include "usage.h"

#include <stdlib.h>
#include <unistd.h>

struct gau_run_arguments gau_run_arguments_new(int argc)
{
    return (struct gau_run_arguments){.changes = gau_tool_changes_new(argc),
                                      .settings.progress = isatty(STDERR_FILENO)};
}

void gau_run_arguments_free(struct gau_run_arguments *a)
{
    gau_tool_changes_free(&a->changes);
}

static int read_progress(char **argv, bool *out)
{
    static const char *const choices[] = {"auto", "on", "off", NULL};
    const int choice = gau_usage_choice(argv, "--progress", optarg, choices);

    *out = choice == 1 || (choice == 0 && isatty(STDERR_FILENO));
    return choice < 0 ? GAU_EXIT_USAGE : GAU_EXIT_OK;
}

int gau_run_arguments_take(struct gau_run_arguments *a, int code, char **argv)
{
    switch (code) {
    case 'n': return gau_usage_number(argv, "-n", 1, INT64_MAX, &a->settings.events);
    case 'j': return gau_usage_number(argv, "-j", 1, 1024, &a->threads);
    case GAU_RUN_SKIP: return gau_usage_number(argv, "--skip", 0, INT64_MAX, &a->settings.skip);
    case GAU_RUN_ONLY: return gau_usage_number(argv, "--only", 1, INT64_MAX, &a->only);
    case GAU_RUN_PROGRESS: return read_progress(argv, &a->settings.progress);
    case GAU_RUN_TIME: a->changes.time = true; break;
    case 's': gau_tool_changes_add(&a->changes, optarg, false); break;
    case 'a': gau_tool_changes_add(&a->changes, optarg, true); break;
    case 'o': a->settings.output = optarg; break;
    case 'q': a->quiet = true; break;
    case 'v': a->settings.verbosity++; break;
    case 'h': a->help = true; break;
    default: return GAU_EXIT_USAGE;
    }
    return GAU_EXIT_OK;
}

static int check_together(struct gau_run_arguments *a, char **argv)
{
    gau_error err = {0};

    if (a->only && (a->settings.skip || a->settings.events)) {
        gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                      "--only does not go with -n or --skip");
        return gau_usage_wrong(argv, &err);
    }
    if (a->only) {
        a->settings.skip = a->only - 1;
        a->settings.events = 1;
    }
    a->settings.threads = (uint32_t)a->threads;
    if (a->quiet)
        a->settings.verbosity = -1;
    return GAU_EXIT_OK;
}

int gau_run_arguments_end(struct gau_run_arguments *a, int argc, char **argv)
{
    if (!gau_usage_operands(argc, argv, 1, 1, "the option file"))
        return GAU_EXIT_USAGE;
    a->path = argv[optind];
    return check_together(a, argv);
}
