/* SPDX-License-Identifier: Apache-2.0 */
#include "page_events.h"

#include "report/events/event_reader.h"

#include "table/utf8.h"

void gau_page_events_write(const char *folder, uint64_t start_ns, FILE *out, gau_error *error)
{
    struct gau_event_data data;

    if (gau_event_data_read(&data, folder, "events", error) == GAU_OK) {
        if (data.replay) {
            fputs("\"replay\": ", out);
            gau_json_text_write(data.replay, out);
            fputs(",\n", out);
        }
        if (data.begin_ns > 0 && start_ns > 0)
            fprintf(out, "\"events_start_us\": %.3f,\n",
                    (double)(int64_t)(data.begin_ns - start_ns) / 1e3);
    }
    gau_event_data_clear(&data);
}
