/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/man_page.h"

#include "tools/common/command_functions.h"
#include "tools/help_topics.h"

#include <stdlib.h>
#include <string.h>

/* Writes text so that groff prints it as it is: a line must not begin like a request, and a hyphen
 * stays the one that options are typed with. */
static void put_text(FILE *out, const char *text)
{
    for (const char *at = text; *at; at++) {
        if ((*at == '.' || *at == '\'') && (at == text || at[-1] == '\n'))
            fputs("\\&", out);
        if (*at == '\\')
            fputs("\\e", out);
        else if (*at == '-')
            fputs("\\-", out);
        else
            putc(*at, out);
    }
}

static void put_styled(FILE *out, char style, const char *text)
{
    fprintf(out, "\\f%c", style);
    put_text(out, text);
    fputs("\\fR", out);
}

/* Writes lines that keep their ends. */
static void put_lines(FILE *out, const char *lines)
{
    fputs(".nf\n", out);
    put_text(out, lines);
    fputs(".fi\n", out);
}

static void put_head(FILE *out, const char *title, const char *name, const char *summary)
{
    fprintf(out, ".TH \"%s\" 1 \"\" \"gaudit %s\" \"gaudit\"\n.SH NAME\n", title, GAUDIT_VERSION);
    put_text(out, name);
    fputs(" \\- ", out);
    put_text(out, summary);
    fputs("\n.SH SYNOPSIS\n", out);
}

static void put_option(FILE *out, const struct gau_option *option)
{
    char text[2048];

    fputs(".TP\n", out);
    if (option->letter) {
        put_styled(out, 'B', (const char[]){'-', option->letter, '\0'});
        fputs(", ", out);
    }
    put_styled(out, 'B', "--");
    put_styled(out, 'B', option->name);
    if (option->value) {
        fputs(option->optional ? "[=" : " ", out);
        put_styled(out, 'I', option->value);
        fputs(option->optional ? "]" : "", out);
    }
    putc('\n', out);
    put_text(out, gau_option_help(text, sizeof text, option));
    putc('\n', out);
}

/* Headings of the help become headings of the page; --help ends the options before the first. */
static void put_options(FILE *out, const struct gau_option *row)
{
    fputs(".SH OPTIONS\n", out);
    for (; row && row->name; row++)
        put_option(out, row);
    put_option(out, &gau_help_option);
    for (; row && (row->name || row->help); row++) {
        if (row->name) {
            put_option(out, row);
            continue;
        }
        fputs(".SS ", out);
        put_text(out, row->help);
        putc('\n', out);
    }
}

static void put_usage(FILE *out, const struct gau_command *command)
{
    const char *line = command->usage;

    fputs(".nf\n", out);
    do {
        const size_t length = strcspn(line, "\n");
        char *const one = strndup(line, length);

        fprintf(out, "\\fBgaudit %s\\fR%s", command->name, length > 0 ? " " : "");
        put_text(out, one ? one : "");
        putc('\n', out);
        free(one);
        line += length + (line[length] == '\n');
    } while (*line);
    fputs(".fi\n", out);
}

/* Writes what a command prints itself, by way of memory. */
static void put_printed(FILE *out, void (*print)(FILE *))
{
    char *lines = NULL;
    size_t size = 0;
    FILE *const memory = open_memstream(&lines, &size);

    if (!memory)
        return;
    print(memory);
    if (fclose(memory) == 0)
        put_lines(out, lines);
    free(lines);
}

void gau_man_page_command(FILE *out, const struct gau_command *command)
{
    char name[64];

    snprintf(name, sizeof name, "gaudit-%s", command->name);
    put_head(out, name, name, command->summary ? command->summary : "is for scripts");
    put_usage(out, command);
    fputs(".SH DESCRIPTION\n", out);
    put_lines(out, command->about);
    if (command->print_about)
        put_printed(out, command->print_about);
    put_options(out, command->options);
    if (command->notes) {
        fputs(".SH NOTES\n", out);
        put_lines(out, command->notes);
    }
    fputs(".SH SEE ALSO\n.BR gaudit (1)\n", out);
}

void gau_man_page(FILE *out)
{
    put_head(out, "gaudit", "gaudit", "event processing with auditors, and profiles of programs");
    fputs("\\fBgaudit\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n"
          ".SH DESCRIPTION\nMeasures where an event loop, or any program, spends its time.\n",
          out);
    put_lines(out, gau_help_tasks);
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; gau_commands[i]; i++) {
        if (!gau_commands[i]->summary)
            continue;
        fprintf(out, ".TP\n.BR gaudit\\-%s (1)\n", gau_commands[i]->name);
        put_text(out, gau_commands[i]->summary);
        putc('\n', out);
    }
    for (const struct gau_topic *topic = gau_topics; topic->name; topic++) {
        fputs(".SH ", out);
        put_text(out, topic->name);
        putc('\n', out);
        put_text(out, topic->summary);
        fputs("\n.PP\n", out);
        put_lines(out, topic->text);
    }
}
