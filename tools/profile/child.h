/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_PROFILE_CHILD_H
#define GAUDIT_TOOLS_PROFILE_CHILD_H

#include "words.h"

#include <gaudit/error.h>

/*
 * Runs a program and waits for its end. @p status is its exit status, or 128 + N if signal N
 * ended it. SIGINT, SIGTERM and SIGHUP that are sent to this process while it waits are sent on; a
 * key of the terminal reaches the program without that, and does not end this process either.
 */
gau_status gau_child_run(int *status, const struct gau_words *words, gau_error *err);

/*
 * What a program prints, at most 1 MiB of it, whatever its exit status; the caller frees the text.
 * NULL: it could not be run, or there is no memory.
 */
char *gau_child_output(const struct gau_words *words);

#endif
