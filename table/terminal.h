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

struct gau_terminal gau_terminal_of(FILE *output);

#endif
