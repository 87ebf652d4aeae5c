/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include "tools/collect/collect.h"
#include "tools/common/child_process.h"
#include "tools/common/command_functions.h"
#include "tools/common/html_file.h"
#include "tools/common/usage.h"

#include "report/hotspots/hotspots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t ns_per_ms = 1000000;

static const struct gau_option options[] = {
    {GAU_OPTION_PROFILER(struct gau_profile, with), .more = " (auto)"},
    {GAU_OPTION_INTERVAL(struct gau_profile, interval),
     .more = " (10ms); of VTune whole milliseconds"},
    {GAU_VALUE(struct gau_profile, vtune_options, "vtune-option", "OPTION", gau_read_words,
               "a word more for VTune's collection, such as --vtune-option=-data-limit=500; "
               "repeatable")},
    {GAU_OPTION_DRY_RUN(struct gau_profile, dry_run), .more = ": print the command lines"},
    {GAU_RUN_OUTPUT(struct gau_profile), .pass = true,
     .more = ", also those of the profiler (JOB.gaudit, or JOB.2.gaudit ...)"},
    {GAU_OPTION_HTML(struct gau_profile, html)},
    GAU_RUN_MESSAGES(struct gau_profile, true),
    {GAU_RUN_TIMELINE(struct gau_profile, true), .more = "; of PROGRAM: of each task"},
    {.help = "for jobs, options of 'gaudit run', passed on to it:"},
    GAU_RUN_ROWS(struct gau_profile, true),
    {0},
};

/* --- the auditor --------------------------------------------------------------------------- */

static bool is_taken(const gau_node *node, const char *name)
{
    if (node->name && strcmp(node->name, name) == 0)
        return true;
    for (size_t i = 0; i < node->n_children; i++)
        if (is_taken(node->children[i], name))
            return true;
    return false;
}

static const char type[] = "IttAuditor";

/* The auditor may have either name; see gau_tool_job_has_auditor_with(). */
static bool has_auditor(const struct gau_tool_job *job, const char *property)
{
    return gau_tool_job_has_auditor_with(job, type, property) ||
           gau_tool_job_has_auditor_with(job, "IntelProfilerAuditor", property);
}

/* If there is none, names an IttAuditor as for -a; a disabled one keeps its name. */
static void name_auditor(const struct gau_tool_job *job, char *text, size_t size)
{
    char name[32] = "IttAuditor";

    text[0] = '\0';
    if (has_auditor(job, "Enable"))
        return;
    for (unsigned n = 2; is_taken(gau_options_root(job->options), name); n++)
        snprintf(name, sizeof name, "%s%u", type, n);
    snprintf(text, size, "%s%s%s", type, strcmp(name, type) == 0 ? "" : "/",
             strcmp(name, type) == 0 ? "" : name);
}

/* Finds wrong options before the profiler starts. Printing runs no code of modules. */
static int check_job(struct gau_profile *p, char *auditor, size_t size)
{
    struct gau_tool_job job = {0};
    gau_app_settings settings = p->run.settings;
    gau_error err = {0};
    int status = gau_tool_job_read(&job, p->run.path, &p->run.changes, settings.verbosity);

    settings.output = NULL;
    if (status == GAU_EXIT_OK) {
        name_auditor(&job, auditor, size);
        if (auditor[0] && gau_options_add_auditor(job.options, auditor, &err) < 0)
            status = gau_tool_job_failed(&err, settings.verbosity, GAU_EXIT_OPTIONS);
        p->start_paused = has_auditor(&job, "Control");
        p->has_timer = gau_tool_job_has_auditor_with(&job, "TimerAuditor", "Enable");
    }
    if (status == GAU_EXIT_OK && !p->dry_run)
        status = gau_tool_job_build(&job, &settings);
    gau_tool_job_close(&job);
    return status;
}

/* --- the program --------------------------------------------------------------------------- */

static gau_status make_line(struct gau_argv *program, const struct gau_profile *p,
                            const char *auditor, gau_error *err)
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        return gau_fail(err, GAU_ERR_IO, "the path of gaudit itself is not known");
    self[length] = '\0';
    gau_argv_add_all(program, self, "run", NULL);
    gau_argv_add(program, "%s%s", p->run.path[0] == '-' ? "./" : "", p->run.path);
    gau_argv_append(program, &p->passed);
    if (auditor[0])
        gau_argv_add_all(program, "--audit", auditor, NULL);
    return GAU_OK;
}

static int make_program(struct gau_argv *program, struct gau_profile *p)
{
    char auditor[64] = "";
    gau_error err = {0};
    int status;

    for (char **word = p->program; word && *word; word++)
        gau_argv_add(program, "%s", *word);
    if (p->program)
        return GAU_EXIT_OK;
    status = check_job(p, auditor, sizeof auditor);
    if (status == GAU_EXIT_OK && make_line(program, p, auditor, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return status;
}

/* --- the built-in one: printing it ---------------------------------------------------------- */

static void add_collect(struct gau_argv *line, const struct gau_profile *p, const char *folder,
                        const struct gau_argv *program)
{
    gau_argv_add_all(line, p->program ? "gaudit" : program->texts[0], "collect", NULL);
    if (p->program)
        gau_argv_add(line, "--time");
    gau_argv_add_all(line, "--output", folder, "--interval",
                     p->interval.text ? p->interval.text : "10ms", NULL);
    if (p->start_paused)
        gau_argv_add(line, "--start-paused");
    if (p->program && p->run.changes.timeline)
        gau_argv_add(line, "--timeline");
    if (p->run.quiet)
        gau_argv_add(line, "--quiet");
    gau_argv_add(line, "--");
    gau_argv_append(line, program);
}

static void add_report(struct gau_argv *line, const struct gau_profile *p, const char *folder,
                       const struct gau_argv *program)
{
    gau_argv_add_all(line, p->program ? "gaudit" : program->texts[0], "report",
                     gau_view_hotspots.name, folder, NULL);
}

static int print_lines(const struct gau_profile *p, const char *folder,
                       const struct gau_argv *program)
{
    struct gau_argv collect = {0}, report = {0};
    bool fine;

    add_collect(&collect, p, folder, program);
    add_report(&report, p, folder, program);
    fine = !collect.out_of_memory && !report.out_of_memory;
    if (fine)
        gau_profile_print(p, folder, &collect, &report);
    gau_argv_clear(&collect);
    gau_argv_clear(&report);
    return fine ? GAU_EXIT_OK : gau_usage_out_of_memory("command line");
}

/* --- the built-in one: running it ----------------------------------------------------------- */

/* The job's own statuses are small: larger ones are of the profiler. */
static bool has_run(int status)
{
    return status != GAU_CHILD_FAILED && status != GAU_CHILD_CANNOT_EXECUTE &&
           status != GAU_CHILD_NOT_FOUND;
}

static int run_builtin(const struct gau_profile *p, gau_app_folder *folder,
                       const struct gau_argv *program)
{
    struct gau_collect_options settings = gau_collect_options_new();
    int status, reported;

    settings.folder = folder;
    settings.interval_ns = p->interval.ns;
    settings.start_paused = p->start_paused;
    settings.timeline = p->program && p->run.changes.timeline; /* a job has a TraceAuditor */
    settings.quiet = p->run.quiet;
    settings.time = p->program != NULL;
    settings.no_hints = true;
    if (!p->program && setenv("GAUDIT_SHARED_RESULT", folder->path, 1) != 0)
        return gau_usage_out_of_memory("command line");
    status = gau_collect_run(&settings, program->texts);
    if (!has_run(status))
        return p->program ? status : GAU_EXIT_RESULTS;
    if (!p->program && (status == GAU_EXIT_USAGE || status == GAU_EXIT_OPTIONS))
        return status;
    reported = p->run.quiet ? GAU_EXIT_OK : gau_profile_report(p, folder->path);
    if (reported == GAU_EXIT_OK && p->html)
        reported = gau_html_file_write(folder->path, p->html);
    return status ? status : reported;
}

/* --- the profiler -------------------------------------------------------------------------- */

/* Each run has a folder of its own. A printed line has the one that would be used now. @p vtune is
 * NULL for the built-in profiler. */
static int run_profiler(const struct gau_profile *p, const struct gau_vtune *vtune,
                        struct gau_argv *program)
{
    gau_app_folder folder;
    gau_error err = {0};
    int status;

    if (gau_collect_folder(&folder, p->run.settings.output,
                           p->program ? p->program[0] : p->run.path, !p->program, &err) < 0)
        return gau_usage_failed(&err, GAU_EXIT_USAGE);
    if (!p->run.settings.output && !p->program)
        gau_argv_add_all(program, "--output", folder.path, NULL);
    if (program->out_of_memory)
        status = gau_usage_out_of_memory("command line");
    else if (vtune)
        status = gau_profile_with_vtune(p, vtune, folder.path, program);
    else
        status =
            p->dry_run ? print_lines(p, folder.path, program) : run_builtin(p, &folder, program);
    gau_app_folder_close(&folder);
    return status;
}

static int check_interval(const struct gau_profile *p)
{
    if (p->interval.ns % ns_per_ms == 0)
        return GAU_EXIT_OK;
    return gau_options_wrong(&gau_tool_profile,
                             "--interval: VTune needs whole milliseconds, not '%.*s'",
                             GAU_QUOTE(p->interval.text));
}

/* A "--" would end VTune's options before the last ones. */
static int check_vtune_options(const struct gau_profile *p, bool builtin)
{
    if (builtin && p->vtune_options.count > 0)
        return gau_options_wrong(&gau_tool_profile,
                                 "--vtune-option: '%.*s' is for VTune, and this is the built-in "
                                 "profiler",
                                 GAU_QUOTE(p->vtune_options.texts[0]));
    if (!builtin && p->html)
        return gau_options_wrong(&gau_tool_profile,
                                 "--html is for the built-in profiler: VTune keeps its samples");
    for (uint32_t i = 0; i < p->vtune_options.count; i++)
        if (strcmp(p->vtune_options.texts[i], "--") == 0)
            return gau_options_wrong(&gau_tool_profile,
                                     "--vtune-option takes a word before the '--' of VTune, not "
                                     "'--'");
    return GAU_EXIT_OK;
}

/* The collector has no levels of detail, and VTune no timeline that gaudit could read. */
static int check_timeline(const struct gau_profile *p, bool builtin)
{
    const char *const detail = p->run.changes.timeline;

    if (!p->program || !detail)
        return GAU_EXIT_OK;
    if (!builtin)
        return gau_options_wrong(&gau_tool_profile,
                                 "--timeline: of a program, only the built-in profiler records "
                                 "one: add --profiler builtin");
    if (detail[0])
        return gau_options_wrong(&gau_tool_profile,
                                 "--timeline=%s is for jobs; of a program, --timeline records "
                                 "each task",
                                 detail);
    return GAU_EXIT_OK;
}

/* VTune replaces these patterns in a path wherever they are. */
static int check_folder(const struct gau_profile *p)
{
    const char *const given = p->run.settings.output;
    const char *const path = p->program ? p->program[0] : p->run.path;
    const char *const slash = strrchr(path, '/'), *const name = given   ? given
                                                                : slash ? slash + 1
                                                                        : path;

    if (!strstr(name, "@@@") && !strstr(name, "{at}"))
        return GAU_EXIT_OK;
    return gau_options_wrong(&gau_tool_profile,
                             "%sVTune replaces '@@@' and '{at}', which are in '%.*s'%s",
                             given ? "-o: " : "", GAU_QUOTE(name),
                             given ? "" : ": name a folder with -o");
}

static int profile_program(struct gau_profile *p)
{
    struct gau_vtune vtune;
    const bool found = gau_vtune_find(&vtune);
    const char *const with = p->with ? p->with : "auto";
    const bool builtin = strcmp(with, "builtin") == 0 || (strcmp(with, "auto") == 0 && !found);
    struct gau_argv program = {0};
    int status = check_vtune_options(p, builtin);

    if (status == GAU_EXIT_OK)
        status = check_timeline(p, builtin);
    if (status == GAU_EXIT_OK && !builtin)
        status = check_interval(p);
    if (status == GAU_EXIT_OK && !builtin)
        status =
            found ? check_folder(p)
                  : gau_usage_fail(GAU_EXIT_USAGE,
                                   "VTune is not on the PATH, neither as vtune nor as amplxe-cl");
    if (status == GAU_EXIT_OK)
        status = make_program(&program, p);
    if (status == GAU_EXIT_OK)
        status = run_profiler(p, builtin ? NULL : &vtune, &program);
    gau_argv_clear(&program);
    return status;
}

static int read_of_program(struct gau_profile *p, int argc, char **argv)
{
    const int status = gau_options_read_of_program(&gau_tool_profile, argc, argv, p);

    if (status != GAU_OPTIONS_READ || p->program[0])
        return status;
    return gau_options_wrong(&gau_tool_profile, "a program is missing after '--'");
}

static int read_of_job(struct gau_profile *p, int argc, char **argv)
{
    struct gau_options_given given = {0};
    int status = gau_options_read(&gau_tool_profile, argc, argv, p, &given);

    p->passed = given.passed;
    if (status == GAU_OPTIONS_READ)
        status = gau_run_arguments_end(&p->run, &gau_tool_profile, argv);
    if (status == GAU_OPTIONS_READ && gau_tool_job_is_program(p->run.path))
        return gau_options_wrong(&gau_tool_profile,
                                 "'%.*s' is a program, not an option file: put '--' before "
                                 "programs: 'gaudit profile [OPTION...] -- PROGRAM [ARGUMENT...]'",
                                 GAU_QUOTE(p->run.path));
    return status;
}

static int run(int argc, char **argv)
{
    struct gau_profile p = {.run = gau_run_arguments_new(), .interval.ns = 10 * ns_per_ms};
    int status;

    p.program = gau_options_split_program(&argc, argv);
    status = p.program ? read_of_program(&p, argc, argv) : read_of_job(&p, argc, argv);
    if (status == GAU_OPTIONS_READ)
        status = gau_html_file_check(&gau_tool_profile, p.html, p.run.settings.output);
    if (status == GAU_OPTIONS_READ)
        status = profile_program(&p);
    gau_argv_clear(&p.passed);
    gau_argv_clear(&p.vtune_options);
    gau_run_arguments_clear(&p.run);
    return status;
}

const struct gau_command gau_tool_profile = {
    .name = "profile",
    .summary = "profiles a job or a program: time per branch and function",
    .usage = "JOB.xml [OPTION...]\n[OPTION...] -- PROGRAM [ARGUMENT...]",
    .about =
        "Runs a job under a profiler, with an IttAuditor that reports its branches, and prints\n"
        "the time per branch and function. Of a program with sections of gaudit or ITT tasks,\n"
        "it prints the times of sections, and the time per section or task and function.\n",
    .options = options,
    .operand = "the option file",
    .least = 1,
    .most = 1,
    .run = run,
};
