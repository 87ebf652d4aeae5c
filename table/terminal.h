/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TABLE_TERMINAL_H
#define GAUDIT_TABLE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* What an output can show. */
struct gau_terminal {
    unsigned width; /* columns: $COLUMNS, or else those of the terminal; 100 if it is none */
    bool unicode;   /* the locale has all letters */
};

/* Whether it is a terminal. Those that Open MPI makes for its ranks are none. */
bool gau_terminal_is(int fd);

struct gau_terminal gau_terminal_of(FILE *output);

/* Whether an output is to have colour, in the order of the choices of --color. */
enum gau_colour { GAU_COLOUR_AUTO, GAU_COLOUR_ALWAYS, GAU_COLOUR_NEVER };

/* Decides it. Auto: on a terminal, unless $NO_COLOR is set, or $TERM is unset or "dumb". */
bool gau_terminal_has_colour(FILE *output, enum gau_colour wanted);

#endif
