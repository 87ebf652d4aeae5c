/* SPDX-License-Identifier: Apache-2.0 */
#include "doctor.h"

#include "../child.h"
#include "../collect/collect.h"
#include "../scratch.h"
#include "../signals.h"

#include "report/profile/quality.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Asked at both sides of what a timer can do: it goes with the tick of the kernel. */
static const struct {
    const char *text;
    uint64_t ns;
} intervals[] = {{"10 ms", 10000000}, {"1 ms", 1000000}};

static void tell(const char *interval, const char *folder)
{
    const struct gau_quality_process *process;
    struct gau_quality quality;
    gau_error err = {0};

    if (gau_collect_quality(&quality, folder, &err) == GAU_OK) {
        process = gau_quality_first(&quality);
        if (!process || process->clock == GAU_TRACE_CLOCK_NONE)
            gau_doctor_line(GAU_VERDICT_NONE, "collector", "takes no samples here%s%s",
                            process && process->note[0] ? ": " : "", process ? process->note : "");
        else
            gau_doctor_line(process->note[0] || !process->sees_kernel ? GAU_VERDICT_POOR
                                                                      : GAU_VERDICT_GOOD,
                            "collector", "at %s: %s; sees %s time%s%s", interval,
                            gau_quality_clock_name(process->clock),
                            process->sees_kernel ? "user and system" : "user",
                            process->note[0] ? "; " : "", process->note);
    }
    gau_quality_clear(&quality);
}

/* Both streams go nowhere meanwhile; what goes wrong is told by the line. */
static int run_silently(const struct gau_collect_wish *wish, char **argv)
{
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int status = GAU_CHILD_FAILED;

    fflush(stdout);
    if (out >= 0 && err >= 0 && nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        status = gau_collect_run(wish, argv);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
    }
    close(nowhere);
    close(out);
    close(err);
    return status;
}

/* This program itself is sampled, as it prints its version. */
static void try(const char *interval, uint64_t ns, char *folder)
{
    static char program[] = "/proc/self/exe", argument[] = "--version";
    char *argv[] = {program, argument, NULL};
    struct gau_collect_wish wish = gau_collect_wish_new();
    gau_app_folder result = {.path = folder};
    int status;

    wish.folder = &result;
    wish.interval_ns = ns;
    wish.quiet = true;
    status = run_silently(&wish, argv);
    if (status == 0)
        tell(interval, folder);
    else if (!gau_signals_came())
        gau_doctor_line(GAU_VERDICT_NONE, "collector",
                        "at %s: a program under it ended with status %d", interval, status);
}

void gau_doctor_collector(void)
{
    char library[PATH_MAX];
    gau_error err = {0};

    if (gau_collect_find_library(library, &err) < 0) {
        gau_doctor_line(GAU_VERDICT_NONE, "collector", "%s", err.message);
        return;
    }
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        char folder[PATH_MAX];

        if (gau_scratch_make(folder, sizeof folder, "doctor", &err) < 0) {
            gau_doctor_line(GAU_VERDICT_FACT, "collector", "not tried: %s", err.message);
            return;
        }
        try(intervals[i].text, intervals[i].ns, folder);
        gau_scratch_remove();
        if (gau_signals_came())
            return;
    }
}
