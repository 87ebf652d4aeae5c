/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_RESULT_H
#define GAUDIT_RESULT_H

/**
 * @file result.h
 * The result of a component: a document of fields and typed rows with units.
 *
 * Made at finalize. The framework prints it at the end of the job and writes it to the result
 * folder as JSON; `gaudit report` shows it later. A document without a view of its own gets the
 * generic one. Components print nothing. The framework detects and reports out of memory.
 *
 *     gau_result *result = gau_result_open(ctx, "masses");
 *     gau_result_table(result, "windows");
 *     for (...) {
 *         gau_result_row(result);
 *         gau_result_real(result, "low", "GeV", low);      // "low_GeV": 2.9
 *         gau_result_integer(result, "pairs", "", pairs);  // "pairs": 8577
 *     }
 */

#include <gaudit/context.h>

GAU_BEGIN_DECLS

typedef struct gau_result gau_result;

/**
 * Starts a document. It becomes NAME.json, or NAME-INSTANCE.json for a component whose instance
 * was given a name of its own. Borrowed from the framework. Never NULL. Before finalize, or if
 * there are several instances and the class has no merge, it is an error of the job, which then
 * ends with status 5.
 */
GAU_API gau_result *gau_result_open(gau_context *ctx, const char *name);

/**
 * Path of a file beside the documents, in a format of the component's own: NAME.ENDING, or
 * NAME-INSTANCE.ENDING, in the result folder; in the working directory if there is none. Absolute
 * or relative as the folder is; nothing is created. To be freed; NULL: out of memory.
 */
GAU_API char *gau_result_file_path(const gau_context *ctx, const char *name, const char *ending);

/** False: the job has no result folder. */
GAU_API bool gau_result_has_folder(const gau_context *ctx);

/* A field of the document or, after gau_result_row(), of the row. The key in the JSON document is
 * NAME_UNIT, or NAME if the unit is "". Texts are copied. Not a number, and infinity: null. Of
 * fields with the same key the last one stays; but in a document above 1 MiB, what
 * was put into it before cannot be put again: that is an error of the job.
 * "schema", "instance" and "merge" of the document are set by the framework only. */
GAU_API void gau_result_boolean(gau_result *result, const char *name, bool value);
GAU_API void gau_result_integer(gau_result *result, const char *name, const char *unit,
                                int64_t value);
GAU_API void gau_result_real(gau_result *result, const char *name, const char *unit, double value);
GAU_API void gau_result_text(gau_result *result, const char *name, const char *value);

/** A list of whole numbers: [1, 2]. */
GAU_API void gau_result_integers(gau_result *result, const char *name, const int64_t *values,
                                 size_t n);

/** A list of pairs of numbers: [[1, 2], ...]. @p values holds 2 * @p n numbers. */
GAU_API void gau_result_pairs(gau_result *result, const char *name, const int64_t *values,
                              size_t n);

/**
 * Says how the documents of several runs of a job become one, as `gaudit merge` makes it:
 *
 *     gau_result_merge(result, "mean mean entries, bins: low key, high same, count sum");
 *
 * Each item is a key as it is in the document, a rule, and keys that the rule needs; items behind
 * "TABLE:" are of its rows. Rules: sum, min, max, same; key: rows with the same ones are merged;
 * "mean N", "spread N MEAN" (the standard deviation), "error N MEAN" (the standard error of the
 * mean), where N is what was averaged over, in the row or in the document; "ratio A B", "percent A
 * B". Whole numbers without a rule are added, other values stay if they are the same in all runs.
 * Without a call, the document is not merged.
 */
GAU_API void gau_result_merge(gau_result *result, const char *rules);

/** Starts a list of rows; ends the one before. */
GAU_API void gau_result_table(gau_result *result, const char *name);

/** Starts a row of the table. */
GAU_API void gau_result_row(gau_result *result);

/** Ends the table: fields belong to the document again. */
GAU_API void gau_result_end(gau_result *result);

GAU_END_DECLS

#endif
