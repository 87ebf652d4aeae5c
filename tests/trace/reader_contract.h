/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TRACE_READER_CONTRACT_H
#define TESTS_TRACE_READER_CONTRACT_H

#include "trace/trace_reader.h"

/* Reads a file, and ends the program by abort() if the contract of trace_reader.h is broken.
 * Records are kept in another way than by the reader: as lists, in the order of the file. */
enum gau_trace_status promises_check(const char *path, struct gau_trace_damage *damage);

#endif
