/* SPDX-License-Identifier: Apache-2.0 */
#include "k4bench_file.h"

#include "files/file_replace.h"

#include <gaudit/gaudit.h>

#include <errno.h>
#include <inttypes.h>
#include <locale.h>

/* --- the events ---------------------------------------------------------------------------- */

/* Returns 0 or an errno; the sorting is to be cleared in any case. What was written must be there.
 */
static int collect_events(struct k4bench_events *events, const struct k4bench_format *format,
                          bool by_start)
{
    const struct event_output *const output = events->output;
    enum gau_trace_status status;

    events->read = 0;
    events->error =
        gau_event_sort_begin(&events->sort, output->beside, format->item, 1 << 16, by_start);
    if (!events->error && format->begin)
        events->error = format->begin(events);
    if (events->error)
        return events->error;
    status = gau_trace_read(output->path, format->visitor, events, NULL, NULL, NULL, 0);
    if (events->error)
        return events->error;
    if (status == GAU_TRACE_NO_MEMORY)
        return ENOMEM;
    if (events->read != output->ended - output->lost)
        return EIO;
    return gau_event_sort_end(&events->sort);
}

/* Events whose numbers occur twice are counted in the order of time. */
static int sort_events(struct k4bench_events *events, const struct k4bench_format *format)
{
    uint64_t twice;
    int error = collect_events(events, format, false);

    if (error || !events->sort.has_twice)
        return error;
    twice = events->sort.twice;
    gau_event_sort_clear(&events->sort);
    error = collect_events(events, format, true);
    events->sort.has_twice = true;
    events->sort.twice = twice;
    return error;
}

/* --- the file ------------------------------------------------------------------------------ */

static int write_array(FILE *out, struct k4bench_events *events,
                       const struct k4bench_format *format, size_t key)
{
    const void *items;
    uint64_t n = 0;
    size_t count;
    int error;

    fprintf(out, ",\n  \"%s\": [", format->keys[key]);
    do {
        error = gau_event_sort_read(&events->sort, n, &items, &count);
        for (size_t i = 0; i < count && !error; i++, n++) {
            const struct event_key *const item =
                (const void *)((const char *)items + i * format->item);

            if (n > 0)
                fputs(", ", out);
            if (key == 0)
                fprintf(out, "%" PRIu64, events->sort.has_twice ? n : item->number - 1);
            else
                error = format->write_value(out, events, key, item);
        }
        if (ferror(out)) /* stdio may forget it */
            error = errno ? errno : EIO;
    } while (count > 0 && !error);
    fputc(']', out);
    return error;
}

static int write_json(FILE *out, struct k4bench_events *events, const struct k4bench_format *format,
                      const gau_context *ctx)
{
    int error = 0;

    errno = 0;
    fputs("{\n  \"schema_version\": 1", out);
    format->write_head(out, events, ctx);
    for (size_t key = 0; key < format->n_keys && !error; key++)
        error = write_array(out, events, format, key);
    fputs("\n}\n", out);
    return error;
}

/* Numbers have a decimal point, whatever the program has chosen. */
static int write_file(struct k4bench_events *events, const struct k4bench_format *format,
                      const gau_context *ctx)
{
    const locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    const locale_t before = c ? uselocale(c) : (locale_t)0;
    struct gau_replacement replacement;
    int error = c ? gau_replace_begin(&replacement, events->output->json_path) : ENOMEM;

    if (!error)
        error = gau_replace_end(&replacement, write_json(replacement.file, events, format, ctx));
    if (c) {
        uselocale(before);
        freelocale(c);
    }
    return error;
}

void gau_k4bench_write(struct event_output *output, const struct k4bench_format *format,
                       struct k4bench_events *events, const gau_context *ctx)
{
    int error;

    if (!output->recording || !output->json_path)
        return;
    events->output = output;
    events->tick_s = gau_seconds(ctx, 1);
    error = sort_events(events, format);
    if (!error && events->sort.has_twice)
        gau_warning(ctx,
                    "'%s': numbers of events occur twice, such as %" PRIu64
                    ": events are counted there, from 0",
                    output->json_shown, events->sort.twice);
    if (!error)
        error = write_file(events, format, ctx);
    gau_event_sort_clear(&events->sort);
    if (error)
        gau_warning(ctx, "'%s' is not written: %s", output->json_shown, gau_replace_reason(error));
    output->has_json = error == 0;
}
