/* SPDX-License-Identifier: Apache-2.0 */
#include "errors.h"

#include "table/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *gau_status_text(gau_status status)
{
    switch (status) {
#define GAU_STATUS_CASE(name, value, text) \
    case name: return text;
        GAU_STATUS_LIST(GAU_STATUS_CASE)
#undef GAU_STATUS_CASE
    }
    return "unknown status";
}

/* A message that does not fit ends in "...". */
static void mark_cut(gau_error *err, int length, size_t room)
{
    if (length >= 0 && (size_t)length >= room)
        memcpy(err->message + sizeof err->message - 4, "...", 4);
}

/* One line, whatever is quoted. */
GAU_PRINTF(2, 0) static void put(gau_error *err, const char *format, va_list args)
{
    mark_cut(err, vsnprintf(err->message, sizeof err->message, format, args), sizeof err->message);
    gau_utf8_disarm(err->message);
}

GAU_PRINTF(5, 0)
static void set(gau_error *err, gau_status status, const char *file, int line, const char *format,
                va_list args)
{
    err->status = status;
    err->file = file;
    err->line = line;
    put(err, format, args);
}

void gau_error_set(gau_error *err, gau_status status, const char *file, int line,
                   const char *format, ...)
{
    va_list args;

    if (!err)
        return;
    va_start(args, format);
    set(err, status, file, line, format, args);
    va_end(args);
}

gau_status gau_error_set_first(gau_error *err, gau_status status, const char *file, int line,
                               const char *format, ...)
{
    va_list args;

    if (err->status < 0)
        return err->status;
    va_start(args, format);
    set(err, status, file, line, format, args);
    va_end(args);
    return status;
}

gau_status gau_error_set_memory(gau_error *err, const char *file, int line, const char *format, ...)
{
    char what[sizeof err->message];
    va_list args;

    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return gau_error_set_first(err, GAU_ERR_MEMORY, file, line, "out of memory (%s)", what);
}

gau_status gau_error_wrap(gau_error *err, gau_status status, const char *format, ...)
{
    char inner[sizeof err->message];
    size_t used, room;
    va_list args;

    if (!err)
        return status;

    memcpy(inner, err->message, sizeof inner);
    va_start(args, format);
    put(err, format, args);
    va_end(args);
    used = strlen(err->message);
    room = sizeof err->message - used;
    mark_cut(err, snprintf(err->message + used, room, ": %s", inner), room);
    return status;
}

void gau_error_append(gau_error *err, const char *format, ...)
{
    const size_t used = err ? strlen(err->message) : 0;
    va_list args;
    int length;

    if (!err)
        return;

    va_start(args, format);
    length = vsnprintf(err->message + used, sizeof err->message - used, format, args);
    va_end(args);
    if (length < 0 || (size_t)length >= sizeof err->message - used)
        err->message[used] = '\0';
    gau_utf8_disarm(err->message + used);
}
