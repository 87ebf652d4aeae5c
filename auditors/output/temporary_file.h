/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_AUDITORS_OUTPUT_TEMPORARY_FILE_H
#define GAUDIT_AUDITORS_OUTPUT_TEMPORARY_FILE_H

#include "auditors/common/private_fd.h"

#include <stddef.h>
#include <stdint.h>

/* A file that nothing remains of if the process is killed. All return 0 or an errno. */

/* @p beside: what its name begins with, while it has one. */
int gau_temporary_file_make(struct descriptor *file, const char *beside);

int gau_temporary_file_write(const struct descriptor *file, const void *data, size_t size,
                             uint64_t at);

/* All of @p size bytes must be there. */
int gau_temporary_file_read(const struct descriptor *file, void *data, size_t size, uint64_t at);

#endif
