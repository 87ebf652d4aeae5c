/* SPDX-License-Identifier: Apache-2.0 */
#include "lint.h"

#include "table/heap.h"
#include "table/map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is read is what a process wrote that may have been ended anywhere, or that is broken: a line
 * that is no line of a log is passed over. */

struct reading {
    struct gau_lint_findings *findings;
    const bool *ignored;
    uint64_t start;
    struct gau_map threads; /* by number: 1 */
};

struct line {
    uint64_t time;
    long pid, tid;
    const char *word;
    char *rest;
};

/* The next word, which ends with NUL then; "" if there is none. */
static char *take_word(char **text)
{
    char *const word = *text + strspn(*text, " ");
    const size_t length = strcspn(word, " ");

    *text = word + length + (word[length] != '\0');
    word[length] = '\0';
    return word;
}

/* Of two digits. */
static char hex_of(const char *digits)
{
    const char text[] = {digits[0], digits[1], '\0'};

    return (char)strtol(text, NULL, 16);
}

/* The next text in quotes, without them and what was escaped; "" if there is none. */
static char *take_quoted(char **text)
{
    char *const start = strchr(*text, '"');
    char *from, *to;

    if (!start)
        return *text + strlen(*text);
    for (from = to = start; from[1] && from[1] != '"'; from++)
        if (from[1] == '\\' && from[2] == 'x' && from[3] && from[4]) {
            *to++ = hex_of(from + 3);
            from += 3;
        } else {
            from += from[1] == '\\' && from[2];
            *to++ = from[1];
        }
    *text = from + 1 + (from[1] == '"');
    *to = '\0';
    return start;
}

static bool split(char *text, struct line *line)
{
    text[strcspn(text, "\n")] = '\0';
    line->time = strtoull(take_word(&text), NULL, 10);
    line->pid = strtol(take_word(&text), NULL, 10);
    line->tid = strtol(take_word(&text), NULL, 10);
    line->word = take_word(&text);
    line->rest = text;
    return line->time && line->pid > 0 && line->tid > 0 && *line->word;
}

static void note_breach(struct reading *reading, struct line *line)
{
    struct gau_lint_sighting sighting = {
        .kind = gau_lint_kind_of(take_word(&line->rest)),
        .pid = line->pid,
        .tid = line->tid,
        .ns = line->time - reading->start,
    };

    if (sighting.kind == GAU_LINT_N_KINDS || reading->ignored[sighting.kind])
        return;
    sighting.place = take_quoted(&line->rest);
    sighting.thread = take_quoted(&line->rest);
    gau_lint_tally_add(&reading->findings->tally, &sighting);
}

static bool note_thread(struct reading *reading, long tid)
{
    uint32_t step = 0;

    if (gau_map_next(&reading->threads, (uint64_t)tid, &step))
        return true;
    reading->findings->threads++;
    return gau_map_add(&reading->threads, (uint64_t)tid, 1);
}

static struct gau_lint_process *process_of(struct gau_lint_findings *findings, long pid)
{
    for (size_t i = findings->n_processes; i > 0; i--)
        if (findings->processes[i - 1].pid == pid)
            return &findings->processes[i - 1];
    if (!gau_grow(&findings->processes, findings->n_processes, &findings->max_processes,
                  sizeof *findings->processes))
        return NULL;
    findings->processes[findings->n_processes] = (struct gau_lint_process){.pid = pid};
    return &findings->processes[findings->n_processes++];
}

static bool note_call(struct reading *reading, const struct line *line)
{
    if (!process_of(reading->findings, line->pid) || !note_thread(reading, line->tid))
        return false;
    reading->findings->calls++;
    return true;
}

static void set_ended(struct gau_lint_findings *findings, long pid, bool ended)
{
    for (size_t i = 0; i < findings->n_processes; i++)
        if (findings->processes[i].pid == pid)
            findings->processes[i].ended = ended;
}

static bool note(struct reading *reading, struct line *line)
{
    if (!reading->start)
        reading->start = line->time;
    if (*line->word != '@')
        return note_call(reading, line);
    if (strcmp(line->word, "@breach") == 0)
        note_breach(reading, line);
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
    bool fine = true;

    while (fine && getline(&text, &size, file) >= 0)
        if (split(text, &line))
            fine = note(reading, &line);
    free(text);
    gau_map_clear(&reading->threads);
    return fine;
}

gau_status gau_lint_read(struct gau_lint_findings *findings, const char *path, const bool *ignored,
                         gau_error *err)
{
    struct reading reading = {.findings = findings, .ignored = ignored};
    FILE *const file = fopen(path, "re");
    bool fine, readable;

    if (!file)
        return gau_fail(err, GAU_ERR_IO, "cannot open '%.*s': %s", GAU_QUOTE(path),
                        strerror(errno));
    fine = read_lines(&reading, file);
    readable = !ferror(file);
    fclose(file);
    if (!readable)
        return gau_fail(err, GAU_ERR_IO, "cannot read '%.*s'", GAU_QUOTE(path));
    return fine ? GAU_OK : gau_fail(err, GAU_ERR_MEMORY, "no memory for the findings");
}

void gau_lint_findings_clear(struct gau_lint_findings *findings)
{
    free(findings->processes);
    findings->processes = NULL;
}
