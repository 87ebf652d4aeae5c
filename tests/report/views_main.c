/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the work that the library does, much() calls for three quarters and little() for one. With an
 * argument, the file of its samples, it goes on until they are written, and kills itself. */

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

static off_t size_of(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? status.st_size : 0;
}

int main(int argc, char **argv)
{
    volatile unsigned sum = 0;

    for (unsigned i = 0; i < 2500; i++)
        sum += much() + little();
    if (argc > 1) {
        /* What is being written now may be older; what comes then is not. */
        for (int written = 0; written < 4; written++)
            for (const off_t before = size_of(argv[1]); size_of(argv[1]) == before;)
                sum += much() + little();
        kill(getpid(), SIGKILL);
    }
    return 0;
}
