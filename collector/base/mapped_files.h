/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COLLECTOR_BASE_MAPPED_FILES_H
#define GAUDIT_COLLECTOR_BASE_MAPPED_FILES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Returns the absolute path, in @p buffer, of the file that is mapped at @p address in this
 * process, and the @p offset of the address in the file. NULL if there is none. Asks the kernel and
 * not the loader, so it takes no lock; allocates nothing. Lines of the kernel that do not fit into
 * the buffer are skipped.
 */
const char *gau_mapped_file_at(uint64_t *offset, uint64_t address, char *buffer, size_t size);

#endif
