/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/event.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* usage: event_program SCENE: a program with events of its own, which does what files of auditors
 * must survive. */

static void run_events(uint64_t first, uint64_t last)
{
    for (uint64_t number = first, n = last - first + 1; n > 0; number++, n--) {
        gau_event_begin(number);
        gau_event_end(GAU_OK);
    }
}

static void numbers(void)
{
    static const uint64_t given[] = {INT64_MAX, 0, UINT64_MAX, (uint64_t)1 << 63, 9, 0};

    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        run_events(given[i], given[i]);
}

/* Each event is longer than the one before, so that their times show the order. */
static void numbers_twice(void)
{
    static const uint64_t given[] = {3, 1, 3};

    for (long i = 0; i < 3; i++) {
        gau_event_begin(given[i]);
        nanosleep(&(struct timespec){.tv_nsec = i * 10000000}, NULL);
        gau_event_end(GAU_OK);
    }
}

/* The child has events, too, and ends one of its parent. */
static void fork_in_event(void)
{
    pid_t child;

    run_events(1, 2);
    gau_event_begin(3);
    child = fork();
    gau_event_end(GAU_OK);
    if (child == 0) {
        run_events(4, 1000);
        exit(0);
    }
    waitpid(child, NULL, 0);
    run_events(4, 5);
}

static void change_folder(void)
{
    run_events(1, 2);
    if (mkdir("away", 0700) != 0 || chdir("away") != 0)
        exit(1);
    run_events(3, 5);
}

/* The program's files get the numbers of the standard streams. */
static void close_all(void)
{
    run_events(1, 2);
    for (int fd = 0; fd < 1000; fd++)
        close(fd);
    for (int fd = 0; fd < 3; fd++)
        if (open("own", O_RDWR | O_CREAT | O_APPEND, 0600) != fd) /* NOLINT: no CLOEXEC, as stdio */
            exit(1);
    run_events(3, 5);
    for (int fd = 0; fd < 3; fd++)
        if (write(fd, "own\n", 4) != 4)
            exit(1);
}

static void only_events(void)
{
    run_events(1, 5);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } scenes[] = {{"numbers", numbers},     {"twice", numbers_twice}, {"fork", fork_in_event},
                  {"chdir", change_folder}, {"close", close_all},     {"events", only_events}};

    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (argc == 2 && strcmp(argv[1], scenes[i].name) == 0) {
            scenes[i].run();
            return 0;
        }
    return 2;
}
