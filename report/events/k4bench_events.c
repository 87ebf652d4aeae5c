/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_events.h"

#include "k4bench_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The arrays, of which each event has an element. */
#define ARRAYS(X)                                                       \
    X("event_times_s", true, time_s)                                    \
    X("event_rss_begin_mb", true, begin_mib[GAU_EVENT_TOTAL])           \
    X("event_rss_end_mb", true, end_mib[GAU_EVENT_TOTAL])               \
    X("event_rss_anon_begin_mb", false, begin_mib[GAU_EVENT_ANONYMOUS]) \
    X("event_rss_anon_end_mb", false, end_mib[GAU_EVENT_ANONYMOUS])     \
    X("event_rss_file_end_mb", false, end_mib[GAU_EVENT_FILE])

#define ARRAY_ROW(key, required, member) {key, required, offsetof(struct gau_event_row, member)},

/* With the offset of the number in a row. */
static const struct gau_k4bench_array arrays[] = {{GAU_K4BENCH_NUMBERS, true, 0},
                                                  ARRAYS(ARRAY_ROW)};

enum { N_ARRAYS = sizeof arrays / sizeof *arrays };

/* --- rows ---------------------------------------------------------------------------------- */

static void set_numbers(struct gau_event_data *data, const json_t *array, gau_error *error)
{
    for (size_t i = 0; i < data->n; i++) {
        const json_t *const value = json_array_get(array, i);

        if (!json_is_integer(value))
            gau_k4bench_fail_element(data->file, GAU_K4BENCH_NUMBERS, i, "a whole number", error);
        data->rows[i].number = json_integer_value(value);
        if (data->rows[i].number == GAU_K4BENCH_WARM_UP)
            data->rows[i].marks = GAU_EVENT_WARM_UP;
    }
}

static void set_column(struct gau_event_data *data, const struct gau_k4bench_array *column,
                       const json_t *array, gau_error *error)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *const value = json_array_get(array, i);
        const double number = json_number_value(value);

        if (!json_is_number(value) && !json_is_null(value))
            gau_k4bench_fail_element(data->file, column->key, i, "a number", error);
        else if (!json_is_null(value) && number >= 0)
            memcpy((char *)&data->rows[i] + column->offset, &number, sizeof number);
    }
}

static void set_rows(struct gau_event_data *data, const char *path, const json_t *root,
                     gau_error *error)
{
    const json_t *const numbers = json_object_get(root, GAU_K4BENCH_NUMBERS);

    if (gau_event_data_make(data, path, json_array_size(numbers), error) != GAU_OK)
        return;
    data->is_k4bench = true;
    data->warm_up = strdup("event 0");
    if (!data->warm_up)
        gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(path));
    set_numbers(data, numbers, error);
    for (size_t i = 1; i < N_ARRAYS; i++)
        set_column(data, &arrays[i], json_object_get(root, arrays[i].key), error);
}

gau_status gau_k4bench_events_read(struct gau_event_data *data, const char *path, gau_error *error)
{
    json_t *const root = gau_k4bench_load(path, "events", arrays, N_ARRAYS, error);

    if (root)
        set_rows(data, path, root, error);
    json_decref(root);
    return error->status;
}
