/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SECTIONS_SESSION_FIXTURE_H
#define TESTS_SECTIONS_SESSION_FIXTURE_H

#include <gaudit/session.h>

#include <jansson.h>

/* Sessions whose results a test checks. What does not succeed fails the test. */

/* A session with these auditors, whose results go to a folder of their own. */
void open_session(const char *auditors);

/* A document of the last session, to be released; a number in it. */
json_t *result_document(const char *document);
int64_t result_value(const char *document, const char *key);

/* Closes it: Watch has seen no fault and that many calls, of sections and roots, in that many
 * instances; 0: any number. */
void close_and_expect(int64_t calls, int64_t instances);

/* What the TimerAuditor of the session knows of a section. */
double data(const char *section, gau_section_metric kind);

/* @p n times a section "work" with a section "inner" in it. */
void work(int n);

#endif
