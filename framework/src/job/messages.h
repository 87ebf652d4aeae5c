/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_JOB_MESSAGES_H
#define GAUDIT_SRC_JOB_MESSAGES_H

#include <gaudit/error.h>

/* "gaudit: warning: ..." on standard error. */
void gau_warn(const char *format, ...) GAU_PRINTF(1, 2);

/* Warns of an auditor that is left out. */
void gau_warn_of_left_out(const gau_error *why);

#endif
