/* SPDX-License-Identifier: Apache-2.0 */
#include "clock_offsets.h"

#include "document.h"

static const char key[] = "clock_offsets";

bool gau_document_put_clock_offsets(json_t *run, const struct gau_clock_offset_row *rows, size_t n)
{
    json_t *const table = json_array();
    bool put = table;

    for (size_t i = 0; put && i < n; i++)
        put = json_array_append_new(table,
                                    json_pack("{s:I, s:I, s:I}", "at_ns", (json_int_t)rows[i].at_ns,
                                              "offset_ns", (json_int_t)rows[i].offset_ns,
                                              "error_ns", (json_int_t)rows[i].error_ns)) == 0;
    if (put && n > 0)
        return gau_document_put(run, key, table);
    json_decref(table);
    if (put)
        json_object_del(run, key);
    return put;
}

size_t gau_document_clock_offsets(struct gau_clock_offset_row rows[2], const json_t *run)
{
    const json_t *const table = json_object_get(run, key);
    size_t n = 0;

    for (; n < 2 && n < json_array_size(table); n++) {
        const json_t *const row = json_array_get(table, n);
        const json_t *const at = json_object_get(row, "at_ns"),
                            *const offset = json_object_get(row, "offset_ns"),
                            *const error = json_object_get(row, "error_ns");

        if (!json_is_integer(at) || !json_is_integer(offset) || !json_is_integer(error))
            break;
        rows[n] = (struct gau_clock_offset_row){(uint64_t)json_integer_value(at),
                                                json_integer_value(offset),
                                                (uint64_t)json_integer_value(error)};
    }
    return n;
}
