/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall() */
#include "doctor.h"

#include "../signals.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* 0, or why a sampling event on the task clock of this process cannot be opened. */
static int try_perf_event(void)
{
    struct perf_event_attr attr = {
        .type = PERF_TYPE_SOFTWARE,
        .size = sizeof attr,
        .config = PERF_COUNT_SW_TASK_CLOCK,
        .sample_period = 10000000,
        .sample_type = PERF_SAMPLE_IP,
        .disabled = 1,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    const long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

    if (fd < 0)
        return errno;
    close((int)fd);
    return 0;
}

void gau_doctor_perf_event(void)
{
    const int problem = try_perf_event();
    char paranoid[32];

    if (!gau_doctor_read("/proc/sys/kernel/perf_event_paranoid", paranoid, sizeof paranoid))
        snprintf(paranoid, sizeof paranoid, "unknown");
    gau_doctor_line(problem ? GAU_VERDICT_NONE : GAU_VERDICT_GOOD, "perf_event",
                    "sampling the task clock %s%s; perf_event_paranoid is %s",
                    problem ? "is refused: " : "works", problem ? strerror(problem) : "", paranoid);
}

/* 0, or why a child cannot be traced. */
static int try_ptrace(void)
{
    int problem = 0;
    pid_t child;

    gau_signals_hold(); /* until the child has ended */
    child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    if (child < 0 || ptrace(PTRACE_SEIZE, child, NULL, NULL) != 0)
        problem = errno;
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    gau_signals_release();
    return problem;
}

void gau_doctor_ptrace(void)
{
    static const char *const scopes[] = {
        "any process of the same user",
        "children only",
        "only with CAP_SYS_PTRACE",
        "no process",
    };
    const int problem = try_ptrace();
    char scope[16];
    const char *text = "any process of the same user (no Yama)";

    if (gau_doctor_read("/proc/sys/kernel/yama/ptrace_scope", scope, sizeof scope))
        text = scope[0] >= '0' && scope[0] <= '3' ? scopes[scope[0] - '0'] : scope;
    gau_doctor_line(problem ? GAU_VERDICT_NONE : GAU_VERDICT_GOOD, "ptrace",
                    "tracing a child %s%s; ptrace_scope allows: %s",
                    problem ? "is refused: " : "works", problem ? strerror(problem) : "", text);
}

void gau_doctor_core(void)
{
    struct rlimit limit = {0};
    char pattern[256], size[48] = "unlimited";

    getrlimit(RLIMIT_CORE, &limit);
    if (limit.rlim_cur != RLIM_INFINITY)
        snprintf(size, sizeof size, "%llu bytes", (unsigned long long)limit.rlim_cur);
    if (!gau_doctor_read("/proc/sys/kernel/core_pattern", pattern, sizeof pattern))
        snprintf(pattern, sizeof pattern, "unknown");
    gau_doctor_line(limit.rlim_cur ? GAU_VERDICT_GOOD : GAU_VERDICT_POOR, "core files",
                    "limit (ulimit -c): %s; core_pattern: %s", size, pattern);
}
