/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_COMMAND_OPTIONS_H
#define GAUDIT_TOOLS_COMMON_COMMAND_OPTIONS_H

#include "argument_list.h"

#include <gaudit/error.h>

#include <stdint.h>
#include <stdio.h>
#include <unistd.h> /* optind */

/*
 * A command with its options as rows of data: names, help, reader and target of the value. One loop
 * reads them; help and messages are made from the same rows. The rows that commands share are in
 * shared_options.h.
 */

struct gau_option;

/* Reads @p text, NULL for an option without a value, to @p to. A failure without a message means
 * that the option does not accept the text. */
typedef gau_status gau_option_read(void *to, const char *text, const struct gau_option *option,
                                   gau_error *err);

struct gau_option {
    const char *name;  /* "format"; NULL: a heading of the help, which is in .help */
    char letter;       /* 0: none */
    const char *value; /* its name in the help, such as "FILE"; NULL: no value */
    const char *help;  /* the same in all commands that have the option; "": the choices */
    const char *more;  /* text of this command, appended to it */
    gau_option_read *read;
    size_t to;                  /* offset in the values of the command */
    uint64_t least, most;       /* of whole numbers; most 0: no limit */
    double above, below;        /* of real numbers: exclusive limits */
    const char *const *choices; /* ends with NULL */
    const char *takes;          /* "a number above 1"; NULL: made of the limits or the choices */
    bool list;                  /* operands after it belong to it: see gau_command.lists */
    bool optional;              /* its value may be left out, and follows "=" in its argument */
    bool pass;                  /* goes to gau_options_given.passed */
    unsigned takes_of_view;     /* of `report`: what a view takes that accepts it; 0: any does */
};

struct gau_command {
    const char *name, *summary;
    const char *usage;                /* arguments after the name; a line for each form */
    const char *about;                /* lines */
    void (*print_about)(FILE *out);   /* further lines of it; NULL: none */
    const struct gau_option *options; /* at most 64 rows and one of zeros; --help is in all */
    const char *notes;                /* lines after the options; NULL: none */
    const char *operand;              /* name of the operand, for errors */
    int least, most;                  /* number of operands */
    bool program;                     /* options end at the first operand, which is a program */
    const struct gau_option *lists;   /* operands may be between options, and belong to the list
                                         before them, or else to this one; NULL: no lists */
    bool takes_results;               /* operands and lists may be results, also pages of them */
    int (*run)(int argc, char **argv);
};

/* A row of one command; the reader determines the type of the member. */
/* clang-format off */
#define GAU_FLAG(type, member, option, text)                                                       \
    .name = option, .help = text, .read = gau_read_flag, .to = offsetof(type, member)
#define GAU_VALUE(type, member, option, word, reader, text)                                        \
    .name = option, .value = word, .help = text, .read = reader, .to = offsetof(type, member)
/* clang-format on */

struct gau_options_given {
    uint64_t rows;          /* bit i: that of row i */
    struct gau_argv passed; /* options to pass on, with long names and in their order */
};

enum { GAU_OPTIONS_READ = -1 };

/*
 * Reads the arguments of a command to @p values, and to @p given, which may be NULL and is {0} at
 * first. Operands are moved to the end of argv, from optind on. Returns GAU_OPTIONS_READ, or an
 * exit status after printing help or an error.
 */
int gau_options_read(const struct gau_command *command, int argc, char **argv, void *values,
                     struct gau_options_given *given);

/* Returns the words behind the first "--", NULL if there is none or an option file follows it, and
 * ends the arguments there. */
char **gau_options_split_program(int *argc, char **argv);

/* Reads the options before a program, without those of jobs, which follow the first heading, and
 * without operands. */
int gau_options_read_of_program(const struct gau_command *command, int argc, char **argv,
                                void *values);

/* Prints "gaudit NAME: message" and a hint to the help. Returns an exit status. */
int gau_options_wrong(const struct gau_command *command, const char *format, ...) GAU_PRINTF(2, 3);

/* Prints words from column @p at in lines that begin at @p column; without room before it in a new
 * line. */
void gau_options_print_words(FILE *out, const char *text, int at, int column);

extern const struct gau_option gau_help_option;

/* Returns the row after @p row that is no heading, with NULL the first; NULL after the last, which
 * is --help. */
const struct gau_option *gau_option_next(const struct gau_command *command,
                                         const struct gau_option *row);

/* Returns @p text with the help of an option: that of its row, or its choices, the first of which
 * is the default. */
const char *gau_option_help(char *text, size_t size, const struct gau_option *option);

/* Prints "usage: ..." and all that follows. */
void gau_options_help(const struct gau_command *command);

_Static_assert(_Generic((size_t)0, uint64_t : 1, default : 0), "whole numbers are of one type");

/* Sets the error "--NAME takes ..., not 'TEXT'". */
void gau_option_takes(const struct gau_option *option, const char *text, gau_error *err);

/* --- readers ------------------------------------------------------------------------------- */

gau_option_read gau_read_flag;   /* bool, which becomes true */
gau_option_read gau_read_no;     /* bool, which becomes false */
gau_option_read gau_read_more;   /* int, by one more each time */
gau_option_read gau_read_text;   /* const char *, borrowed; one of the choices, if there are any */
gau_option_read gau_read_file;   /* const char *, borrowed; not empty */
gau_option_read gau_read_words;  /* struct gau_argv, one more each time */
gau_option_read gau_read_number; /* uint64_t, or size_t */
gau_option_read gau_read_real;   /* double */
gau_option_read gau_read_choice; /* int, the index of a choice */
gau_option_read gau_read_excel;  /* enum gau_table_format, for an option beside that */
gau_option_read gau_read_format; /* enum gau_table_format, one of the choices */

#endif
