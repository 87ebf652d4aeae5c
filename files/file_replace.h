/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_FILES_FILE_REPLACE_H
#define GAUDIT_FILES_FILE_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A replacement of a user's file. It is written beside the file and renamed, so that the file
 * always has either the new content or the old one. A symbolic link is followed to its target, even
 * if that does not exist yet. The new file gets the old one's mode, and owner if possible. A pipe,
 * a terminal and the like are written directly. So is a file in a folder where no other can be made
 * or renamed.
 */

struct gau_replacement {
    FILE *file;           /* to write to; its errors make the replacement fail */
    char path[PATH_MAX];  /* without symbolic links at the end */
    char aside[PATH_MAX]; /* the temporary file; "" if it is written directly */
};

/* Returns whether another file can replace that at @p path, or be new there; @p place is then its
 * path without symbolic links at the end. */
bool gau_replace_place(const char *path, char place[PATH_MAX]);

/* Returns 0 if the file could be written now, or the errno; nothing is changed, and it may fail
 * later. */
int gau_replace_check(const char *path);

/* Returns 0, or the errno: @p replacement is unused then. */
int gau_replace_begin(struct gau_replacement *replacement, const char *path);

/*
 * Puts the file in place if @p failed is 0 and everything could be written; else the old one stays.
 * Returns 0, or the errno: @p failed, or why it could not be written.
 */
int gau_replace_end(struct gau_replacement *replacement, int failed);

/* Removes the files of replacements in progress, before the program is ended; signal handlers may
 * call it. */
void gau_replace_abandon(void);

/* strerror(), with the origin of a limit. */
const char *gau_replace_reason(int reason);

/* Replaces the file by a text. Returns 0 or the errno. */
int gau_replace_with(const char *path, const char *text, size_t size);

/*
 * For a file that must be writable on a full disk: reserves @p size bytes for the file at @p path,
 * where the file system can. Returns 0, or the errno if there is no space.
 */
int gau_replace_reserve(const char *path, size_t size);

/* As gau_replace_with(); on a full disk the text overwrites the old one, in the reserved space. */
int gau_replace_in_room(const char *path, const char *text, size_t size);

#endif
