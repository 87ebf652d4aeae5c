/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* struct winsize */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

static unsigned terminal_columns(int fd)
{
    const char *const text = getenv("COLUMNS");
    const unsigned long number = text ? strtoul(text, NULL, 10) : 0;
    struct winsize size = {0};

    if (number >= 20 && number <= 10000)
        return (unsigned)number;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20)
        return size.ws_col;
    return 80;
}

struct gau_terminal gau_terminal_of(FILE *output)
{
    struct gau_terminal screen = {0};
    const int fd = fileno(output);

    if (fd < 0 || !isatty(fd))
        return screen;
    screen.width = terminal_columns(fd);
    screen.unicode = is_utf8();
    return screen;
}
