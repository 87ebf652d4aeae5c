/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>

/*
 * Not a module: ends the process that loads it, by the signal of which the environment has the
 * number.
 */
__attribute__((constructor)) static void end(void)
{
    const char *const number = getenv("TEST_SIGNAL");

    if (number)
        raise((int)strtol(number, NULL, 10));
}
