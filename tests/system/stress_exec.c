/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* execvpe() */
#include "stress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* exec(), in all its forms. */

static char self[] = "/proc/self/exe";

/* In the place of this one; each adds its status to the sum. */
int scene_replacing(void)
{
    char left[16], sum[16], name[] = "stress", scene[] = "replacing";
    char *const arguments[] = {name, scene, NULL};
    const char *const before = getenv("STRESS_LEFT"), *const so_far = getenv("STRESS_SUM");
    const long n = before ? strtol(before, NULL, 10) : 50;
    const long total = so_far ? strtol(so_far, NULL, 10) : 0;

    spin(3);
    if (n == 0)
        return say("replacing", total);
    snprintf(left, sizeof left, "%ld", n - 1);
    snprintf(sum, sizeof sum, "%ld", total + n);
    if (setenv("STRESS_LEFT", left, 1) == 0 && setenv("STRESS_SUM", sum, 1) == 0)
        execv(self, arguments);
    return 1;
}

int scene_children(void)
{
    char name[] = "sh", option[] = "-c", script[] = "exit 7";
    char *const arguments[] = {name, option, script, NULL};
    long sum = 0;

    for (int i = 0; i < 50; i++) {
        const pid_t child = fork();

        if (child == 0) {
            spin(3);
            execv("/bin/sh", arguments);
            _exit(1);
        }
        spin(1);
        sum += status_of(child);
    }
    return say("children", sum);
}

static char shell[] = "sh", option[] = "-c", one[] = "one", two[] = "two words";
static char script[] = "echo \"$WHO: $1, $2, $#\"", who[] = "WHO=given";
static char *const arguments[] = {shell, option, script, shell, one, two, NULL};
static char *const environment[] = {who, NULL};

static void call(int way)
{
    const char *const path = "/bin/sh";

    switch (way) {
    case 0: execl(path, shell, option, script, shell, one, two, (char *)NULL); break;
    case 1: execlp(shell, shell, option, script, shell, one, two, (char *)NULL); break;
    case 2: execle(path, shell, option, script, shell, one, two, (char *)NULL, environment); break;
    case 3: execvp(shell, arguments); break;
    case 4: execvpe(shell, arguments, environment); break;
    case 5: fexecve(open(path, O_RDONLY | O_CLOEXEC), arguments, environment); break;
    case 6: execl(path, shell, option, "echo $#", (char *)NULL); break;
    default: execve(path, arguments, environment);
    }
}

int scene_execs(void)
{
    int failures = 0;

    setenv("WHO", "kept", 1);
    for (int way = 0; way < 8; way++) {
        const pid_t child = fork();

        if (child == 0) {
            spin(3);
            call(way);
            _exit(1);
        }
        failures += status_of(child);
    }
    return say("failures", failures);
}

/* Nothing of the kind is there: the program goes on. */
int scene_missing(void)
{
    long right = 0;

    for (int i = 0; i < 200; i++) {
        execl("/nowhere", shell, (char *)NULL);
        right += errno == ENOENT;
        execlp("nowhere-at-all", shell, (char *)NULL);
        right += errno == ENOENT;
        execve("/", arguments, environment);
        right += errno == EACCES;
        right += fexecve(-1, arguments, environment) == -1;
        spin(2);
    }
    return say("missing", right);
}
