/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>
#include <gaudit/session.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * A program with sections and nothing else of ours. usage: program WHAT
 *
 *     steps     "Solving", 600 ms, and in it "Assembling"
 *     threads   the first, and 1000 more, 50 at the same time, each in "Reading"
 *     exit      ends with 3 inside "Solving"
 *     files     "Solving"; prints the number of a file that it opens then; closes what it did not
 *               open and uses these numbers; writes into the file; "Solving" again
 *     errno     1 if errno is not what it was after one of many sections
 *     fork      a child ends with 4 inside "Solving", then the parent does what it does in steps
 */

static void wait_ms(long ms)
{
    const struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    nanosleep(&time, NULL);
}

static long step_ms = 600;

static void solve(void)
{
    GAU_SECTION("solve", 1, "Solving");
    wait_ms(step_ms);
    {
        GAU_SECTION("assemble", 2, "Assembling", true);
        wait_ms(step_ms);
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

/* All numbers that it did not get are an event that is there, and a line that was written. */
static int take_numbers(int own)
{
    const int event = eventfd(1, 0);
    int number = -1;

    for (int i = 3; i < 256; i++)
        if (i != own && i != event)
            close(i);
    for (int i = 3; i < 256; i++)
        if (i != own && i != event && dup2(event, i) < 0)
            return -1;
    number = fcntl(event, F_GETFD) < 0 ? -1 : event;
    return number;
}

static int use_files(void)
{
    uint64_t count = 0;
    int own, event;
    FILE *name;

    step_ms = 20;
    solve();
    own = open("data", O_CREAT | O_TRUNC | O_RDWR, 0666);
    name = fopen("number", "w");
    if (own < 0 || !name || fprintf(name, "%d\n", own) < 0 || fclose(name) != 0)
        return 1;
    event = take_numbers(own);
    if (event < 0 || write(own, "data\n", 5) != 5)
        return 1;
    solve();
    if (read(event, &count, sizeof count) != sizeof count || count != 1)
        return 5;
    return gau_session_close(), 0;
}

/* errno is the program's, with what is printed between its own lines, too. */
static int keep_errno(void)
{
    int lost = 0;

    for (int i = 0; i < 3000; i++) {
        errno = ENOTEMPTY;
        {
            GAU_SECTION("solve", 1, "Solving");
            lost += errno != ENOTEMPTY;
            if (i % 100 == 0) {
                printf("step %d\n", i);
                fflush(stdout);
                wait_ms(12);
            }
            errno = EXDEV;
        }
        lost += errno != EXDEV;
    }
    return lost == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 1;
    if (strcmp(argv[1], "threads") == 0)
        return start_threads();
    if (strcmp(argv[1], "exit") == 0)
        return leave(3);
    if (strcmp(argv[1], "files") == 0)
        return use_files();
    if (strcmp(argv[1], "errno") == 0)
        return keep_errno();
    if (strcmp(argv[1], "fork") == 0)
        return divide();
    solve();
    return 0;
}
