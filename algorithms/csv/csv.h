/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_CSV_CSV_H
#define GAUDIT_ALGORITHMS_CSV_CSV_H

#include <gaudit/gaudit.h>

#include <locale.h>

/*
 * Comma-separated values (RFC 4180), in three layers: rows of a file, fields of a row, and a table
 * with named columns. Nothing here trusts the file.
 */

/* --- numbers ------------------------------------------------------------------------------- */

/*
 * The double nearest to a decimal number: the result of strtod() in the locale @p c ("C"), only
 * faster where the number has at most 19 digits. False: not a decimal number, or too large; "nan",
 * "inf" and hexadecimal numbers are none.
 */
bool gau_csv_number(double *out, const char *text, size_t length, locale_t c);

/* A whole number of 64 bits. */
bool gau_csv_whole(int64_t *out, const char *text, size_t length);

/* --- fields of a row ----------------------------------------------------------------------- */

/* A field without its quotes, or without the blanks around it. */
struct gau_csv_field {
    const char *text;
    size_t length;
    bool escaped; /* has "" for a quote */
};

/* Takes the field at *at, which moves behind its comma. The row is well-formed. */
struct gau_csv_field gau_csv_take_field(const char **at, const char *end);

/* The text of an escaped field; @p out has room for its length. Returns the new length. */
size_t gau_csv_unescape(char *out, const struct gau_csv_field *field);

/* --- rows of a file ------------------------------------------------------------------------ */

enum { GAU_CSV_MAX_ROW = 1 << 20, GAU_CSV_MAX_COLUMNS = 4096 };

enum gau_csv_fault {
    GAU_CSV_FINE,
    GAU_CSV_STRAY_QUOTE,
    GAU_CSV_OPEN_QUOTE,
    GAU_CSV_NUL,
    GAU_CSV_TOO_LONG
};

struct gau_csv_row {
    const char *text; /* without the line's end; until the next row is read */
    size_t length;
    uint64_t line;   /* where it begins; the header is line 1 */
    uint64_t number; /* of all rows so far, also in earlier passes */
    uint32_t columns;
    enum gau_csv_fault fault;
};

/* A regular file, which is read block by block. */
struct gau_csv_reader {
    char *path;
    int fd;
    size_t block;        /* bytes; what is set before the file is opened, or 256 KiB */
    char *text;          /* room for the longest row and a block */
    size_t next, end;    /* in text: of the next row, of all that was read */
    uint64_t size, read; /* bytes: of the file when it was opened, read in this pass */
    uint64_t line, number;
};

/* A path that is no regular file is an error, also where opening it would wait. */
gau_status gau_csv_open(struct gau_csv_reader *reader, const char *path, gau_error *err);
void gau_csv_close(struct gau_csv_reader *reader);

/* Back to the first line. */
void gau_csv_rewind(struct gau_csv_reader *reader);

/* The next row that is not empty, which may be malformed (fault); GAU_END. A file that has become
 * shorter is an error. */
gau_status gau_csv_next_row(struct gau_csv_row *row, struct gau_csv_reader *reader, gau_error *err);

/* --- tables -------------------------------------------------------------------------------- */

enum gau_csv_policy { GAU_CSV_FAIL, GAU_CSV_SKIP };

/* Rows left out, with the first of them. */
struct gau_csv_bad_rows {
    uint64_t skipped;
    uint64_t first_number;
    char first[400];
};

struct gau_csv_column {
    char *name;
    gau_key key;
    bool is_text, is_read;
};

struct gau_csv_table {
    char *name;
    struct gau_csv_reader reader;
    struct gau_csv_column *columns;
    size_t n_columns, n_read;
    gau_key *read_keys; /* of the columns that are read */
    size_t key_column;  /* SIZE_MAX: rows are joined by their place in the file */
    gau_key scratch_key;
    enum gau_csv_policy policy;

    struct gau_csv_row pending; /* the row behind those used so far */
    int64_t pending_key, ordinal;
    bool has_pending, has_key; /* has_key: of a row in this pass */
    uint64_t rows, unclaimed;  /* good rows: in events, without an event */
    struct gau_csv_bad_rows bad_rows;
};

/*
 * Opens the file and reads its header and first row. What is wrong with the file is GAU_ERR_IO,
 * here and below; without a column @p key it is GAU_ERR_UNKNOWN.
 */
gau_status gau_csv_table_open(struct gau_csv_table *table, const char *path, const char *key,
                              gau_error *err);
void gau_csv_table_close(struct gau_csv_table *table);

/* Back to the first row. */
gau_status gau_csv_table_rewind(struct gau_csv_table *table, gau_error *err);

/*
 * Makes the next good row the pending one; none at the end. A key that falls is an error under
 * any policy.
 */
gau_status gau_csv_table_advance(struct gau_csv_table *table, gau_error *err);

/* True if the first field of that column is neither empty nor what gau_csv_number() reads. */
bool gau_csv_table_guess(const struct gau_csv_table *table, size_t column, locale_t c);

/* NULL if there is none. */
struct gau_csv_column *gau_csv_table_find(const struct gau_csv_table *table, const char *name);

/* The field of a column, from 0, of a row with all columns. */
struct gau_csv_field gau_csv_field_of(const struct gau_csv_row *row, size_t column);

/* Where the values of a row go: a column of doubles, or of string ids, every @p stride doubles. */
struct gau_csv_cells {
    double *values;
    size_t stride, row;
};

/*
 * The columns of a row that are read, in their order. GAU_CSV_BEHIND_TEXT bytes follow its text. A
 * bad value is GAU_ERR_SYNTAX with its place in the message.
 */
gau_status gau_csv_table_decode(const struct gau_csv_cells *out, const struct gau_csv_table *table,
                                const struct gau_csv_row *row, locale_t c, gau_context *ctx);

/* Counts a bad row for the reason in @p err. */
void gau_csv_bad_rows_add(struct gau_csv_bad_rows *bad_rows, uint64_t number, const gau_error *err);
void gau_csv_bad_rows_merge(struct gau_csv_bad_rows *bad_rows,
                            const struct gau_csv_bad_rows *other);

#endif
