/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_COMMON_TERMINAL_H
#define GAUDIT_TOOLS_COMMON_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

/* What the file that an output is on can show. {0}: it is no terminal. */
struct gau_terminal {
    unsigned width; /* columns; 0: lines are as long as they are */
    bool unicode;
};

struct gau_terminal gau_terminal_of(FILE *output);

#endif
