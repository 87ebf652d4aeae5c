/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_VIEWS_ORIGIN_H
#define GAUDIT_REPORT_VIEWS_ORIGIN_H

#include <jansson.h>
#include <stdbool.h>

/*
 * What documents say about when and where a result was made. All return false once there is no
 * memory.
 */

/* "start": now, such as "2010-11-20T12:00:00.123456Z". */
bool gau_document_put_start(json_t *document);

/* "host", "processor", "cores". */
bool gau_document_put_machine(json_t *document);

/* "versions" of gaudit, libxml2 (NULL: it was not used), jansson and the kernel. */
bool gau_document_put_versions(json_t *document, const char *gaudit, const char *libxml2);

/* One more key, whose value is taken over; or a text, NULL being null. */
bool gau_document_put(json_t *document, const char *key, json_t *value);
bool gau_document_put_text(json_t *document, const char *key, const char *text);

#endif
