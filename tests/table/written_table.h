/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_TABLE_WRITTEN_TABLE_H
#define TESTS_TABLE_WRITTEN_TABLE_H

#include "table/table.h"

/* What the table is in @p format; it is freed. The caller frees the text. */
char *written_table(struct gau_table *table, enum gau_table_format format);

#endif
