/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* secure_getenv() */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INTERVAL_MIN = 100000, INTERVAL_MAX = 1000000000, INTERVAL = 10000000 };
static const uint64_t buffer_least = 1u << 20, buffer_most = (uint64_t)1 << 36, buffer = 64u << 20;

void gau_collector_config_complain(const char *format, ...)
{
    char line[1024];
    va_list arguments;
    int n = snprintf(line, sizeof line, "gaudit-collector: ");

    va_start(arguments, format);
    n += vsnprintf(line + n, sizeof line - (size_t)n - 1, format, arguments);
    va_end(arguments);
    if (n > (int)sizeof line - 2)
        n = (int)sizeof line - 2;
    line[n] = '\n';
    if (write(STDERR_FILENO, line, (size_t)n + 1) < 0)
        return; /* standard error is closed */
}

/* A whole number from @p least to @p most; @p usual if the variable is not set or invalid. */
static uint64_t number(const char *name, uint64_t least, uint64_t most, uint64_t usual)
{
    const char *const text = secure_getenv(name);
    char *end;
    unsigned long long value;

    if (!text)
        return usual;
    errno = 0;
    value = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && !errno && value >= least && value <= most)
        return value;
    gau_collector_config_complain("%s: '%.100s' is not a whole number from %llu to %llu", name,
                                  text, (unsigned long long)least, (unsigned long long)most);
    return usual;
}

static enum gau_collector_config_clock clock_of(const char *text)
{
    static const char *const names[] = {
        [GAU_CONFIG_AUTO] = "auto", [GAU_CONFIG_PERF] = "perf", [GAU_CONFIG_TIMER] = "timer"};

    if (!text)
        return GAU_CONFIG_AUTO;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0)
            return (enum gau_collector_config_clock)i;
    gau_collector_config_complain("GAUDIT_COLLECT_CLOCK: '%.100s' is not auto, perf or timer",
                                  text);
    return GAU_CONFIG_AUTO;
}

/* Made absolute now: the program may change or remove its working directory before the trace
 * begins. */
static void read_output(struct gau_collector_config *config)
{
    const char *const text = secure_getenv("GAUDIT_COLLECT_OUTPUT");
    size_t used = 0;

    if (!text || *text != '/') {
        if (!getcwd(config->output, sizeof config->output / 2))
            snprintf(config->output, sizeof config->output, ".");
        used = strlen(config->output);
    }
    if (text && *text)
        snprintf(config->output + used, sizeof config->output - used, "%s%.*s", used ? "/" : "",
                 PATH_MAX / 2 - 64, text);
}

/* The rank that mpirun or srun gives a process; those that it starts have it, too. */
static long rank_of(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"};
    const char *text = NULL;
    char *end = NULL;
    long rank;

    for (unsigned i = 0; i < sizeof names / sizeof *names && !text; i++)
        if (i < 2 || secure_getenv("SLURM_STEP_ID"))
            text = secure_getenv(names[i]);
    if (!text || *text < '0' || *text > '9')
        return -1;
    rank = strtol(text, &end, 10);
    return *end ? -1 : rank;
}

void gau_collector_config_read(struct gau_collector_config *config)
{
    read_output(config);
    config->first = (long)number("GAUDIT_COLLECT_FIRST", 0, INT_MAX, 0);
    config->interval_ns = number("GAUDIT_COLLECT_INTERVAL", INTERVAL_MIN, INTERVAL_MAX, INTERVAL);
    config->clock = clock_of(secure_getenv("GAUDIT_COLLECT_CLOCK"));
    config->paused = number("GAUDIT_COLLECT_PAUSED", 0, 1, 0) == 1;
    config->resume_after_ns = number("GAUDIT_COLLECT_RESUME_AFTER", 0, UINT64_MAX / 2, 0);
    config->buffer = number("GAUDIT_COLLECT_BUFFER", buffer_least, buffer_most, buffer);
    config->follow = number("GAUDIT_COLLECT_FOLLOW", 0, 1, 1) == 1;
    config->timeline = number("GAUDIT_COLLECT_TIMELINE", 0, 1, 0) == 1;
    config->rank = rank_of();
}
