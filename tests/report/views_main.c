/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* Of the work that the library does, much() calls for three quarters and little() for one. With an
 * argument it kills itself at the end. */

enum { UNIT = 100000 };

unsigned work(unsigned n);

__attribute__((noinline)) static unsigned much(void)
{
    volatile unsigned result = work(3 * UNIT);

    return result + 1;
}

__attribute__((noinline)) static unsigned little(void)
{
    volatile unsigned result = work(UNIT);

    return result + 1;
}

int main(int argc, char **argv)
{
    volatile unsigned sum = 0;

    (void)argv;
    for (unsigned i = 0; i < 2500; i++)
        sum += much() + little();
    if (argc > 1) {
        sleep(1); /* samples reach the file within this time */
        kill(getpid(), SIGKILL);
    }
    return 0;
}
