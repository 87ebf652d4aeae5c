/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_CAPTURED_STDERR_H
#define TESTS_UNIT_CAPTURED_STDERR_H

/* What is written to standard error in between is kept, not shown. Does not nest. */
void capture_stderr_begin(void);

/* Its end (the last 4 kB at the most), valid until the next time. Twice is once. */
const char *capture_stderr_end(void);

#endif
