/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_DOCUMENTS_REPEATED_ROW_H
#define GAUDIT_DOCUMENTS_REPEATED_ROW_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A row of a table whose values become those of the next row. Rows of a table have the same
 * members with values of the same types, so that the parser of JSON, which would make each value
 * anew, is needed for few of them. {0} is no row.
 */
struct gau_repeated_row {
    json_t *row; /* NULL: none */
    struct gau_row_member {
        const char *key;
        size_t length;
        json_t *value;
    } * members;        /* in their order; borrowed from the row */
    uint32_t n, size;   /* of members */
    bool is_repeatable; /* members are all those of the row, and keys need no escapes */
};

/* Takes a row from the parser instead of the one before; NULL: none. */
void gau_repeated_row_replace(struct gau_repeated_row *repeated, json_t *row);

/*
 * Sets the values from the text of a JSON object. False: it is for the parser, as it has other
 * members or types, escapes, lists that are not of pairs of whole numbers, or is no JSON; the
 * values then have no meaning.
 */
bool gau_repeated_row_set(struct gau_repeated_row *repeated, const char *text, size_t size);

#endif
