/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_DATA_BLOCK_H
#define GAUDIT_REPORT_HTML_DATA_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Writes bytes in base64. */
void gau_base64_write(const char *bytes, size_t size, FILE *out);

/**
 * Writes bytes into a page as data blocks of a class: compressed by gzip, in base64, in elements of
 * at most 1 MiB, which follow each other. False: out of memory.
 */
bool gau_data_block_write(const char *class, const char *bytes, size_t size, FILE *out);

#endif
