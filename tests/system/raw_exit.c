/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* syscall() */
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* usage: raw_exit main|child: the system call that ends a thread ends the only one of a process. */

int main(int argc, char **argv)
{
    const char *const way = argc > 1 ? argv[1] : "main";
    int status = 0;
    pid_t child;

    if (strcmp(way, "child") != 0)
        syscall(SYS_exit, 9);
    child = fork();
    if (child == 0)
        syscall(SYS_exit, 5);
    waitpid(child, &status, 0);
    printf("%d\n", status);
    return 0;
}
