/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_OPTIONS_READ_JOB_H
#define TESTS_OPTIONS_READ_JOB_H

#include <gaudit/options.h>

/* Reading job options in a test. */

/* Fails the test with the message if the file is refused; the caller frees the options. */
gau_options *job_read(const char *path);

/* The same, of a text that becomes job.xml in the working directory. */
gau_options *job_read_text(const char *xml);

/* The file is refused, with and without an error to report it in. */
void job_refused(const char *path, gau_status status, const char *message);

#endif
