/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_LOG_H
#define GAUDIT_LOG_H

/**
 * @file log.h
 * Messages for the user of the job, on standard error. Failures are not logged but
 * returned.
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

typedef enum gau_log_level { GAU_LOG_DEBUG, GAU_LOG_INFO, GAU_LOG_WARNING } gau_log_level;

/** Writes one line, headed by the name of the component that @p ctx was given to. */
GAU_API void gau_log(const gau_context *ctx, gau_log_level level, const char *format, ...)
    GAU_PRINTF(3, 4);

/**
 * False: standard error was closed when the program started, and its number may by now be that of
 * a file of the program. Nothing may be written to it, and what is not written is lost.
 */
GAU_API bool gau_log_is_open(void);

/** How many warnings there were in this process. */
GAU_API uint64_t gau_log_warnings(void);

#define gau_debug(ctx, ...) gau_log((ctx), GAU_LOG_DEBUG, __VA_ARGS__)
#define gau_info(ctx, ...) gau_log((ctx), GAU_LOG_INFO, __VA_ARGS__)
#define gau_warning(ctx, ...) gau_log((ctx), GAU_LOG_WARNING, __VA_ARGS__)

GAU_END_DECLS

#endif
