/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "lint.h"

#include "../child.h"
#include "../collect/collect.h"
#include "../scratch.h"
#include "../shared_options.h"
#include "../tools.h"
#include "../usage.h"
#include "files/replace.h"
#include "suggest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *log;
    bool ignored[GAU_LINT_N_KINDS];
    bool start_paused, quiet;
};

static gau_status no_kind(const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (unsigned i = 0; i < GAU_LINT_N_KINDS; i++)
        gau_suggest_offer(&suggest, gau_lint_kind_name((enum gau_lint_kind)i));
    gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "there is no kind '%s'", name);
    gau_suggest_append(&suggest, err);
    return GAU_ERR_USAGE;
}

/* "kind,kind" */
static gau_status read_kinds(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    bool *const ignored = to;

    (void)option;
    while (*text) {
        const size_t length = strcspn(text, ",");
        char name[64];
        enum gau_lint_kind kind;

        snprintf(name, sizeof name, "%.*s", length < 60 ? (int)length : 60, text);
        kind = gau_lint_kind_of(name);
        if (kind == GAU_LINT_N_KINDS)
            return no_kind(name, err);
        ignored[kind] = true;
        text += length + (text[length] == ',');
    }
    return GAU_OK;
}

static const struct gau_option options[] = {
    {GAU_VALUE(struct settings, log, "log", "FILE", gau_read_file,
               "keep the log of all calls; FILE is replaced")},
    {GAU_VALUE(struct settings, ignored, "ignore", "KIND,..", read_kinds,
               "leave breaches of these kinds out; repeatable")},
    {GAU_OPTION_START_PAUSED(struct settings, start_paused)},
    {GAU_OPTION_QUIET(struct settings, quiet), .more = ": only breaches"},
    {0},
};

/* --- before the program runs --------------------------------------------------------------- */

/* The log is complete when the program has ended: what the user keeps is replaced then. */
static gau_status make_log(char path[PATH_MAX], gau_error *err)
{
    char folder[PATH_MAX], name[PATH_MAX + 8];
    int fd;

    GAU_TRY(gau_scratch_make(folder, sizeof folder, "lint", err));
    snprintf(name, sizeof name, "%s/log", folder);
    fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return gau_fail(err, GAU_ERR_IO, "cannot write '%.*s': %s", GAU_QUOTE(name),
                        strerror(errno));
    close(fd);
    if (!realpath(name, path))
        return gau_fail(err, GAU_ERR_IO, "cannot find '%.*s': %s", GAU_QUOTE(name),
                        strerror(errno));
    return GAU_OK;
}

static gau_status cannot_keep(const struct settings *settings, int reason, gau_error *err)
{
    return gau_fail(err, GAU_ERR_IO, "cannot write '%.*s': %s", GAU_QUOTE(settings->log),
                    gau_replace_reason(reason));
}

static gau_status prepare(const struct settings *settings, char *log, struct gau_replacement *kept,
                          gau_error *err)
{
    char collector[PATH_MAX];
    int reason = 0;

    GAU_TRY(gau_collect_find(collector, "libgaudit-lint.so", err));
    GAU_TRY(make_log(log, err));
    if (settings->log && (reason = gau_replace_begin(kept, settings->log)) != 0)
        return cannot_keep(settings, reason, err);
    if (setenv("INTEL_LIBITTNOTIFY64", collector, 1) < 0 || setenv("GAUDIT_LINT_LOG", log, 1) < 0 ||
        setenv("GAUDIT_LINT_REPORT", "", 1) < 0 ||
        setenv("GAUDIT_LINT_PAUSED", settings->start_paused ? "1" : "0", 1) < 0)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the environment");
    return GAU_OK;
}

/* --- and afterwards ------------------------------------------------------------------------ */

static void print_breaches(const struct gau_lint_tally *tally)
{
    char line[2048];

    for (const struct gau_lint_breach *breach = tally->breaches; breach; breach = breach->next) {
        gau_lint_describe(breach, line, sizeof line);
        puts(line);
    }
}

static void print_summary(const struct gau_lint_findings *findings)
{
    char line[256];

    for (size_t i = 0; i < findings->n_processes; i++)
        if (!findings->processes[i].ended)
            printf("process %ld did not end by exit(): marks that were open then are not judged\n",
                   findings->processes[i].pid);
    if (findings->inits == 0 && findings->calls == 0) {
        puts("no ITT static part called the collector");
        return;
    }
    gau_lint_summarize(findings->tally.count, findings->calls, findings->threads,
                       findings->n_processes > 1 ? findings->n_processes : 0, line, sizeof line);
    puts(line);
}

static int report(const struct settings *settings, const char *log, int status)
{
    struct gau_lint_findings findings = {0};
    gau_error err = {0};

    if (gau_lint_read(&findings, log, settings->ignored, &err) != GAU_OK) {
        gau_usage_failed(&err, GAU_EXIT_RESULTS);
        status = GAU_CHILD_FAILED;
    } else {
        print_breaches(&findings.tally);
        if (!settings->quiet)
            print_summary(&findings);
        if (status == 0 && findings.tally.count > 0)
            status = GAU_EXIT_GATE;
    }
    gau_lint_findings_clear(&findings);
    return status;
}

/* 0, or the errno; what is wrong with @p out is told at its end. */
static int copy(const char *log, FILE *out)
{
    FILE *const in = fopen(log, "r");
    int reason = in ? 0 : errno;
    char part[1 << 14];
    size_t n;

    while (in && (n = fread(part, 1, sizeof part, in)) > 0)
        fwrite(part, 1, n, out);
    if (in && ferror(in))
        reason = EIO;
    if (in)
        fclose(in);
    return reason;
}

/* Of a program that did not run there is no log: the old one stays. */
static int keep(const struct settings *settings, const char *log, struct gau_replacement *kept,
                bool ran, int status)
{
    gau_error err = {0};
    const int reason =
        kept->file ? gau_replace_end(kept, ran ? copy(log, kept->file) : ECANCELED) : 0;

    if (!ran || reason == 0)
        return status;
    cannot_keep(settings, reason, &err);
    gau_usage_failed(&err, GAU_EXIT_RESULTS);
    return GAU_CHILD_FAILED;
}

static int lint(const struct settings *settings, char **argv)
{
    struct gau_child child = {.argv = argv};
    struct gau_replacement kept = {0};
    gau_error err = {0};
    char log[PATH_MAX];
    int status = GAU_CHILD_FAILED;
    bool ran = false;

    if (prepare(settings, log, &kept, &err) != GAU_OK) {
        gau_usage_failed(&err, GAU_EXIT_RESULTS);
    } else if (gau_child_run(&child, &err) == GAU_OK) {
        ran = true;
        status = report(settings, log, child.status);
    } else {
        gau_usage_failed(&err, GAU_EXIT_RESULTS);
        status = child.status;
    }
    status = keep(settings, log, &kept, ran, status);
    gau_scratch_remove();
    return status;
}

static int run(int argc, char **argv)
{
    struct settings settings = {0};
    const int status = gau_options_read(&gau_tool_lint, argc, argv, &settings, NULL);

    return status == GAU_OPTIONS_READ ? lint(&settings, argv + optind) : status;
}

const struct gau_command gau_tool_lint = {
    .name = "lint",
    .summary = "checks how any program uses ITT",
    .usage = "[OPTION...] [--] PROGRAM [ARGUMENT...]",
    .about =
        "Runs a program that carries ITT marks, and says what is wrong with them: one line for\n"
        "each kind and place, with how to mend it. doc/lint.md explains them.\n",
    .options = options,
    .notes =
        "exit status: that of PROGRAM if it failed, else 6 if there are breaches, else 0; 1\n"
        "wrong usage, 125 lint itself failed, 126 PROGRAM cannot be run, 127 it is not found\n",
    .operand = "the program",
    .least = 1,
    .most = INT_MAX,
    .program = true,
    .run = run,
};
