/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_MERGE_MERGE_RULES_H
#define GAUDIT_REPORT_MERGE_MERGE_RULES_H

#include <gaudit/error.h>

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How the documents of several results become one, field by field, as in
 *
 *     "entries sum, mean mean entries, bins: low key, high same, count sum"
 *
 * where those behind "bins:" are of the rows of that table. A component says it with
 * gau_result_merge(), and its document has it as "merge". Documents of the framework have theirs
 * in known_rules.c. A field without a rule stays if it is the same everywhere.
 *
 * All rules are associative and commutative, since sums are exact.
 */
enum gau_merge_rule {
    GAU_MERGE_SAME,
    GAU_MERGE_SUM,
    GAU_MERGE_MIN, /* with OF: only where that is not 0 */
    GAU_MERGE_MAX,
    GAU_MERGE_FIRST, /* the least text */
    GAU_MERGE_WORST, /* of the texts of "status" */
    GAU_MERGE_WINDOW,
    GAU_MERGE_OPTIONS, /* resolved options: without what parts of a job have otherwise */
    GAU_MERGE_KEY,     /* rows with the same ones are merged */
    GAU_MERGE_SOURCE,  /* a key: the result that the row is from; of more than OF: all */
    GAU_MERGE_BRANCH,
    GAU_MERGE_PARENT,    /* of a branch */
    GAU_MERGE_MEAN,      /* of OF values */
    GAU_MERGE_SPREAD,    /* the standard deviation of OF values with a mean */
    GAU_MERGE_ERROR,     /* the standard error of such a mean */
    GAU_MERGE_DEVIATION, /* the same, of a sample with a number, a sum and a sum of squares */
    GAU_MERGE_RATIO,
    GAU_MERGE_PERCENT,
    GAU_MERGE_AT,   /* the value where OF is largest */
    GAU_MERGE_TICK, /* of histograms */
    GAU_MERGE_HISTOGRAM,
    GAU_MERGE_PERCENTILE, /* of a histogram, between a min and a max */
    GAU_MERGE_N_RULES
};

struct gau_merge_field {
    const char *table; /* "": of the document */
    const char *key;
    enum gau_merge_rule rule;
    const char *of[3]; /* keys in the same row, or in the document; "": none */
};

struct gau_merge_rules {
    struct gau_merge_field *fields;
    uint32_t n, size;
    char *text; /* of all names */
};

/* Returns the rules of documents of the framework; NULL: it has none. */
const char *gau_merge_known_rules(const char *name);

/* Reads the rules of a document. False: they are wrong, see @p error. To be cleared in any case. */
bool gau_merge_rules_read(struct gau_merge_rules *rules, const char *name, const json_t *document,
                          gau_error *error);
void gau_merge_rules_clear(struct gau_merge_rules *rules);

#endif
