/* SPDX-License-Identifier: Apache-2.0 */
#include "messages.h"

#include "app_state.h"
#include "table/utf8.h"

#include <gaudit/log.h>

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static bool closed;
static uint64_t warnings; /* atomic */

/* Before the program can open a file. */
__attribute__((__constructor__)) static void check_standard_error(void)
{
    closed = fcntl(STDERR_FILENO, F_GETFD) == -1;
}

bool gau_log_is_open(void)
{
    return !closed;
}

uint64_t gau_log_warnings(void)
{
    return __atomic_load_n(&warnings, __ATOMIC_RELAXED);
}

GAU_PRINTF(3, 0)
static void write_message(const char *head, const char *name, const char *format, va_list args)
{
    char text[2048];

    if (closed)
        return;
    vsnprintf(text, sizeof text, format, args);
    gau_utf8_disarm(text);
    fprintf(stderr, "gaudit: %s%s%s%s\n", head, name, name[0] ? ": " : "", text);
}

void gau_log(const gau_context *ctx, gau_log_level level, const char *format, ...)
{
    static const char *const heads[] = {"debug: ", "", "warning: "};
    const int verbosity = ctx->internal->app->settings.verbosity;
    va_list args;

    if (level < GAU_LOG_WARNING && verbosity < (level == GAU_LOG_DEBUG ? 1 : 0))
        return;
    if (level == GAU_LOG_WARNING)
        __atomic_add_fetch(&warnings, 1, __ATOMIC_RELAXED);
    va_start(args, format);
    write_message(heads[level], ctx->name, format, args);
    va_end(args);
}

void gau_warn(const char *format, ...)
{
    va_list args;

    __atomic_add_fetch(&warnings, 1, __ATOMIC_RELAXED);
    va_start(args, format);
    write_message("warning: ", "", format, args);
    va_end(args);
}

void gau_warn_of_left_out(const gau_error *why)
{
    gau_warn("an auditor is left out: %s", why->message);
}
