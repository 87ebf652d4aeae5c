/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_ARGUMENT_LIST_H
#define GAUDIT_TOOLS_COMMON_ARGUMENT_LIST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A command line: words for a program, or printed for a shell. */

/* Words of a command line; {0} has none. */
struct gau_argv {
    char **texts; /* ends with NULL once there is a word */
    uint32_t count, size;
    bool out_of_memory; /* a word is missing */
};

void gau_argv_add(struct gau_argv *words, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
/* Adds unchanged texts, up to a NULL. */
void gau_argv_add_all(struct gau_argv *words, ...) __attribute__((__sentinel__));
void gau_argv_append(struct gau_argv *words, const struct gau_argv *more);
void gau_argv_clear(struct gau_argv *words);

/* Returns the words of an argv, which are borrowed: not to be changed or cleared. */
struct gau_argv gau_argv_of(char **argv);

/* Prints them quoted for a shell, separated by blanks. */
void gau_argv_print(const struct gau_argv *words, FILE *out);

/* Returns the same as a text, which the caller frees; NULL if out of memory. */
char *gau_argv_text(const struct gau_argv *words);

/* Prints one word, quoted for a shell. */
void gau_word_print(const char *word, FILE *out);

#endif
