/* SPDX-License-Identifier: Apache-2.0 */
#include "written_table.h"

#include "tests/unit/test.h"

#include <stdio.h>

char *written_table(struct gau_table *table, enum gau_table_format format)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_non_null(out);
    assert_int_equal(gau_table_write(table, format, out), 0);
    assert_int_equal(fclose(out), 0);
    gau_table_free(table);
    return text;
}
