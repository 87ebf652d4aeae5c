/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_FILES_REPLACE_H
#define GAUDIT_FILES_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A file of the user that is written anew. It is written beside its place and renamed, so that
 * there is all of it or what was there before, whatever happens between. A symbolic link is
 * followed to what it names, also if that is not there yet; the old file's mode, and owner if
 * possible, are those of the new one. What is no regular file (a pipe, a terminal, /dev/stdout) is
 * written directly, and so is a file in a folder where no other can be made, or none replaced.
 */

struct gau_replacement {
    FILE *file;           /* to write to; its errors are those of the replacement */
    char path[PATH_MAX];  /* without symbolic links at the end */
    char aside[PATH_MAX]; /* ""; it is written directly */
};

/* 0, or the errno: @p replacement is nothing then. */
int gau_replace_begin(struct gau_replacement *replacement, const char *path);

/*
 * Puts the file in place, if @p failed is 0 and all could be written; else what was there stays.
 * 0, or the errno: @p failed, or why it could not be written.
 */
int gau_replace_end(struct gau_replacement *replacement, int failed);

/* Removes what was begun and is not ended, for what ends the program: a signal handler may call it.
 */
void gau_replace_abandon(void);

/* What strerror() says, and for a limit where it is from. */
const char *gau_replace_reason(int reason);

/* Begins and ends, for a text. 0, or the errno. */
int gau_replace_with(const char *path, const char *text, size_t size);

/*
 * For a file that must be written on a full disk as well: the one at @p path keeps room for @p size
 * bytes, where the file system can do so. 0, or the errno: there is no room.
 */
int gau_replace_reserve(const char *path, size_t size);

/* The same as gau_replace_with(); on a full disk the text goes over the old one, into that room. */
int gau_replace_in_room(const char *path, const char *text, size_t size);

#endif
