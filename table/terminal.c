/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* struct winsize */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PIPE_COLUMNS = 100, TERMINAL_COLUMNS = 80 }; /* where the width is not known */

/* The C library reads these variables in the same order to choose the locale of letters. */
static bool is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = getenv(names[i]);
        const char *const dot = value ? strchr(value, '.') : NULL;

        if (value && value[0])
            return dot && (strncasecmp(dot, ".UTF-8", 6) == 0 || strncasecmp(dot, ".UTF8", 5) == 0);
    }
    return false;
}

/* Returns 0 if the variable is not set, or not to a width that a table can have. */
static unsigned requested_columns(void)
{
    const char *const text = getenv("COLUMNS");
    char *end = NULL;
    const unsigned long number = text ? strtoul(text, &end, 10) : 0;

    return number >= 20 && number <= 10000 && !*end ? (unsigned)number : 0;
}

/* Open MPI makes a terminal for each rank, and passes on what comes from it, to a log as well. */
bool gau_terminal_is(int fd)
{
    return fd >= 0 && !getenv("OMPI_COMM_WORLD_RANK") && isatty(fd);
}

/* @p fd is negative for what is no file. */
static unsigned terminal_columns(int fd)
{
    struct winsize size = {0};

    if (!gau_terminal_is(fd))
        return PIPE_COLUMNS;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : TERMINAL_COLUMNS;
}

struct gau_terminal gau_terminal_of(FILE *output)
{
    const unsigned requested = requested_columns();

    return (struct gau_terminal){.width = requested ? requested : terminal_columns(fileno(output)),
                                 .unicode = is_utf8()};
}

bool gau_terminal_has_colour(FILE *output, enum gau_colour wanted)
{
    const char *const refused = getenv("NO_COLOR"), *const type = getenv("TERM");

    if (wanted != GAU_COLOUR_AUTO)
        return wanted == GAU_COLOUR_ALWAYS;
    return (!refused || !refused[0]) && type && type[0] && strcmp(type, "dumb") != 0 &&
           gau_terminal_is(fileno(output));
}
