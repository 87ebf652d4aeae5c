/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/commands/view_list.h"
#include "tools/common/command_functions.h"
#include "tools/common/job_loading.h"
#include "tools/common/usage.h"
#include "tools/help_topics.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * `gaudit complete`: what may stand where the user asks for completion. The scripts of the shells
 * print nothing else, and offer files if nothing is printed.
 */

struct request {
    const char *word;   /* what candidates begin with */
    const char *before; /* of the same word, before that: "--format=", or "" */
    int before_length;
    char **words; /* those before it, the first is the command */
    int count;
    const struct gau_command *command;
};

/* Prints "CANDIDATE<tab>HELP" if it begins like the word; of both only the first line. */
static void offer(const struct request *r, const char *head, const char *tail, const char *help)
{
    char text[PATH_MAX + 256];

    snprintf(text, sizeof text, "%s%s", head, tail);
    if (strncmp(text, r->word, strlen(r->word)) == 0 && !strchr(text, '\n'))
        printf("%.*s%s\t%.*s\n", r->before_length, r->before, text, (int)strcspn(help, "\n"), help);
}

/* --- what is there ------------------------------------------------------------------------- */

static void offer_commands(const struct request *r)
{
    for (size_t i = 0; gau_commands[i]; i++)
        if (gau_commands[i]->summary)
            offer(r, gau_commands[i]->name, "", gau_commands[i]->summary);
}

static void offer_topics(const struct request *r)
{
    for (const struct gau_topic *topic = gau_topics; topic->name; topic++)
        offer(r, topic->name, "", topic->summary);
}

static bool has_view(const struct request *r)
{
    for (int i = 1; i < r->count; i++)
        for (const struct gau_view *const *view = gau_report_views; *view; view++)
            if (strcmp((*view)->name, r->words[i]) == 0)
                return true;
    return false;
}

static void offer_views(const struct request *r)
{
    for (const struct gau_view *const *view = gau_report_views; *view; view++)
        offer(r, (*view)->name, "", (*view)->help);
}

static void offer_options(const struct request *r)
{
    char text[2048];

    for (const struct gau_option *row = gau_option_next(r->command, NULL); row;
         row = gau_option_next(r->command, row))
        offer(r, "--", row->name, gau_option_help(text, sizeof text, row));
}

static gau_registry *known_classes(void)
{
    gau_registry *const registry = gau_registry_new();
    gau_error err = {0};

    if (registry && gau_registry_scan(registry, &err) >= 0)
        return registry;
    gau_registry_free(registry);
    return NULL;
}

static void offer_classes(const struct request *r, bool auditors)
{
    gau_registry *const registry = known_classes();

    for (size_t i = 0; registry && i < gau_registry_count(registry); i++) {
        const gau_class_entry *const entry = gau_registry_at(registry, i);

        if (!auditors || entry->kind == GAU_CLASS_AUDITOR)
            offer(r, entry->name, "", entry->summary);
    }
    gau_registry_free(registry);
}

/* --- result folders ------------------------------------------------------------------------ */

static bool is_result(const char *folder)
{
    static const char *const files[] = {"run.json", "timer.json", "collect.json", "samples.gtr"};
    char path[2 * PATH_MAX];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

static void offer_results(const struct request *r)
{
    const char *const slash = strrchr(r->word, '/');
    const char *const begin = slash ? slash + 1 : r->word;
    char path[PATH_MAX];
    const int length = snprintf(path, sizeof path, "%.*s", (int)(begin - r->word), r->word);
    DIR *const folder = length < (int)sizeof path ? opendir(length > 0 ? path : ".") : NULL;
    struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        if (strncmp(entry->d_name, begin, strlen(begin)) != 0 || strspn(entry->d_name, ".") > 0)
            continue;
        snprintf(path + length, sizeof path - (size_t)length, "%s", entry->d_name);
        if (is_result(path))
            offer(r, path, "", "a result");
    }
    if (folder)
        closedir(folder);
}

/* --- properties of the job ----------------------------------------------------------------- */

/* Changes that add auditors, as far as they are among the words. */
static void read_changes(struct gau_tool_overrides *changes, const struct request *r)
{
    for (int i = 1; i < r->count; i++) {
        const char *const before = r->words[i - 1];

        changes->time |= strcmp(r->words[i], "--time") == 0;
        changes->events |= strcmp(r->words[i], "--event-data") == 0;
        if (strcmp(before, "-a") == 0 || strcmp(before, "--audit") == 0)
            gau_argv_add(&changes->audits, "%s", r->words[i]);
    }
}

static const char *job_of(const struct request *r)
{
    for (int i = 1; i < r->count; i++) {
        const size_t length = strlen(r->words[i]);

        if (length > 4 && strcmp(r->words[i] + length - 4, ".xml") == 0)
            return r->words[i];
    }
    return NULL;
}

static void offer_rows(const struct request *r, const char *name, const gau_property *row)
{
    for (; row && row->type != GAU_TYPE_END; row++) {
        char tail[256];

        snprintf(tail, sizeof tail, ".%s=", row->name);
        offer(r, name, tail, row->help);
    }
}

/* Offers "NAME." of each component, and the properties of the one whose name is complete. */
static void offer_properties(const struct request *r, const gau_node *node, gau_registry *registry)
{
    const size_t length = node->name ? strlen(node->name) : 0;
    const gau_class *cls;
    gau_error err = {0};

    for (size_t i = 0; i < node->n_children; i++)
        offer_properties(r, node->children[i], registry);
    if (!node->type || !node->name || node->kind == GAU_NODE_MODULE)
        return;
    if (strncmp(r->word, node->name, length) != 0 || r->word[length] != '.') {
        offer(r, node->name, ".", node->type);
    } else if (gau_registry_find(&cls, registry, node->type, &err) >= 0) {
        offer_rows(r, node->name, cls->properties);
        offer_rows(r, node->name, gau_common_properties(gau_class_kind_of(cls)));
    }
}

static void offer_settings(const struct request *r)
{
    const char *const path = job_of(r);
    struct gau_tool_overrides changes = {0};
    struct gau_tool_job job = {0};

    if (!path)
        return;
    read_changes(&changes, r);
    gau_tool_job_read(&job, path, &changes, 0); /* of a job with faults there may be a part */
    job.registry = known_classes();
    if (job.options && job.registry)
        offer_properties(r, gau_options_root(job.options), job.registry);
    gau_tool_job_close(&job);
    gau_tool_overrides_clear(&changes);
}

/* --- what is asked ------------------------------------------------------------------------- */

/* Offers the parts of "auto|on|off", up to a blank. */
static void offer_parts(const struct request *r, const char *value)
{
    while (*value && *value != ' ') {
        const size_t length = strcspn(value, "| ");
        char part[64];

        snprintf(part, sizeof part, "%.*s", (int)(length < sizeof part ? length : 0), value);
        offer(r, part, "", "");
        value += length + (value[length] == '|');
    }
}

/* What a value is, its name in the help says. */
static void offer_values(const struct request *r, const struct gau_option *row)
{
    for (size_t i = 0; row->choices && row->choices[i]; i++)
        offer(r, row->choices[i], "", "");
    if (!row->choices && strchr(row->value, '|') && *row->value >= 'a')
        offer_parts(r, row->value);
    else if (strncmp(row->value, "NAME.PROPERTY", 13) == 0 || strcmp(row->value, "SETTINGS") == 0)
        offer_settings(r);
    else if (strncmp(row->value, "TYPE", 4) == 0)
        offer_classes(r, true);
    else if (strncmp(row->value, "DIR", 3) == 0 && row->letter != 'o') /* that is a new folder */
        offer_results(r);
}

/* What operands are, the usage says. */
static void offer_operands(const struct request *r)
{
    const char *const usage = r->command->usage;

    if (strstr(usage, "VIEW") && !has_view(r))
        offer_views(r);
    if (strstr(usage, "DIR"))
        offer_results(r);
    if (strchr(usage, '|') && *usage >= 'a' && r->count == 1)
        offer_parts(r, usage);
    if (strstr(usage, "CLASS"))
        offer_classes(r, false);
    if (strstr(usage, "COMMAND")) {
        offer_commands(r);
        offer_topics(r);
    }
}

/* Returns the row that "-f" or "--format" names, of @p length letters; NULL if there is none. */
static const struct gau_option *named_row(const struct request *r, const char *word, size_t length)
{
    const struct gau_option *row = gau_option_next(r->command, NULL);

    for (; row; row = gau_option_next(r->command, row))
        if ((length == 2 && word[0] == '-' && word[1] == row->letter) ||
            (length == strlen(row->name) + 2 && strncmp(word, "--", 2) == 0 &&
             strncmp(word + 2, row->name, length - 2) == 0))
            return row;
    return NULL;
}

/* Returns the option whose value the word is, and leaves that alone in it. bash makes three words
 * of "--format=csv", other shells one. */
static const struct gau_option *option_of_word(struct request *r)
{
    const size_t name = strcspn(r->word, "=");
    const struct gau_option *row;
    int last = r->count - 1;
    bool attached = strcmp(r->word, "=") == 0;

    if (strncmp(r->word, "--", 2) == 0 && r->word[name]) {
        row = named_row(r, r->word, name);
        r->before = r->word;
        r->before_length = (int)name + 1;
        r->word += name + 1;
        return row;
    }
    if (attached) {
        r->word = "";
    } else if (last > 1 && strcmp(r->words[last], "=") == 0) {
        attached = true;
        last--;
    }
    row = last > 0 ? named_row(r, r->words[last], strlen(r->words[last])) : NULL;
    return row && row->value && (!row->optional || attached) ? row : NULL;
}

/* Returns whether the word is behind "--", or belongs to a program that stands without it. */
static bool is_of_program(const struct request *r)
{
    for (int i = 1; i < r->count; i++) {
        const char *const word = r->words[i];
        const struct gau_option *row;

        if (strcmp(word, "--") == 0)
            return true;
        if (!r->command->program)
            continue;
        row = named_row(r, word, strlen(word));
        if (*word != '-' && strcmp(word, "=") != 0)
            return true;
        if (row && row->value && !row->optional)
            i += i + 1 < r->count && strcmp(r->words[i + 1], "=") == 0 ? 2 : 1;
    }
    return false;
}

static void answer(struct request *r)
{
    const struct gau_option *row;

    if (r->count == 0) {
        offer_commands(r);
        offer(r, "--help", "", "print this list");
        offer(r, "--version", "", "print the version");
        return;
    }
    r->command = gau_command_of(r->words[0]);
    if (!r->command || is_of_program(r))
        return;
    row = option_of_word(r);
    if (row && row->value)
        offer_values(r, row);
    else if (*r->word == '-')
        offer_options(r);
    else
        offer_operands(r);
}

/* A message would stand in the line that the user is typing. */
static int complete(int argc, char **argv)
{
    struct request request = {.word = "", .before = ""};
    const int status = gau_options_read(&gau_tool_complete, argc, argv, NULL, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    if (!freopen("/dev/null", "w", stderr))
        return GAU_EXIT_RESULTS;
    request.words = argv + optind;
    if (optind < argc) {
        request.count = argc - optind - 1;
        request.word = argv[argc - 1];
    }
    answer(&request);
    return GAU_EXIT_OK;
}

/* It has no summary, and so the list of commands does not have it: it is for shells. */
const struct gau_command gau_tool_complete = {
    .name = "complete",
    .usage = "-- WORD...",
    .about = "Prints what the last of these words of a gaudit command line may become, with its\n"
             "help after a tab; for the completion of shells.\n",
    .program = true,
    .most = INT_MAX,
    .run = complete,
};
