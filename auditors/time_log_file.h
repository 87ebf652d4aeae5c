/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_TIME_LOG_FILE_H
#define GAUDIT_AUDITORS_TIME_LOG_FILE_H

#include "descriptor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Files of time logs. They live in programs that are not ours: no signal of a file size limit
 * reaches the program, and a descriptor that the program has closed is not used any more.
 *
 * A text is a file of whole lines: what cannot be written is cut off behind the last line that
 * was. While one is open, nobody else of us writes it.
 */

struct time_log_text {
    char *path;
    struct descriptor file;
    bool chosen;  /* by the user, who may have meant what a symbolic link names */
    bool made;    /* was opened before: it must be the same file again */
    dev_t device; /* which it is */
    ino_t node;
    uint64_t lines; /* written, without the heading */
};

enum { TIME_LOG_PROBLEM_SIZE = 160 };

/*
 * False: @p problem tells why, in words that follow the name of the file.
 *
 * The first time a text is opened, it is emptied and gets the heading; with @p append it gets
 * neither. Later it is continued.
 */
bool time_log_text_open(struct time_log_text *text, bool append, char *problem);
void time_log_text_close(struct time_log_text *text);

/* Adds bytes that end with a line end, all of them or nothing. */
bool time_log_text_write(struct time_log_text *text, const char *bytes, size_t size, char *problem);

/* Whether the path still leads to what was written. */
bool time_log_text_is_there(const struct time_log_text *text, char *problem);

/* A file without a name in the folder of @p path. */
bool time_log_spill_open(struct descriptor *file, const char *path, char *problem);

/* All of it. */
bool time_log_spill_write(const struct descriptor *file, const void *data, size_t size,
                          uint64_t offset, char *problem);
bool time_log_spill_read(const struct descriptor *file, void *data, size_t size, uint64_t offset,
                         char *problem);

#endif
