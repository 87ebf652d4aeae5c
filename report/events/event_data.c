/* SPDX-License-Identifier: Apache-2.0 */
#include "event_data.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME(id, name, ...) [GAU_EVENT_##id] = name,
const char *const gau_event_memory_names[] = {GAU_EVENT_MEMORIES(NAME)};

gau_status gau_event_data_make(struct gau_event_data *data, const char *file, size_t n,
                               gau_error *error)
{
    const double unknown = (double)NAN;

    data->file = strdup(file);
    data->rows = calloc(n + 1, sizeof *data->rows);
    data->by_end = calloc(n + 1, sizeof *data->by_end);
    if (!data->file || !data->rows || !data->by_end)
        return gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(file));
    for (data->n = 0; data->n < n; data->n++) {
        struct gau_event_row *const row = &data->rows[data->n];

        data->by_end[data->n] = data->n;
        row->start_s = row->time_s = row->cpu_s = unknown;
        for (int memory = 0; memory < GAU_EVENT_N_MEMORIES; memory++)
            row->begin_mib[memory] = row->end_mib[memory] = unknown;
        row->decision = GAU_EVENT_NO_DECISION;
        row->worker = GAU_EVENT_NO_WORKER;
    }
    return GAU_OK;
}

double gau_event_number(const struct gau_event_data *data, const struct gau_event_row *row)
{
    return data->is_k4bench ? (double)row->number : (double)(uint64_t)row->number;
}

char *gau_event_number_text(char text[GAU_EVENT_NUMBER_SIZE], const struct gau_event_data *data,
                            int64_t number)
{
    if (data->is_k4bench)
        snprintf(text, GAU_EVENT_NUMBER_SIZE, "%" PRId64, number);
    else
        snprintf(text, GAU_EVENT_NUMBER_SIZE, "%" PRIu64, (uint64_t)number);
    return text;
}

bool gau_event_has_processes(const struct gau_event_data *data)
{
    return data->results.n > 1;
}

const char *gau_event_result(int *worker, const struct gau_event_data *data,
                             const struct gau_event_row *row)
{
    const struct gau_recorded_result *const result =
        row->worker == GAU_EVENT_NO_WORKER
            ? NULL
            : gau_recorded_results_find(&data->results, (uint32_t)row->worker);

    *worker = result ? row->worker - (int)result->first : row->worker;
    return result ? result->name : NULL;
}

void gau_event_data_clear(struct gau_event_data *data)
{
    free(data->rows);
    free(data->by_end);
    free(data->file);
    free(data->warm_up);
    free(data->replay);
    gau_recorded_results_clear(&data->results);
    for (size_t i = 0; i < data->n_notes; i++)
        free(data->notes[i]);
    *data = (struct gau_event_data){0};
}
