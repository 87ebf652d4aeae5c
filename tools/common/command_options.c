/* SPDX-License-Identifier: Apache-2.0 */
#include "command_options.h"

#include "page_file.h"
#include "usage.h"

#include "errors/errors.h"

#include "table/terminal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct gau_option gau_help_option = {.name = "help", .letter = 'h', .help = "print this"};

struct reading {
    const struct gau_command *command;
    char **argv;
    int at; /* the argument that is read */
    const struct gau_option *list;
    void *values;
    struct gau_options_given *given;
};

/* --- rows ---------------------------------------------------------------------------------- */

const struct gau_option *gau_option_next(const struct gau_command *command,
                                         const struct gau_option *row)
{
    if (row == &gau_help_option)
        return NULL;
    row = row ? row + 1 : command->options;
    while (row && !row->name && row->help)
        row++;
    return row && row->name ? row : &gau_help_option;
}

static const struct gau_option *find_letter(const struct gau_command *command, char letter)
{
    const struct gau_option *row = gau_option_next(command, NULL);

    while (row && row->letter != letter)
        row = gau_option_next(command, row);
    return row;
}

/* Finds a row by its name, or an unambiguous beginning of it. */
static const struct gau_option *find_name(const struct gau_command *command, const char *name,
                                          gau_error *err)
{
    struct gau_suggest suggest = gau_suggest_for(name);
    const struct gau_option *found = NULL;
    size_t n = 0;

    for (const struct gau_option *row = gau_option_next(command, NULL); row;
         row = gau_option_next(command, row)) {
        if (strcmp(row->name, name) == 0)
            return row;
        if (strncmp(row->name, name, strlen(name)) == 0 && n++ == 0)
            found = row;
        gau_suggest_offer(&suggest, row->name);
    }
    if (n == 1)
        return found;
    gau_error_set(err, GAU_ERR_USAGE, __FILE__, __LINE__, "unknown option '--%.*s'",
                  GAU_QUOTE(name));
    if (suggest.best)
        gau_error_append(err, "; did you mean '--%s'?", suggest.best);
    return NULL;
}

/* --- reading ------------------------------------------------------------------------------- */

static int read_value(const struct reading *r, const struct gau_option *row, const char *text)
{
    gau_error err = {0};

    if (r->command->takes_results && (row->list || row == r->command->lists) &&
        !(text = gau_page_file_folder(text, &err)))
        return gau_usage_exit(&err);
    if (row->read((char *)r->values + row->to, text, row, &err) >= 0)
        return GAU_OPTIONS_READ;
    if (err.message[0])
        gau_error_wrap(&err, err.status, "--%s", row->name);
    else
        gau_option_takes(row, text, &err);
    return gau_usage_error(r->command->name, &err);
}

/* @p text is the value within the argument; NULL: the next argument is the value. */
static int read_option(struct reading *r, const struct gau_option *row, const char *text)
{
    int status;

    if (row == &gau_help_option) {
        gau_options_help(r->command);
        return 0;
    }
    if (row->optional && !text)
        text = "";
    if (row->value && !text && !(text = r->argv[r->at + 1]))
        return gau_options_wrong(r->command, "option '%.*s' needs a value",
                                 GAU_QUOTE(r->argv[r->at]));
    r->at += row->value && text == r->argv[r->at + 1];
    status = read_value(r, row, text);
    if (row->list)
        r->list = row;
    if (status != GAU_OPTIONS_READ || !r->given)
        return status;
    r->given->rows |= UINT64_C(1) << (row - r->command->options);
    if (row->pass)
        gau_argv_add(&r->given->passed, row->optional ? "--%s=%s" : "--%s", row->name, text);
    if (row->pass && text && !row->optional)
        gau_argv_add(&r->given->passed, "%s", text);
    return r->given->passed.out_of_memory ? gau_usage_out_of_memory("arguments") : status;
}

/* Reads "name" or "name=value". */
static int read_long(struct reading *r, const char *argument)
{
    const size_t length = strcspn(argument, "=");
    const char *const text = argument[length] ? argument + length + 1 : NULL;
    char name[64];
    gau_error err = {0};
    const struct gau_option *row;

    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name),
             argument);
    row = find_name(r->command, name, &err);
    if (!row)
        return gau_usage_error(r->command->name, &err);
    if (text && !row->value)
        return gau_options_wrong(r->command, "option '--%s' takes no value", name);
    return read_option(r, row, text);
}

/* Reads "q", "qv", "ffile", or "f" with its value in the next argument. */
static int read_letters(struct reading *r, const char *letters)
{
    int status = GAU_OPTIONS_READ;

    while (*letters && status == GAU_OPTIONS_READ) {
        const struct gau_option *const row = find_letter(r->command, *letters++);

        if (!row)
            return gau_options_wrong(r->command, "unknown option '-%c'", letters[-1]);
        if (row->value)
            return read_option(r, row, *letters ? letters : NULL);
        status = read_option(r, row, NULL);
    }
    return status;
}

static int check_operands(const struct gau_command *command, int argc, char **argv)
{
    gau_error err = {0};

    if (command->lists)
        return GAU_OPTIONS_READ;
    for (int i = optind; command->takes_results && i < argc; i++)
        if (!gau_page_file_replace(&argv[i], &err))
            return gau_usage_exit(&err);
    if (argc - optind < command->least)
        return gau_options_wrong(command, "%s is missing", command->operand);
    if (argc - optind > command->most)
        return gau_options_wrong(command, "unexpected argument '%.*s'",
                                 GAU_QUOTE(argv[optind + command->most]));
    return GAU_OPTIONS_READ;
}

int gau_options_read(const struct gau_command *command, int argc, char **argv, void *values,
                     struct gau_options_given *given)
{
    struct reading r = {command, argv, 1, command->lists, values, given};
    int status = GAU_OPTIONS_READ, n = 0;
    bool ended = false; /* after "--": all that follow are operands */

    for (; r.at < argc && status == GAU_OPTIONS_READ; r.at++) {
        char *const argument = argv[r.at];

        if (!ended && strcmp(argument, "--") == 0)
            ended = true;
        else if (!ended && strncmp(argument, "--", 2) == 0)
            status = read_long(&r, argument + 2);
        else if (!ended && argument[0] == '-' && argument[1])
            status = read_letters(&r, argument + 1);
        else if (command->program)
            break;
        else if (command->lists)
            status = read_value(&r, r.list, argument);
        else
            argv[++n] = argument; /* in place of one that was read */
    }
    memmove(argv + argc - n, argv + 1, (size_t)n * sizeof *argv);
    optind = command->program ? r.at : argc - n;
    return status == GAU_OPTIONS_READ ? check_operands(command, argc, argv) : status;
}

/* --- programs ------------------------------------------------------------------------------ */

enum { ROWS_MAX = 64 };

static bool is_option_file(const char *path)
{
    const char *const dot = strrchr(path, '.');

    return dot && strcmp(dot, ".xml") == 0 && access(path, X_OK) != 0;
}

char **gau_options_split_program(int *argc, char **argv)
{
    int at = 1;

    while (at < *argc && strcmp(argv[at], "--") != 0)
        at++;
    if (at >= *argc || (at + 2 == *argc && is_option_file(argv[at + 1])))
        return NULL;
    *argc = at;
    argv[at] = NULL;
    return argv + at + 1;
}

int gau_options_read_of_program(const struct gau_command *command, int argc, char **argv,
                                void *values)
{
    struct gau_option rows[ROWS_MAX] = {{0}};
    struct gau_command programs = *command;

    for (int i = 0; i < ROWS_MAX - 1 && command->options[i].name; i++) {
        rows[i] = command->options[i];
        if (strcmp(rows[i].name, "runs") == 0)
            rows[i].letter = 'n'; /* that of --events, which programs have not */
    }
    programs.options = rows;
    programs.lists = NULL;
    programs.least = programs.most = 0;
    return gau_options_read(&programs, argc, argv, values, NULL);
}

/* --- help ---------------------------------------------------------------------------------- */

enum { COLUMN = 29, WIDEST = 96, NARROWEST = 60 };

static int width_for(FILE *out)
{
    const unsigned width = gau_terminal_of(out).width;

    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : (int)width;
}

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

void gau_options_print_words(FILE *out, const char *text, int at, int column)
{
    const int width = width_for(out);

    if (at + 2 > column && column > 0) {
        putc('\n', out);
        at = 0;
    }
    while (*(text += strspn(text, " "))) {
        const int length = (int)strcspn(text, " ");

        if (at > column && at + 1 + length > width) {
            putc('\n', out);
            at = 0;
        }
        if (at < column)
            at += fprintf(out, "%*s", column - at, "");
        else if (at > column)
            at += fprintf(out, " ");
        at += fprintf(out, "%.*s", length, text);
        text += length;
    }
    putc('\n', out);
}

/* Lines that begin with a blank stay as they are, others are filled. */
static void print_paragraphs(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *paragraph;

        if (length == 0 || *text == ' ') {
            printf("%.*s\n", (int)length, text);
            text += length + (text[length] == '\n');
            continue;
        }
        while (text[length] && text[length + 1] && !strchr(" \n", text[length + 1]))
            length += 1 + strcspn(text + length + 1, "\n");
        paragraph = strndup(text, length);
        for (char *at = paragraph; at && (at = strchr(at, '\n'));)
            *at = ' ';
        gau_options_print_words(stdout, paragraph ? paragraph : "", 0, 0);
        free(paragraph);
        text += length + (text[length] == '\n');
    }
}

const char *gau_option_help(char *text, size_t size, const struct gau_option *option)
{
    size_t used = (size_t)snprintf(text, size, "%s", option->help);

    for (size_t i = 0; !option->help[0] && option->choices && option->choices[i]; i++)
        used += (size_t)snprintf(text + used, size - used, i == 0 ? "%s (default)" : ", %s",
                                 option->choices[i]);
    snprintf(text + used, size - used, "%s", option->more ? option->more : "");
    return text;
}

/* A long left part gets a line of its own. */
static void print_option(const struct gau_option *option)
{
    char text[2048];
    int at;

    if (option->letter)
        at = printf("  -%c, --%s", option->letter, option->name);
    else
        at = printf("      --%s", option->name);
    if (option->value)
        at += printf(option->optional ? "[=%s]" : " %s", option->value);
    gau_options_print_words(stdout, gau_option_help(text, sizeof text, option), at, COLUMN);
}

/* Prints up to the next heading, or the end, which is returned. */
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
    putchar('\n');
    print_paragraphs(command->about);
    if (command->print_about)
        command->print_about(stdout);
    printf("\noptions:\n");
    if (row)
        row = print_options(row);
    print_option(&gau_help_option);
    while (row && row->help) {
        putchar('\n');
        print_paragraphs(row->help);
        row = print_options(row + 1);
    }
    if (command->notes) {
        putchar('\n');
        print_paragraphs(command->notes);
    }
}
