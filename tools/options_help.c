/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <string.h>

enum { COLUMN = 29, WIDTH = 96 };

static void print_usage(const struct gau_command *command)
{
    const char *intro = "usage:";
    const char *line = command->usage;

    do {
        const int length = (int)strcspn(line, "\n");

        printf("%s gaudit %s%s%.*s\n", intro, command->name, length > 0 ? " " : "", length, line);
        line += length + (line[length] == '\n');
        intro = "      ";
    } while (*line);
}

/* The words from column @p at on, in lines that begin at COLUMN. */
static void print_words(const char *text, int at)
{
    while (*(text += strspn(text, " "))) {
        const int length = (int)strcspn(text, " ");

        if (at >= COLUMN && at + 1 + length > WIDTH) {
            putchar('\n');
            at = 0;
        }
        at += at < COLUMN ? printf("%*s", COLUMN - at, "") : printf(" ");
        at += printf("%.*s", length, text);
        text += length;
    }
    putchar('\n');
}

/* What stands to the left may need a line of its own. */
static void print_option(const struct gau_option *option)
{
    char text[2048];
    int at;

    if (option->letter)
        at = printf("  -%c, --%s", option->letter, option->name);
    else
        at = printf("      --%s", option->name);
    if (option->value)
        at += printf(" %s", option->value);
    if (at + 2 > COLUMN) {
        putchar('\n');
        at = 0;
    }
    snprintf(text, sizeof text, "%s%s", option->help, option->more ? option->more : "");
    print_words(text, at);
}

/* Up to the next heading, or the end, which is returned. */
static const struct gau_option *print_options(const struct gau_option *row)
{
    while (row->name)
        print_option(row++);
    return row;
}

void gau_options_help(const struct gau_command *command)
{
    const struct gau_option *row = command->options;

    print_usage(command);
    printf("\n%s\noptions:\n", command->about);
    if (row)
        row = print_options(row);
    print_option(&gau_help_option);
    while (row && row->help) {
        printf("\n%s\n", row->help);
        row = print_options(row + 1);
    }
    if (command->notes)
        printf("\n%s", command->notes);
}
