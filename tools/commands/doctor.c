/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* syscall(), realpath() */
#include "tools/collect/collect.h"
#include "tools/collect/executable.h"
#include "tools/common/child_process.h"
#include "tools/common/command_functions.h"
#include "tools/common/signals.h"
#include "tools/common/temp_folder.h"
#include "tools/common/usage.h"

#include "report/samples/sample_quality.h"
#include "table/utf8.h"

#include <gaudit/clock.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

enum verdict {
    FACT, /* neither good nor bad */
    GOOD,
    POOR, /* works, but costs or lacks something */
    NONE, /* does not work here */
};

__attribute__((__format__(__printf__, 3, 4))) static void print_topic(enum verdict verdict,
                                                                      const char *topic,
                                                                      const char *format, ...)
{
    static const char marks[] = {[FACT] = '.', [GOOD] = '+', [POOR] = '-', [NONE] = 'x'};
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_utf8_disarm(text);
    printf("%c %-15s %s\n", marks[verdict], topic, text);
}

/* Finds the value of the first line "key: value" of a small file, such as /proc/cpuinfo, or for
 * NULL the whole first line. Returns @p otherwise if there is none, or the file cannot be read. */
static const char *find_value(char text[256], const char *path, const char *key,
                              const char *otherwise)
{
    FILE *file = fopen(path, "re");
    const char *found = NULL;

    while (file && !found && fgets(text, 256, file)) {
        const char *const colon = strchr(text, ':');

        text[strcspn(text, "\n")] = '\0';
        if (!key)
            found = text;
        else if (colon && strncmp(text, key, strlen(key)) == 0)
            found = colon + 1 + strspn(colon + 1, " \t");
    }
    if (file)
        fclose(file);
    return found ? found : otherwise;
}

/* --- the machine --------------------------------------------------------------------------- */

static void check_machine(void)
{
    struct utsname kernel;
    char model[256], allowed[256];

    if (uname(&kernel) == 0)
        print_topic(FACT, "kernel", "%s %s, %s", kernel.sysname, kernel.release, kernel.machine);
    print_topic(FACT, "processor", "%s; %ld cores online, this process may use: %s",
                find_value(model, "/proc/cpuinfo", "model name", "of unknown model"),
                sysconf(_SC_NPROCESSORS_ONLN),
                find_value(allowed, "/proc/self/status", "Cpus_allowed_list", "unknown"));
}

/* --- clocks -------------------------------------------------------------------------------- */

enum { CALLS = 2000, ROUNDS = 9 };

/* Returns nanoseconds per call: the minimum of some rounds, since disturbances only add time. */
static double cost_of(void (*read)(void))
{
    uint64_t best = UINT64_MAX;

    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t start = gau_clock_ns();
        uint64_t spent;

        for (int i = 0; i < CALLS; i++)
            read();
        spent = gau_clock_ns() - start;
        best = spent < best ? spent : best;
    }
    return (double)best / CALLS;
}

static void read_monotonic(void)
{
    (void)gau_clock_ns();
}

static void read_thread_time(void)
{
    (void)gau_clock_thread_ns();
}

#if defined(__x86_64__)
static void read_tsc(void)
{
    const volatile uint64_t now = __rdtsc();

    (void)now;
}

/* Returns ticks per nanosecond, from 20 ms side by side with CLOCK_MONOTONIC. */
static double tsc_rate(void)
{
    const struct timespec pause = {.tv_nsec = 20000000};
    const uint64_t from_ns = gau_clock_ns(), from = __rdtsc();
    uint64_t to_ns, to;

    nanosleep(&pause, NULL);
    to_ns = gau_clock_ns();
    to = __rdtsc();
    return (double)(to - from) / (double)(to_ns - from_ns);
}

/* CPUID says so in leaf 0x80000007, EDX bit 8. */
static bool is_invariant(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
}

static void check_tsc(void)
{
    const bool invariant = is_invariant();
    char source[256];

    print_topic(invariant ? GOOD : POOR, "TSC",
                "%sinvariant (cpuid), %.3f GHz, %.0f ns a reading; clock source of the kernel: %s; "
                "timestamps are from %s",
                invariant ? "" : "not ", tsc_rate(), cost_of(read_tsc),
                find_value(source,
                           "/sys/devices/system/clocksource/clocksource0/current_clocksource", NULL,
                           "unknown"),
                invariant ? "the TSC" : "CLOCK_MONOTONIC");
}
#else
static void check_tsc(void)
{
    print_topic(POOR, "TSC", "this processor has none; timestamps are from CLOCK_MONOTONIC");
}
#endif

static void check_clock(const char *name, clockid_t clock, void (*read)(void), double slow_ns)
{
    struct timespec step = {0};
    const double ns = cost_of(read);

    clock_getres(clock, &step);
    print_topic(ns < slow_ns ? GOOD : POOR, name, "resolution %ld ns, %.0f ns a reading",
                (long)step.tv_sec * 1000000000L + step.tv_nsec, ns);
}

static void check_clocks(void)
{
    check_tsc();
    check_clock("monotonic clock", CLOCK_MONOTONIC, read_monotonic, 100);
    check_clock("thread CPU time", CLOCK_THREAD_CPUTIME_ID, read_thread_time, 1000);
}

/* --- permissions --------------------------------------------------------------------------- */

/* Returns 0, or the errno of opening a sampling event on the task clock of this process. */
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

static void check_perf_event(void)
{
    const int problem = try_perf_event();
    char paranoid[256];

    print_topic(problem ? NONE : GOOD, "perf_event",
                "sampling the task clock %s%s; perf_event_paranoid is %s",
                problem ? "is refused: " : "works", problem ? strerror(problem) : "",
                find_value(paranoid, "/proc/sys/kernel/perf_event_paranoid", NULL, "unknown"));
}

/* VTune needs the first of these scopes, which is also the state without Yama. */
static void check_ptrace(void)
{
    static const char *const scopes[] = {
        "any process of the same user",
        "children only",
        "only with CAP_SYS_PTRACE",
        "no process",
    };
    char text[256];
    const char *const scope = find_value(text, "/proc/sys/kernel/yama/ptrace_scope", NULL, "0");
    const size_t number = strtoul(scope, NULL, 10);

    print_topic(number == 0 ? GOOD : POOR, "ptrace", "ptrace_scope allows: %s%s",
                number < sizeof scopes / sizeof *scopes ? scopes[number] : scope,
                number == 0 ? "" : "; VTune needs 0");
}

/* --- the collector -------------------------------------------------------------------------- */

/* The intervals lie above and below the resolution of a timer, which is the kernel's tick. */
static const struct {
    const char *text;
    uint64_t ns;
} intervals[] = {{"10 ms", 10000000}, {"1 ms", 1000000}};

static void print_samples(const char *interval, const char *folder)
{
    const struct gau_quality_process *process;
    struct gau_quality quality;
    gau_error err = {0};

    if (gau_collect_quality(&quality, folder, &err) == GAU_OK) {
        process = gau_quality_first(&quality);
        if (!process || process->process.clock == GAU_TRACE_CLOCK_NONE)
            print_topic(NONE, "collector", "cannot sample here%s%s",
                        process && process->note[0] ? ": " : "", process ? process->note : "");
        else
            print_topic(process->note[0] || !process->process.includes_kernel_time ? POOR : GOOD,
                        "collector", "at %s: %s; sees %s time%s%s", interval,
                        gau_quality_clock_name(process->process.clock),
                        process->process.includes_kernel_time ? "user and system" : "user",
                        process->note[0] ? "; " : "", process->note);
    }
    gau_quality_clear(&quality);
}

/* Both streams are dropped; errors are in the line that is printed. */
static int run_silently(const struct gau_collect_options *settings, char **argv)
{
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int status = GAU_CHILD_FAILED;

    fflush(stdout);
    if (out >= 0 && err >= 0 && nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        status = gau_collect_run(settings, argv);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
    }
    close(nowhere);
    close(out);
    close(err);
    return status;
}

/* Samples this program while it prints its version. */
static void try_interval(const char *interval, uint64_t ns, char *folder)
{
    static char program[] = "/proc/self/exe", argument[] = "--version";
    char *argv[] = {program, argument, NULL};
    struct gau_collect_options settings = gau_collect_options_new();
    gau_app_folder result = {.path = folder};
    int status;

    settings.folder = &result;
    settings.interval_ns = ns;
    settings.quiet = true;
    status = run_silently(&settings, argv);
    if (status == 0)
        print_samples(interval, folder);
    else if (!gau_signals_came())
        print_topic(NONE, "collector", "at %s: a program under it ended with status %d", interval,
                    status);
}

static void check_collector(void)
{
    char library[PATH_MAX];
    gau_error err = {0};

    if (gau_collect_find_library(library, &err) < 0) {
        print_topic(NONE, "collector", "%s", err.message);
        return;
    }
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        char folder[PATH_MAX];

        if (gau_temp_folder_make(folder, sizeof folder, "doctor", &err) < 0) {
            print_topic(FACT, "collector", "not tried: %s", err.message);
            return;
        }
        try_interval(intervals[i].text, intervals[i].ns, folder);
        gau_temp_folder_remove();
        if (gau_signals_came())
            return;
    }
}

/* --- VTune --------------------------------------------------------------------------------- */

/* VTune's commands are in a folder bin64 beside the library that it loads into programs. A wrapper
 * script may be elsewhere; another program of that name has no such library. */
static bool is_vtune(const char *command)
{
    char *real = realpath(command, NULL);
    char library[PATH_MAX + 64];
    char *slash = real ? strrchr(real, '/') : NULL;

    if (slash)
        *slash = '\0';
    snprintf(library, sizeof library, "%s/../lib64/runtime/libittnotify_collector.so",
             real ? real : "");
    free(real);
    return slash && access(library, R_OK) == 0;
}

static void check_vtune(void)
{
    struct gau_vtune vtune;
    bool real;

    if (!gau_vtune_find(&vtune)) {
        print_topic(NONE, "VTune", "neither vtune nor amplxe-cl is on the PATH");
        return;
    }
    real = is_vtune(vtune.path);
    print_topic(real ? GOOD : POOR, "VTune", "%s%s", vtune.path,
                real ? "" : ", without VTune's collector library beside it: is it VTune?");
}

/* --- the command --------------------------------------------------------------------------- */

static int run(int argc, char **argv)
{
    static void (*const topics[])(void) = {
        check_machine, check_clocks, check_perf_event, check_collector, check_ptrace, check_vtune,
    };
    const int status = gau_options_read(&gau_tool_doctor, argc, argv, NULL, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    for (size_t i = 0; i < sizeof topics / sizeof *topics && !gau_signals_came(); i++)
        topics[i]();
    return gau_signals_came() ? 128 + gau_signals_came() : GAU_EXIT_OK;
}

const struct gau_command gau_tool_doctor = {
    .name = "doctor",
    .summary = "shows what this machine supports",
    .usage = "",
    .about = "Reports what this machine supports, one line per topic: clocks and their cost,\n"
             "perf_event, the clock of gaudit's collector, ptrace, VTune.\n"
             "\n"
             "  +  good   -  works, with a drawback   x  not available   .  a fact\n"
             "\n"
             "Changes nothing, except a temporary folder in $TMPDIR or /tmp. The exit status is\n"
             "always 0.\n",
    .run = run,
};
