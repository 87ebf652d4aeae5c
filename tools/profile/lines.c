/* SPDX-License-Identifier: Apache-2.0 */
#include "lines.h"

#include "../child.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- what the command knows ---------------------------------------------------------------- */

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* As a word of its own: "gpu-sampling-interval" is not "sampling-interval". */
static bool lists(const char *help, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(help, name); at; at = strstr(at + 1, name))
        if ((at == help || !is_part_of_name(at[-1])) && !is_part_of_name(at[length]))
            return true;
    return false;
}

/* Options stand in the help of the action, knobs in that of the analysis. "": it tells nothing. */
static char *ask(const struct gau_vtune *vtune, const char *analysis)
{
    struct gau_words line = {0};
    char *help;

    gau_words_add_all(&line, vtune->path, "-help", "collect", analysis, NULL);
    help = gau_child_output(&line);
    gau_words_clear(&line);
    return help ? help : calloc(1, 1);
}

/* --- collecting ---------------------------------------------------------------------------- */

static void add_knobs(struct gau_words *line, const struct gau_vtune *vtune,
                      const struct gau_profile_wish *wish, bool *has_interval)
{
    char *const help = ask(vtune, "hotspots");

    if (!help) {
        line->no_memory = true;
        return;
    }
    *has_interval = !vtune->is_amplxe || lists(help, "sampling-interval");
    if (!vtune->is_amplxe || lists(help, "sampling-mode"))
        gau_words_add_all(line, "-knob", "sampling-mode=sw", NULL);
    if (*has_interval) {
        gau_words_add(line, "-knob");
        gau_words_add(line, "sampling-interval=%u", wish->interval_ms);
    }
    if (lists(help, "enable-user-tasks"))
        gau_words_add_all(line, "-knob", "enable-user-tasks=true", NULL);
    free(help);
}

static void add_options(struct gau_words *line, const struct gau_vtune *vtune)
{
    char *const help = vtune->is_amplxe ? ask(vtune, NULL) : NULL;

    gau_words_add(line, "-start-paused");
    if (!help || lists(help, "-return-app-exitcode"))
        gau_words_add(line, "-return-app-exitcode");
    if (!help || lists(help, "-no-summary"))
        gau_words_add(line, "-no-summary");
    line->no_memory |= vtune->is_amplxe && !help;
    free(help);
}

/* What begins with '-' would be taken for an option. */
static const char *prefix_of(const char *path)
{
    return path[0] == '-' ? "./" : "";
}

void gau_profile_pattern(struct gau_words *words, const char *folder)
{
    if (folder)
        gau_words_add(words, "%s%s/r@@@{at}", prefix_of(folder), folder);
    else
        gau_words_add(words, "r@@@{at}");
}

void gau_profile_collect_line(struct gau_words *line, const struct gau_vtune *vtune,
                              const struct gau_profile_wish *wish, bool *has_interval)
{
    gau_words_add_all(line, vtune->path, "-collect", "hotspots", NULL);
    add_knobs(line, vtune, wish, has_interval);
    add_options(line, vtune);
    if (wish->quiet)
        gau_words_add(line, "-quiet");
    gau_words_add(line, "-result-dir");
    gau_profile_pattern(line, wish->folder);
    gau_words_add(line, "--");
    gau_words_append(line, wish->program);
}

/* --- reporting ----------------------------------------------------------------------------- */

void gau_profile_report_line(struct gau_words *line, const struct gau_vtune *vtune,
                             const char *result, bool functions, unsigned rows)
{
    const char *const both = vtune->is_amplxe ? "task-function" : "task,function";

    gau_words_add_all(line, vtune->path, "-report", "hotspots", "-result-dir", NULL);
    gau_words_add(line, "%s%s", prefix_of(result), result);
    gau_words_add_all(line, "-group-by", functions ? both : "task", NULL);
    if (rows) {
        gau_words_add(line, "-limit");
        gau_words_add(line, "%u", rows);
    }
    gau_words_add(line, "-quiet");
}
