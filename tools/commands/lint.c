/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* realpath() */
#include "collector/lint/violations.h"
#include "errors/errors.h"
#include "files/file_replace.h"
#include "lint_callers.h"
#include "table/heap.h"
#include "table/map.h"
#include "tools/collect/collect.h"
#include "tools/common/child_process.h"
#include "tools/common/command_functions.h"
#include "tools/common/shared_options.h"
#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct settings {
    const char *log;
    bool ignored[GAU_LINT_N_RULES];
    bool start_paused, quiet;
};

static gau_status unknown_rule(const char *name, gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);

    for (unsigned i = 0; i < GAU_LINT_N_RULES; i++)
        gau_suggest_offer(&suggest, gau_lint_rule_name((enum gau_lint_rule)i));
    gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "there is no rule '%s'", name);
    gau_suggest_append(&suggest, err);
    return GAU_ERR_USAGE;
}

/* Reads "rule,rule". */
static gau_status read_rules(void *to, const char *text, const struct gau_option *option,
                             gau_error *err)
{
    bool *const ignored = to;

    (void)option;
    while (*text) {
        const size_t length = strcspn(text, ",");
        char name[64];
        enum gau_lint_rule rule;

        snprintf(name, sizeof name, "%.*s", length < 60 ? (int)length : 60, text);
        rule = gau_lint_rule_of(name);
        if (rule == GAU_LINT_N_RULES)
            return unknown_rule(name, err);
        ignored[rule] = true;
        text += length + (text[length] == ',');
    }
    return GAU_OK;
}

static const struct gau_option options[] = {
    {GAU_VALUE(struct settings, log, "log", "FILE", gau_read_file,
               "keep the log of all calls; FILE is replaced")},
    {GAU_VALUE(struct settings, ignored, "ignore", "RULE,..", read_rules,
               "leave violations of these rules out; repeatable")},
    {GAU_OPTION_START_PAUSED(struct settings, start_paused)},
    {GAU_OPTION_QUIET(struct settings, quiet), .more = ": only violations"},
    {0},
};

/* --- the log ------------------------------------------------------------------------------- */

struct findings {
    struct gau_lint_violations violations;
    uint64_t inits;   /* static parts of ITT that called the collector */
    uint64_t calls;   /* of functions of ITT */
    uint64_t threads; /* that called */
    struct process {
        long pid;
        bool ended; /* normally: marks open then were checked */
    } * processes;  /* that called */
    uint32_t n_processes, max_processes;
};

/* The log may end anywhere, since processes are killed, or be damaged. Lines that are not of a log
 * are skipped. */

struct reading {
    struct findings *findings;
    const bool *ignored;
    FILE *copy; /* of the log; NULL: not kept */
    uint64_t start;
    struct gau_map threads; /* by number: 1 */
};

struct line {
    uint64_t time;
    long pid, tid;
    const char *word;
    char *rest;
};

/* Returns the next word, terminated by NUL; "" if there is none. */
static char *next_word(char **text)
{
    char *const word = *text + strspn(*text, " ");
    const size_t length = strcspn(word, " ");

    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

/* Returns the next quoted text, unescaped; "" if there is none. */
static char *next_quoted(char **text)
{
    char *const start = strchr(*text, '"');
    char *from, *to;

    if (!start)
        return *text + strlen(*text);
    for (from = to = start; from[1] && from[1] != '"'; from++)
        if (from[1] == '\\' && from[2] == 'x' && from[3] && from[4]) {
            *to++ = (char)strtol((char[]){from[3], from[4], '\0'}, NULL, 16);
            from += 3;
        } else {
            from += from[1] == '\\' && from[2];
            *to++ = from[1];
        }
    *text = from + 1 + (from[1] == '"');
    *to = '\0';
    return start;
}

static bool split_line(char *text, struct line *line)
{
    text[strcspn(text, "\n")] = '\0';
    line->time = strtoull(next_word(&text), NULL, 10);
    line->pid = strtol(next_word(&text), NULL, 10);
    line->tid = strtol(next_word(&text), NULL, 10);
    line->word = next_word(&text);
    line->rest = text;
    return line->time && line->pid > 0 && line->tid > 0 && *line->word;
}

static void note_violation(struct reading *reading, struct line *line)
{
    struct gau_lint_occurrence occurrence = {
        .rule = gau_lint_rule_of(next_word(&line->rest)),
        .pid = line->pid,
        .tid = line->tid,
        .ns = line->time - reading->start,
    };

    if (occurrence.rule == GAU_LINT_N_RULES || reading->ignored[occurrence.rule])
        return;
    occurrence.place = next_quoted(&line->rest);
    occurrence.thread = next_quoted(&line->rest);
    occurrence.module = next_quoted(&line->rest);
    occurrence.offset = strtoull(line->rest, NULL, 16);
    gau_lint_violations_add(&reading->findings->violations, &occurrence);
}

static bool note_thread(struct reading *reading, long tid)
{
    uint32_t step = 0;

    if (gau_map_next(&reading->threads, (uint64_t)tid, &step))
        return true;
    reading->findings->threads++;
    return gau_map_add(&reading->threads, (uint64_t)tid, 1);
}

static struct process *process_of(struct findings *findings, long pid)
{
    for (size_t i = findings->n_processes; i > 0; i--)
        if (findings->processes[i - 1].pid == pid)
            return &findings->processes[i - 1];
    if (!gau_array_grow(&findings->processes, findings->n_processes, &findings->max_processes,
                        sizeof *findings->processes))
        return NULL;
    findings->processes[findings->n_processes] = (struct process){.pid = pid};
    return &findings->processes[findings->n_processes++];
}

static bool note_call(struct reading *reading, const struct line *line)
{
    if (!process_of(reading->findings, line->pid) || !note_thread(reading, line->tid))
        return false;
    reading->findings->calls++;
    return true;
}

static void set_ended(struct findings *findings, long pid, bool ended)
{
    for (size_t i = 0; i < findings->n_processes; i++)
        if (findings->processes[i].pid == pid)
            findings->processes[i].ended = ended;
}

static bool note_line(struct reading *reading, struct line *line)
{
    if (!reading->start)
        reading->start = line->time;
    if (*line->word != '@')
        return note_call(reading, line);
    if (strcmp(line->word, "@violation") == 0)
        note_violation(reading, line);
    else if (strcmp(line->word, "@exit") == 0)
        set_ended(reading->findings, line->pid, true);
    else if (strcmp(line->word, "@init") == 0) {
        reading->findings->inits++;
        set_ended(reading->findings, line->pid, false); /* again after exec() */
    }
    return true;
}

static bool read_lines(struct reading *reading, FILE *file)
{
    struct line line;
    char *text = NULL;
    size_t size = 0;
    ssize_t n;
    bool fine = true;

    while (fine && (n = getline(&text, &size, file)) >= 0) {
        if (reading->copy)
            fwrite(text, 1, (size_t)n, reading->copy); /* errors are reported at its end */
        if (split_line(text, &line))
            fine = note_line(reading, &line);
    }
    free(text);
    gau_map_clear(&reading->threads);
    return fine;
}

/* There is no file if the collector was not called. */
static gau_status read_log(struct reading *reading, const char *path, gau_error *err)
{
    FILE *const file = fopen(path, "a+e");
    bool fine, readable;

    if (!file)
        return gau_fail(err, GAU_ERR_IO, "cannot open '%.*s': %s", GAU_QUOTE(path),
                        strerror(errno));
    fine = read_lines(reading, file);
    readable = !ferror(file);
    fclose(file);
    if (!readable)
        return gau_fail(err, GAU_ERR_IO, "cannot read '%.*s'", GAU_QUOTE(path));
    return fine ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "out of memory (findings)");
}

/* --- before the program runs --------------------------------------------------------------- */

/* The user's file is replaced when the program has ended and the log is complete. */
static gau_status place_log(char log[PATH_MAX + 8], gau_error *err)
{
    char folder[PATH_MAX];

    GAU_TRY(gau_temp_folder_make(folder, sizeof folder, "lint", err));
    if (!realpath(folder, log))
        return gau_fail(err, GAU_ERR_IO, "cannot find '%.*s': %s", GAU_QUOTE(folder),
                        strerror(errno));
    strcat(log, "/log");
    return GAU_OK;
}

static gau_status cannot_keep(const struct settings *settings, int reason, gau_error *err)
{
    return gau_fail(err, GAU_ERR_IO, "cannot write '%.*s': %s", GAU_QUOTE(settings->log),
                    gau_replace_reason(reason));
}

static gau_status prepare_log(const struct settings *settings, char log[PATH_MAX + 8],
                              struct gau_replacement *kept, gau_error *err)
{
    char collector[PATH_MAX];
    int reason = 0;

    GAU_TRY(gau_collect_find(collector, "libgaudit-lint.so", err));
    GAU_TRY(place_log(log, err));
    if (settings->log && (reason = gau_replace_begin(kept, settings->log)) != 0)
        return cannot_keep(settings, reason, err);
    if (setenv("INTEL_LIBITTNOTIFY64", collector, 1) < 0 || setenv("GAUDIT_LINT_LOG", log, 1) < 0 ||
        setenv("GAUDIT_LINT_REPORT", "", 1) < 0 ||
        setenv("GAUDIT_LINT_PAUSED", settings->start_paused ? "1" : "0", 1) < 0)
        return gau_fail(err, GAU_ERR_MEMORY, "out of memory (environment)");
    return GAU_OK;
}

/* --- the report ---------------------------------------------------------------------------- */

static void print_summary(const struct findings *findings)
{
    char line[256];

    for (size_t i = 0; i < findings->n_processes; i++)
        if (!findings->processes[i].ended)
            printf("process %ld did not end by exit(): what was open then is not checked\n",
                   findings->processes[i].pid);
    if (findings->inits == 0 && findings->calls == 0) {
        puts("no ITT static part called the collector");
        return;
    }
    gau_lint_summarize(findings->violations.count, findings->calls, findings->threads,
                       findings->n_processes > 1 ? findings->n_processes : 0, line, sizeof line);
    puts(line);
}

static gau_status report_violations(const struct settings *settings, const char *log, FILE *copy,
                                    uint64_t *violations, gau_error *err)
{
    struct findings findings = {0};
    struct reading reading = {.findings = &findings, .ignored = settings->ignored, .copy = copy};
    const gau_status status = read_log(&reading, log, err);

    if (status == GAU_OK) {
        gau_lint_print_violations(&findings.violations);
        if (!settings->quiet)
            print_summary(&findings);
    }
    *violations = findings.violations.count;
    free(findings.processes);
    return status;
}

/* A program that did not run has no log: the old file stays. */
static gau_status keep_copy(const struct settings *settings, struct gau_replacement *kept,
                            gau_status done, gau_error *err)
{
    const int reason = kept->file ? gau_replace_end(kept, done == GAU_OK ? 0 : ECANCELED) : 0;

    return done == GAU_OK && reason != 0 ? cannot_keep(settings, reason, err) : done;
}

static int lint_program(const struct settings *settings, char **argv)
{
    struct gau_child child = {.argv = argv, .status = GAU_CHILD_FAILED};
    struct gau_replacement kept = {0};
    char log[PATH_MAX + 8];
    uint64_t violations = 0;
    gau_error err = {0};
    gau_status done = prepare_log(settings, log, &kept, &err);

    if (done == GAU_OK)
        done = gau_child_run(&child, &err);
    if (done == GAU_OK &&
        (done = report_violations(settings, log, kept.file, &violations, &err)) != GAU_OK)
        child.status = GAU_CHILD_FAILED;
    if (keep_copy(settings, &kept, done, &err) != done)
        child.status = GAU_CHILD_FAILED;
    gau_temp_folder_remove();
    if (err.message[0])
        return gau_usage_failed(&err, (enum gau_exit)child.status);
    return child.status == 0 && violations > 0 ? GAU_EXIT_GATE : child.status;
}

static int run(int argc, char **argv)
{
    struct settings settings = {0};
    const int status = gau_options_read(&gau_tool_lint, argc, argv, &settings, NULL);

    return status == GAU_OPTIONS_READ ? lint_program(&settings, argv + optind) : status;
}

const struct gau_command gau_tool_lint = {
    .name = "lint",
    .summary = "checks how any program uses ITT",
    .usage = "[OPTION...] [--] PROGRAM [ARGUMENT...]",
    .about =
        "Runs a program that makes ITT calls, and reports violations of the rules of ITT: one\n"
        "line for each rule and place, with how to fix it. doc/itt.md explains them.\n",
    .options = options,
    .notes =
        "exit status: that of PROGRAM if it failed, else 6 if there are violations, else 0; 1\n"
        "wrong usage, 125 lint itself failed, 126 PROGRAM cannot be run, 127 it is not found\n",
    .operand = "the program",
    .least = 1,
    .most = INT_MAX,
    .program = true,
    .run = run,
};
