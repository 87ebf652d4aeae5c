/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "usage.h"

#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <string.h>

enum { ROWS_MAX = 60, CODE = 256, SIZE_LETTERS = 2 * ROWS_MAX + 4 };

const struct gau_option gau_help_option = {.name = "help", .letter = 'h', .help = "print this"};

/* The rows of a command as getopt_long() wants them; that of --help is behind the others. */
struct table {
    const struct gau_option *rows[ROWS_MAX + 1];
    struct option options[ROWS_MAX + 2];
    char letters[SIZE_LETTERS];
    int n;
};

static bool is_end(const struct gau_option *row)
{
    return !row->name && !row->help;
}

/* --- the table ----------------------------------------------------------------------------- */

/* A heading has no code: its place stays empty, and the numbers of rows are as in the table. */
static void add_row(struct table *table, struct option *option, const struct gau_option *row)
{
    const size_t length = strlen(table->letters);

    table->rows[table->n] = row;
    *option = (struct option){.name = row->name,
                              .has_arg = row->value ? required_argument : no_argument,
                              .val = CODE + table->n};
    if (row->letter)
        snprintf(table->letters + length, SIZE_LETTERS - length, "%c%s", row->letter,
                 row->value ? ":" : "");
}

static void make_table(struct table *table, const struct gau_command *command)
{
    struct option *option = table->options;

    *table = (struct table){.letters = "+"};
    if (!command->program && !command->lists)
        table->letters[0] = '\0';
    for (const struct gau_option *row = command->options; row && !is_end(row); row++, table->n++) {
        assert(table->n < ROWS_MAX);
        if (row->name)
            add_row(table, option++, row);
    }
    add_row(table, option, &gau_help_option);
}

static int row_of(const struct table *table, int code)
{
    int i = 0;

    if (code >= CODE)
        return code - CODE;
    while (!table->rows[i] || table->rows[i]->letter != code)
        i++;
    return i;
}

/* --- reading ------------------------------------------------------------------------------- */

static gau_status read_value(const struct gau_option *row, const char *text, void *values,
                             gau_error *err)
{
    if (row->read((char *)values + row->to, text, row, err) >= 0)
        return GAU_OK;
    if (err->message[0])
        gau_error_wrap(err, err->status, "--%s", row->name);
    else
        gau_option_takes(row, text, err);
    return GAU_ERR_USAGE;
}

static int read_option(const struct gau_command *command, const struct table *table, int i,
                       void *values, struct gau_options_given *given)
{
    const struct gau_option *const row = table->rows[i];
    const char *const text = row->value ? optarg : NULL;
    gau_error err = {0};

    if (read_value(row, text, values, &err) < 0)
        return gau_usage_wrong(command->name, &err);
    if (given)
        given->rows |= UINT64_C(1) << i;
    if (given && row->pass) {
        gau_words_add(&given->passed, "--%s", row->name);
        if (text)
            gau_words_add(&given->passed, "%s", text);
    }
    if (given && given->passed.no_memory)
        return gau_usage_no_memory("the arguments");
    return GAU_OPTIONS_READ;
}

/* Behind "--" there are no more options. */
static int read_operands(const struct gau_option *list, const char *name, int argc, char **argv,
                         void *values)
{
    const int last = strcmp(argv[optind - 1], "--") == 0 ? argc : optind + 1;
    gau_error err = {0};

    while (optind < last)
        if (read_value(list, argv[optind++], values, &err) < 0)
            return gau_usage_wrong(name, &err);
    return GAU_OPTIONS_READ;
}

static int check_operands(const struct gau_command *command, int argc, char **argv)
{
    if (command->lists)
        return GAU_OPTIONS_READ;
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
    const struct gau_option *list = command->lists;
    int status = GAU_OPTIONS_READ;
    struct table table;

    make_table(&table, command);
    optind = 0; /* starts getopt_long() anew */
    while (status == GAU_OPTIONS_READ) {
        const int code = gau_usage_option(argc, argv, table.letters, table.options);
        const int i = code == -1 || code == '?' ? -1 : row_of(&table, code);

        if (code == '?')
            return GAU_EXIT_USAGE;
        if (i == table.n) {
            gau_options_help(command);
            return GAU_EXIT_OK;
        }
        if (code == -1 && (!list || optind >= argc))
            return check_operands(command, argc, argv);
        if (code == -1) {
            status = read_operands(list, command->name, argc, argv, values);
        } else {
            status = read_option(command, &table, i, values, given);
            if (table.rows[i]->list)
                list = table.rows[i];
        }
    }
    return status;
}

int gau_options_wrong(const struct gau_command *command, const char *format, ...)
{
    gau_error err = {.status = GAU_ERR_USAGE};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(err.message, sizeof err.message, format, arguments);
    va_end(arguments);
    return gau_usage_wrong(command->name, &err);
}
