/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "../collect/collect.h"
#include "../tools.h"
#include "../usage.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: gaudit profile JOB.xml [OPTION...]\n"
    "\n"
    "Runs a job under a profiler, with an IttAuditor that marks its branches, and prints the time\n"
    "per branch and function. Takes all options of 'gaudit run' and passes them on.\n"
    "\n"
    "      --with auto|builtin|vtune  the profiler; vtune: Intel VTune, as vtune or amplxe-cl on\n"
    "                               the PATH; auto (default): that, or else the built-in one\n"
    "      --interval TIME          between samples, such as 50ms (10ms)\n"
    "      --dry-run                print the command lines, run nothing\n"
    "      --time                   add a TimerAuditor if the job has none\n"
    "  -o, --output DIR             write the results, that of the profiler too, to a folder, new\n"
    "                               or empty (built-in: JOB.gaudit, or JOB.2.gaudit ...)\n"
    "  -h, --help                   print this\n";

enum { WITH_AUTO, WITH_BUILTIN, WITH_VTUNE };

enum { OPT_WITH = GAU_RUN_NEXT, OPT_INTERVAL, OPT_DRY_RUN };

static const struct option options[] = {
    GAU_RUN_OPTIONS,
    {"with", required_argument, NULL, OPT_WITH},
    {"interval", required_argument, NULL, OPT_INTERVAL},
    {"dry-run", no_argument, NULL, OPT_DRY_RUN},
    {0},
};

/* --- arguments ----------------------------------------------------------------------------- */

/* A whole number of ms or s. */
static bool parse_interval(const char *text, unsigned *out)
{
    const size_t digits = strspn(text, "0123456789");
    const bool in_seconds = strcmp(text + digits, "s") == 0;
    unsigned long value;

    if (digits == 0 || digits > 6 || (!in_seconds && strcmp(text + digits, "ms") != 0))
        return false;
    value = strtoul(text, NULL, 10) * (in_seconds ? 1000 : 1);
    *out = (unsigned)value;
    return value >= 1 && value <= 1000;
}

static void pass_on(struct gau_profile *p, int code)
{
    const struct option *option = options;

    while (option->val != code)
        option++;
    gau_words_add(&p->passed, "--%s", option->name);
    if (option->has_arg)
        gau_words_add(&p->passed, "%s", optarg);
}

static int take(struct gau_profile *p, int code, char **argv)
{
    static const char *const profilers[] = {
        [WITH_AUTO] = "auto", [WITH_BUILTIN] = "builtin", [WITH_VTUNE] = "vtune", NULL};
    int status = GAU_EXIT_OK;

    switch (code) {
    case OPT_WITH: p->with = gau_usage_choice(argv, "--with", optarg, profilers); break;
    case OPT_INTERVAL: p->interval = optarg; break;
    case OPT_DRY_RUN: p->dry_run = true; break;
    default:
        status = gau_run_arguments_take(&p->run, code, argv);
        if (status == GAU_EXIT_OK)
            pass_on(p, code);
        return status;
    }
    return p->with < 0 ? GAU_EXIT_USAGE : GAU_EXIT_OK;
}

static int read_arguments(struct gau_profile *p, int argc, char **argv)
{
    int code, status;

    while ((code = gau_usage_option(argc, argv, GAU_RUN_LETTERS, options)) != -1) {
        status = take(p, code, argv);
        if (status != GAU_EXIT_OK || p->run.help)
            return status;
    }
    return gau_run_arguments_end(&p->run, argc, argv);
}

/* --- the profiler -------------------------------------------------------------------------- */

static int check_interval(struct gau_profile *p, bool builtin, char **argv)
{
    gau_error err = {0};

    if (!p->interval || (builtin ? gau_collect_interval(p->interval, &p->interval_ns)
                                 : parse_interval(p->interval, &p->interval_ms)))
        return GAU_EXIT_OK;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "--interval takes a time from %s to 1s, such as 50ms, not '%.*s'",
                  builtin ? "100us" : "1ms", GAU_QUOTE(p->interval));
    return gau_usage_wrong(argv, &err);
}

/* VTune replaces these wherever they stand. */
static int check_folder(const struct gau_profile *p, char **argv)
{
    const char *const folder = p->run.settings.output;
    gau_error err = {0};

    if (!folder || (!strstr(folder, "@@@") && !strstr(folder, "{at}")))
        return GAU_EXIT_OK;
    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "-o: '@@@' and '{at}' mean something to VTune, and are in '%.*s'",
                  GAU_QUOTE(folder));
    return gau_usage_wrong(argv, &err);
}

static int no_vtune(const struct gau_vtune *vtune)
{
    gau_error err = {0};

    gau_error_set(&err, GAU_ERR_USAGE, __FILE__, __LINE__,
                  "VTune is not on the PATH, neither as vtune nor as amplxe-cl");
    if (vtune->own[0])
        gau_error_append(&err, "; gaudit's own does not count: '%.*s'", GAU_QUOTE(vtune->own));
    return gau_usage_failed(&err, GAU_EXIT_USAGE);
}

static int profile(struct gau_profile *p, char **argv)
{
    struct gau_vtune vtune;
    const bool found = gau_vtune_find(&vtune);
    const bool builtin = p->with == WITH_BUILTIN || (p->with == WITH_AUTO && !found);
    int status = check_interval(p, builtin, argv);

    if (status != GAU_EXIT_OK)
        return status;
    if (builtin)
        return gau_profile_with_builtin(p);
    if (!found)
        return no_vtune(&vtune);
    status = check_folder(p, argv);
    return status == GAU_EXIT_OK ? gau_profile_with_vtune(p, &vtune) : status;
}

int gau_tool_profile(int argc, char **argv)
{
    struct gau_profile p = {.run = gau_run_arguments_new(argc),
                            .interval_ms = 10,
                            .interval_ns = 10000000};
    int status = GAU_EXIT_OPTIONS;

    if (!p.run.changes.texts)
        status = gau_usage_no_memory("the arguments");
    else
        status = read_arguments(&p, argc, argv);
    if (status == GAU_EXIT_OK && p.run.help)
        fputs(help, stdout);
    else if (status == GAU_EXIT_OK)
        status = profile(&p, argv);
    gau_words_clear(&p.passed);
    gau_run_arguments_free(&p.run);
    return status;
}
