/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "../collect/collect.h"
#include "../tools.h"
#include "../usage.h"

#include <string.h>

static const uint64_t ns_per_ms = 1000000;

enum { WITH_AUTO, WITH_BUILTIN, WITH_VTUNE };

static const char *const profilers[] = {
    [WITH_AUTO] = "auto", [WITH_BUILTIN] = "builtin", [WITH_VTUNE] = "vtune", NULL};

static const struct gau_option options[] = {
    {GAU_VALUE(
         struct gau_profile, with, "with", "auto|builtin|vtune", gau_read_choice,
         "the profiler; vtune: Intel VTune, as vtune or amplxe-cl on the PATH; auto (default): "
         "that, or else the built-in one"),
     .choices = profilers},
    {GAU_OPTION_INTERVAL(struct gau_profile, interval),
     .more = " (10ms); of VTune whole milliseconds"},
    {GAU_OPTION_DRY_RUN(struct gau_profile, dry_run), .more = ": print the command lines"},
    {GAU_RUN_OUTPUT(struct gau_profile), .pass = true,
     .more = ", also those of the profiler (built-in: JOB.gaudit, or JOB.2.gaudit ...)"},
    {.help = "as of 'gaudit run', which gets them:"},
    {GAU_RUN_EVENTS(struct gau_profile), .pass = true},
    {GAU_RUN_SKIP(struct gau_profile), .pass = true},
    {GAU_RUN_ONLY(struct gau_profile), .pass = true},
    {GAU_RUN_THREADS(struct gau_profile), .pass = true},
    {GAU_RUN_SET(struct gau_profile), .pass = true},
    {GAU_RUN_AUDIT(struct gau_profile), .pass = true},
    {GAU_RUN_TIME(struct gau_profile), .pass = true},
    {GAU_RUN_PROGRESS(struct gau_profile), .pass = true},
    {GAU_RUN_QUIET(struct gau_profile), .pass = true, .more = ": no tables, and only warnings"},
    {GAU_RUN_VERBOSE(struct gau_profile), .pass = true},
    {0},
};

/* --- the profiler -------------------------------------------------------------------------- */

static int check_interval(const struct gau_profile *p)
{
    if (p->interval.ns % ns_per_ms == 0)
        return GAU_EXIT_OK;
    return gau_options_wrong(&gau_tool_profile,
                             "--interval takes for VTune whole milliseconds, not '%.*s'",
                             GAU_QUOTE(p->interval.text));
}

/* VTune replaces these wherever they stand. */
static int check_folder(const struct gau_profile *p)
{
    const char *const folder = p->run.settings.output;

    if (!folder || (!strstr(folder, "@@@") && !strstr(folder, "{at}")))
        return GAU_EXIT_OK;
    return gau_options_wrong(&gau_tool_profile,
                             "-o: '@@@' and '{at}' mean something to VTune, and are in '%.*s'",
                             GAU_QUOTE(folder));
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

static int profile(const struct gau_profile *p)
{
    struct gau_vtune vtune;
    const bool found = gau_vtune_find(&vtune);
    const bool builtin = p->with == WITH_BUILTIN || (p->with == WITH_AUTO && !found);
    struct gau_words program = {0};
    int status = builtin ? GAU_EXIT_OK : check_interval(p);

    if (status == GAU_EXIT_OK && !builtin)
        status = found ? check_folder(p) : no_vtune(&vtune);
    if (status == GAU_EXIT_OK)
        status = gau_profile_program(&program, p);
    if (status == GAU_EXIT_OK)
        status = builtin ? gau_profile_with_builtin(p, &program)
                         : gau_profile_with_vtune(p, &vtune, &program);
    gau_words_clear(&program);
    return status;
}

static int run(int argc, char **argv)
{
    struct gau_profile p = {.run = gau_run_arguments_new(), .interval.ns = 10 * ns_per_ms};
    struct gau_options_given given = {0};
    int status = gau_options_read(&gau_tool_profile, argc, argv, &p, &given);

    p.passed = given.passed;
    if (status == GAU_OPTIONS_READ)
        status = gau_run_arguments_end(&p.run, &gau_tool_profile, argv);
    if (status == GAU_OPTIONS_READ)
        status = profile(&p);
    gau_words_clear(&p.passed);
    gau_run_arguments_clear(&p.run);
    return status;
}

const struct gau_command gau_tool_profile = {
    .name = "profile",
    .summary = "runs a job under a profiler: time per branch and function",
    .usage = "JOB.xml [OPTION...]",
    .about = "Runs a job under a profiler, with an IttAuditor that marks its branches, and prints\n"
             "the time per branch and function.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
