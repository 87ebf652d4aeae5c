/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_JSON_BYTES_H
#define GAUDIT_DOCUMENTS_JSON_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text of JSON in memory that grows; {0} is empty. It ends without NUL. The owner frees start. */
struct gau_json_bytes {
    char *start;
    size_t used, size;
    bool no_memory; /* something is missing */
};

void gau_json_bytes_append(struct gau_json_bytes *to, const char *from, size_t n);
void gau_json_bytes_put(struct gau_json_bytes *to, const char *text);

/* Appends what is between the quotes of a string; what is not UTF-8 becomes U+FFFD. */
void gau_json_bytes_put_escaped(struct gau_json_bytes *to, const char *text);
void gau_json_bytes_put_integer(struct gau_json_bytes *to, int64_t value);

/* Appends a difference d as bytes: 2 d, or for a negative one -2 d - 1; seven bits in each, the
 * lowest first, the highest bit set in all but the last. */
void gau_json_bytes_put_difference(struct gau_json_bytes *to, int64_t value, int64_t before);

#endif
