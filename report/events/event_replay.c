/* SPDX-License-Identifier: Apache-2.0 */
#include "event_replay.h"

#include "documents/document.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Quoted for a shell. */
static void put_quoted(const char *word, FILE *out)
{
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

/* The command in run.json is quoted for a shell: a word may have blanks between quotes. */
static size_t word_length(const char *word)
{
    bool quoted = false;
    size_t n = 0;

    for (; word[n] && (quoted || word[n] != ' '); n++)
        if (word[n] == '\'')
            quoted = !quoted;
        else if (word[n] == '\\' && !quoted && word[n + 1])
            n++;
    return n;
}

/* Options may be shortened. */
static bool is_long(const char *word, size_t length, const char *option, size_t least)
{
    return length >= least && length <= strlen(option) && strncmp(word, option, length) == 0;
}

/* Returns how many words an option has that changes what an event does, with its value; 0: none. */
static int count_words(const char *word, size_t length)
{
    const char *const name = word[0] == '\'' ? word + 1 : word;
    const size_t n = strcspn(name, "= '");

    if (name[0] == '-' && (name[1] == 's' || name[1] == 'a'))
        return length == 2 ? 2 : 1;
    if (is_long(name, n, "--set", 4) || is_long(name, n, "--audit", 3))
        return name[n] == '=' ? 1 : 2;
    return 0;
}

/* Properties of an EventAuditor need one; --k4bench would write its file. */
static bool is_event_data(const char *word)
{
    const size_t n = strcspn(word, "= '");

    return is_long(word, n, "--event-data", 8) || is_long(word, n, "--k4bench", 3);
}

static void put_options(const char *command, FILE *out)
{
    int words = 0;

    while (*command) {
        const size_t length = word_length(command);

        words = words > 0 ? words : count_words(command, length);
        if (words > 0)
            fprintf(out, " %.*s", (int)length, command);
        else if (is_event_data(command))
            fputs(" --event-data", out);
        words -= words > 0;
        command += length + strspn(command + length, " ");
    }
}

/* --- files that the run wrote -------------------------------------------------------------- */

/* A line of the job as run.json has it: each element and each property has its own. */
struct job_line {
    const char *text;
    size_t length;
};

static bool next_line(struct job_line *line, const char **rest)
{
    line->text = *rest + strspn(*rest, " ");
    line->length = strcspn(line->text, "\n");
    *rest = line->text + line->length + (line->text[line->length] == '\n');
    return *line->text;
}

static bool begins(struct job_line line, const char *begin)
{
    return strncmp(line.text, begin, strlen(begin)) == 0;
}

/* Copies the value of an attribute, or "" if there is none. */
static void copy_attribute(char value[PATH_MAX], struct job_line line, const char *begin)
{
    const char *const found = strstr(line.text, begin);
    const char *const from = found && found < line.text + line.length ? found + strlen(begin) : "";

    snprintf(value, PATH_MAX, "%.*s", (int)strcspn(from, "\"\n"), from);
}

struct event_auditor {
    char name[PATH_MAX], value[PATH_MAX]; /* value: of the last property */
    bool is_one;                          /* not another element */
};

static bool next_property(struct event_auditor *auditor, struct job_line *line, const char **rest)
{
    while (next_line(line, rest)) {
        if (begins(*line, "<property name=") && auditor->is_one) {
            copy_attribute(auditor->value, *line, " value=\"");
            return true;
        }
        auditor->is_one = begins(*line, "<auditor type=\"EventAuditor\"");
        copy_attribute(auditor->name, *line, " name=\"");
        if (!auditor->name[0])
            snprintf(auditor->name, sizeof auditor->name, "EventAuditor");
    }
    return false;
}

/* The file of k4Bench is left as it is, whether the command or the job asked for it. */
static void put_overrides(const char *job, FILE *out)
{
    struct event_auditor auditor = {.is_one = false};
    char text[PATH_MAX + 16];
    struct job_line line;

    while (next_property(&auditor, &line, &job)) {
        const bool is_file = begins(line, "<property name=\"File\"") && auditor.value[0];

        if (!is_file && !begins(line, "<property name=\"K4Bench\""))
            continue;
        snprintf(text, sizeof text, "%s.%s", auditor.name, is_file ? "File=" : "K4Bench=false");
        fputs(" -s ", out);
        put_quoted(text, out);
    }
}

/* Makes the name that the file of k4Bench has in the result folder. */
static void name_default_file(char file[PATH_MAX], const char *job, const char *document)
{
    const char *const instance = strchr(document, '-');
    const char *const name = instance ? instance + 1 : "EventAuditor";
    struct event_auditor auditor = {.is_one = false};
    char label[NAME_MAX + 1] = "k4bench";
    struct job_line line;

    while (next_property(&auditor, &line, &job))
        if (begins(line, "<property name=\"Label\"") && strcmp(auditor.name, name) == 0)
            snprintf(label, sizeof label, "%s", auditor.value);
    snprintf(file, PATH_MAX, "%s%s_events.json", label, instance ? instance : "");
}

/* Returns whether the file of k4Bench is not that of the result folder: then the property File or
 * the variable chose it, and without the property the variable would. */
static bool is_file_chosen(const char *folder, const char *document, const char *job)
{
    gau_error ignored = {0};
    json_t *const events = gau_document_load(folder, document, &ignored);
    const char *const file = json_string_value(json_object_get(events, "k4bench_file"));
    const char *const slash = file ? strrchr(file, '/') : NULL;
    char name[PATH_MAX], path[2 * PATH_MAX];
    bool chosen;

    name_default_file(name, job, document);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    chosen = file && (strcmp(slash ? slash + 1 : file, name) != 0 || access(path, F_OK) != 0);
    json_decref(events);
    return chosen;
}

/* --- the command --------------------------------------------------------------------------- */

static void put_command(const char *folder, const char *document, const json_t *run, FILE *out)
{
    const char *const command = json_string_value(json_object_get(run, "command"));
    const char *const options = json_string_value(json_object_get(run, "options"));
    const char *const job = options ? options : "";

    if (is_file_chosen(folder, document, job))
        fputs("env -u K4BENCH_EVENT_JSON ", out);
    fputs("gaudit run ", out);
    put_quoted(json_string_value(json_object_get(run, "job")), out);
    put_options(command ? command : "", out);
    put_overrides(job, out);
    fputs(" --only", out);
}

bool gau_event_replay(char **begin, const char *folder, const char *document)
{
    gau_error ignored = {0};
    json_t *const run = gau_document_load(folder, "run", &ignored);
    /* Merged results have no command if theirs differ, and so may what an event did. */
    const bool is_known =
        json_object_get(run, "command") == NULL || !json_is_null(json_object_get(run, "command"));
    const bool is_job = is_known && json_is_string(json_object_get(run, "job"));
    const bool is_program = json_is_null(json_object_get(run, "job"));
    char *text = NULL;
    size_t size;
    FILE *const out = is_job ? open_memstream(&text, &size) : NULL;

    if (out)
        put_command(folder, document, run, out);
    json_decref(run);
    *begin = NULL;
    if (out && fclose(out) == 0)
        *begin = text;
    else
        free(text);
    return is_program;
}
