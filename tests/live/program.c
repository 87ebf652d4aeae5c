/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * A program with sections and nothing else of ours. usage: program WHAT
 *
 *     steps     "Solving", 300 ms, and in it "Assembling"
 *     threads   the first, and 1000 more, 50 at the same time, each in "Reading"
 *     exit      ends with 3 inside "Solving"
 *     fork      a child ends with 4 inside "Solving", then the parent does what it does in steps
 */

static void wait_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static void solve(void)
{
    GAU_SECTION("solve", 1, "Solving");
    wait_ms(300);
    {
        GAU_SECTION("assemble", 2, "Assembling", true);
        wait_ms(300);
    }
}

static void *read_something(void *unused)
{
    GAU_SECTION("read", 1, "Reading");
    wait_ms(1);
    return unused;
}

static int start_threads(void)
{
    pthread_t threads[50];

    read_something(NULL); /* what the environment asks for has begun then */
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 50; i++)
            if (pthread_create(&threads[i], NULL, read_something, NULL) != 0)
                return 1;
        for (int i = 0; i < 50; i++)
            pthread_join(threads[i], NULL);
    }
    return 0;
}

static int leave(int status)
{
    GAU_SECTION("solve", 1, "Solving");
    wait_ms(10);
    exit(status);
}

static int divide(void)
{
    int status = 0;
    pid_t child;

    GAU_SECTION("divide", 1, "Dividing");
    child = fork();
    if (child == 0)
        return leave(4);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return 1;
    solve();
    return WIFEXITED(status) && WEXITSTATUS(status) == 4 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    if (strcmp(argv[1], "threads") == 0)
        return start_threads();
    if (strcmp(argv[1], "exit") == 0)
        return leave(3);
    if (strcmp(argv[1], "fork") == 0)
        return divide();
    solve();
    return 0;
}
