/* SPDX-License-Identifier: Apache-2.0 */
#include "vtune_lines.h"

#include "tools/common/child_process.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* The name must be a word of its own: "gpu-sampling-interval" is not "sampling-interval". */
static bool help_has(const char *help, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(help, name); at; at = strstr(at + 1, name))
        if ((at == help || !is_part_of_name(at[-1])) && !is_part_of_name(at[length]))
            return true;
    return false;
}

/* Options are in the help of the action, knobs in that of the analysis. Returns "" if there is no
 * help, and NULL if out of memory, which @p line records. */
static char *ask_help(struct gau_argv *line, const struct gau_vtune *vtune, const char *action,
                      const char *analysis)
{
    struct gau_argv question = {0};
    char *help;

    gau_argv_add_all(&question, vtune->path, "-help", action, analysis, NULL);
    help = gau_child_output(&question);
    gau_argv_clear(&question);
    if (!help)
        help = calloc(1, 1);
    line->out_of_memory |= !help;
    return help;
}

/* --- collecting ---------------------------------------------------------------------------- */

/* @p has_interval becomes whether VTune accepts the interval; if not, it uses its own. */
static void add_knobs(struct gau_argv *line, const struct gau_profile *p,
                      const struct gau_vtune *vtune, bool *has_interval)
{
    char *const help = ask_help(line, vtune, "collect", "hotspots");

    if (!help)
        return;
    *has_interval = !vtune->is_amplxe || help_has(help, "sampling-interval");
    if (!vtune->is_amplxe || help_has(help, "sampling-mode"))
        gau_argv_add_all(line, "-knob", "sampling-mode=sw", NULL);
    if (*has_interval) {
        gau_argv_add(line, "-knob");
        gau_argv_add(line, "sampling-interval=%u", (unsigned)(p->interval.ns / 1000000));
    }
    if (help_has(help, "enable-user-tasks"))
        gau_argv_add_all(line, "-knob", "enable-user-tasks=true", NULL);
    free(help);
}

static void add_options(struct gau_argv *line, const struct gau_profile *p,
                        const struct gau_vtune *vtune)
{
    char *const help = vtune->is_amplxe ? ask_help(line, vtune, "collect", NULL) : NULL;

    if (p->start_paused)
        gau_argv_add(line, "-start-paused");
    if (!help || help_has(help, "-return-app-exitcode"))
        gau_argv_add(line, "-return-app-exitcode");
    if (!help || help_has(help, "-no-summary"))
        gau_argv_add(line, "-no-summary");
    free(help);
}

/* A leading '-' would make the path an option. */
static void add_path(struct gau_argv *line, const char *path)
{
    gau_argv_add(line, "%s%s", path[0] == '-' ? "./" : "", path);
}

struct gau_argv gau_vtune_collect_line(const struct gau_profile *p, const struct gau_vtune *vtune,
                                       const char *result, const struct gau_argv *program,
                                       bool *has_interval)
{
    struct gau_argv line = {0};

    gau_argv_add_all(&line, vtune->path, "-collect", "hotspots", NULL);
    add_knobs(&line, p, vtune, has_interval);
    add_options(&line, p, vtune);
    if (p->run.quiet)
        gau_argv_add(&line, "-quiet");
    gau_argv_add(&line, "-result-dir");
    add_path(&line, result);
    gau_argv_append(&line, &p->vtune_options);
    gau_argv_add(&line, "--");
    gau_argv_append(&line, program);
    return line;
}

/* --- reports ------------------------------------------------------------------------------- */

struct gau_argv gau_vtune_report_line(const struct gau_vtune *vtune, const char *result,
                                      bool functions, unsigned rows)
{
    const char *const both = vtune->is_amplxe ? "task-function" : "task,function";
    struct gau_argv line = {0};

    gau_argv_add_all(&line, vtune->path, "-report", "hotspots", "-result-dir", NULL);
    add_path(&line, result);
    gau_argv_add_all(&line, "-group-by", functions ? both : "task", NULL);
    if (rows) {
        gau_argv_add(&line, "-limit");
        gau_argv_add(&line, "%u", rows);
    }
    gau_argv_add(&line, "-quiet");
    return line;
}

static bool has_csv(struct gau_argv *line, const struct gau_vtune *vtune)
{
    static const char *const options[] = {"-format", "-csv-delimiter", "-report-output"};
    char *const help = ask_help(line, vtune, "report", NULL);
    bool has = help != NULL;

    for (size_t i = 0; has && i < sizeof options / sizeof *options; i++)
        has = help_has(help, options[i]);
    free(help);
    return has;
}

struct gau_argv gau_vtune_csv_line(const struct gau_vtune *vtune, const char *result,
                                   const char *output)
{
    struct gau_argv line = {0};

    if (vtune->is_amplxe && !has_csv(&line, vtune))
        return line;
    gau_argv_add_all(&line, vtune->path, "-report", "hotspots", "-result-dir", NULL);
    add_path(&line, result);
    gau_argv_add_all(&line, "-group-by", "task", "-format", "csv", "-csv-delimiter", "comma",
                     "-report-output", NULL);
    add_path(&line, output);
    gau_argv_add(&line, "-quiet");
    return line;
}
