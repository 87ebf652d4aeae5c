/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fexecve(), execveat(), vfork(), execvpe() */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* usage: spawner PROGRAM: runs it in every way there is, by its path and by its name on the PATH.
 */

extern char **environ;

static char *path, *name;

static void print_way(const char *way, pid_t child)
{
    int status = -1;

    waitpid(child, &status, 0);
    printf("%s %d\n", way, status);
    fflush(stdout);
}

static void by_exec(char **arguments)
{
    pid_t child = vfork();

    if (child == 0) {
        execve(path, arguments, environ);
        _exit(99);
    }
    print_way("vfork, execve", child);
    child = fork();
    if (child == 0) {
        execvp(name, arguments);
        _exit(99);
    }
    print_way("fork, execvp", child);
    child = fork();
    if (child == 0) {
        fexecve(open(path, O_RDONLY), arguments, environ);
        _exit(99);
    }
    print_way("fork, fexecve", child);
    child = fork();
    if (child == 0) {
        execveat(AT_FDCWD, path, arguments, environ, 0);
        _exit(99);
    }
    print_way("fork, execveat", child);
    child = fork();
    if (child == 0) {
        execveat(open(path, O_RDONLY), "", arguments, environ, AT_EMPTY_PATH);
        _exit(99);
    }
    print_way("fork, execveat of a file", child);
}

static void by_spawn(char **arguments)
{
    pid_t child = 0;

    posix_spawn(&child, path, NULL, NULL, arguments, environ);
    print_way("posix_spawn", child);
    posix_spawnp(&child, name, NULL, NULL, arguments, environ);
    print_way("posix_spawnp", child);
}

int main(int argc, char **argv)
{
    char *arguments[] = {argv[1], NULL};

    if (argc != 3)
        return 2;
    path = argv[1];
    name = argv[2];
    by_exec(arguments);
    by_spawn(arguments);
    printf("system %d\n", system(path));
    return 0;
}
