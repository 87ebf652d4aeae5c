/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/common/child_process.h"
#include "tools/common/command_functions.h"
#include "tools/common/signals.h"
#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"
#include "tools/help_topics.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* With less stack a command would end with SIGSEGV. */
static bool has_stack(void)
{
    enum { LEAST_KIB = 256 };
    struct rlimit limit;

    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur / 1024 >= LEAST_KIB)
        return true;
    fprintf(stderr, "gaudit: the stack is limited to %llu KiB, gaudit needs %d (see ulimit -s)\n",
            (unsigned long long)limit.rlim_cur / 1024, (int)LEAST_KIB);
    return false;
}

static int run(int argc, char **argv)
{
    const struct gau_command *command;

    if (argc < 2) {
        fprintf(stderr, "gaudit: a command is missing:\n%s", gau_help_tasks);
        return GAU_EXIT_USAGE;
    }
    if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
        gau_help_print();
        return GAU_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("gaudit " GAUDIT_VERSION);
        return GAU_EXIT_OK;
    }
    command = gau_command_find(argv[1]);
    if (!command)
        return GAU_EXIT_USAGE;
    if (!has_stack())
        return command->program ? GAU_CHILD_FAILED : GAU_EXIT_RESULTS;
    return command->run(argc - 1, argv + 1);
}

/* Pages that were read have files in a temporary folder. */
static int remove_files(int status)
{
    if (gau_temp_folder_remove() || status != GAU_EXIT_OK)
        return status;
    fprintf(stderr, "gaudit: temporary files cannot be removed: %s\n", strerror(errno));
    return GAU_EXIT_RESULTS;
}

/* A full disk is detected here at the latest, and reported only if there was no other error. */
static int close_output(int status)
{
    const bool failed = ferror(stdout);

    errno = 0;
    if ((fclose(stdout) == 0 && !failed) || status != GAU_EXIT_OK)
        return status;
    fprintf(stderr, "gaudit: cannot write to standard output%s%s\n", errno ? ": " : "",
            errno ? strerror(errno) : "");
    return GAU_EXIT_RESULTS;
}

/* If the caller has closed a standard stream, a file that we open must not get its number and
 * receive our output. The placeholder refuses all accesses, and is closed in programs that we run.
 */
static void keep_closed_streams(void)
{
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            open("/dev/null", (stream == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

int main(int argc, char **argv)
{
    keep_closed_streams();
    gau_signals_begin();
    return close_output(remove_files(run(argc, argv)));
}
