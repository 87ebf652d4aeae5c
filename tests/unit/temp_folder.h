/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_TEMP_FOLDER_H
#define TESTS_UNIT_TEMP_FOLDER_H

#include <stddef.h>

/*
 * An empty temporary folder that is the working directory of a test, so that messages have short
 * file names; removed with all that is in it.
 */

int folder_enter(void **state);
int folder_leave(void **state);

/* Creates or replaces a file; folders above it are made. */
void folder_write(const char *path, const char *text);
void folder_write_bytes(const char *path, const void *bytes, size_t size);

/* The whole text of a file; the caller frees it. */
char *folder_read(const char *path);

#endif
