/* SPDX-License-Identifier: Apache-2.0 */
#include "writer.h"

#include "table/json_text.h"
#include "table/number.h"

#include "report/views/document.h"

#include <inttypes.h>

/* One line per group, each with the list of the groups in it. */

static void put_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\": ", key);
    gau_json_text_write(text, out);
    fputs(", ", out);
}

enum { MEASURES_SIZE = 512 };

static void measures_text(const struct gau_hot_page *page, const struct gau_hot_group *group,
                          char text[MEASURES_SIZE])
{
    const struct gau_hot_grouping *const grouping = page->grouping;
    const struct {
        const char *key;
        double value;
    } reals[] = {
        {"cpu_s", (double)group->weight_ns / 1e9},
        {"error_s", gau_hot_error_s(group->error_ns)},
        {"share_percent", 100 * gau_hot_share(grouping, group)},
        {"share_error_percent", gau_hot_error_percent(grouping, group->share_error_ns)},
    };
    size_t used = 0;

    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        char number[GAU_NUMBER_SIZE];

        gau_number_real_text(number, reals[i].value);
        used += (size_t)snprintf(text + used, MEASURES_SIZE - used, "\"%s\": %s, ", reals[i].key,
                                 number);
    }
    snprintf(text + used, MEASURES_SIZE - used, "\"samples\": %" PRIu64, group->samples);
}

static void put_function(const struct gau_hot_page *page, uint32_t number)
{
    const struct gau_symbolizer *const symbols = page->result->symbols;
    const struct gau_function *const function = gau_symbolizer_function(symbols, number);

    put_text(page->out, "function_full", function->full);
    if (function->module)
        put_text(page->out, "module", gau_symbolizer_module_path(symbols, function->module));
    if (function->file)
        put_text(page->out, "source_file", gau_symbolizer_file(symbols, function->file));
    if (function->start)
        fprintf(page->out, "\"start_address\": \"0x%" PRIx64 "\", ", function->start);
}

static void put_group(const struct gau_hot_page *page, const struct gau_hot_group *group,
                      const char *measures)
{
    const enum gau_hot_key key = page->query->keys.items[group->level];
    char room[GAU_HOT_TEXT_SIZE];

    fputc('{', page->out);
    put_text(page->out, gau_hot_key_field(key),
             gau_hot_group_text(page->result, page->query, group, room, sizeof room));
    if (group->others)
        fputs("\"others\": true, ", page->out);
    else if (key == GAU_HOT_FUNCTION)
        put_function(page, (uint32_t)group->value);
    fputs(measures, page->out);
}

static void put_lines(const struct gau_hot_page *page)
{
    struct gau_hot_visit visit = {.grouping = page->grouping};
    uint32_t depth = 0; /* of the group that is open */
    char measures[MEASURES_SIZE];

    fputs("  \"groups\": [", page->out);
    while (gau_hot_visit_next(&visit)) {
        if (visit.depth > depth && depth > 0)
            fputs(", \"groups\": [", page->out);
        for (; depth > visit.depth; depth--)
            fputs("}]", page->out);
        if (depth == visit.depth && visit.path[visit.depth - 1].next > 1)
            fputs("},", page->out);
        fprintf(page->out, "\n%*s", 2 * (int)visit.depth + 2, "");
        if (visit.path[visit.depth].function == 0) /* else they are those of the line above */
            measures_text(page, &visit.group, measures);
        put_group(page, &visit.group, measures);
        depth = visit.depth;
    }
    for (; depth > 0; depth--)
        fputs(depth > 1 ? "}]" : "}\n  ", page->out);
    fputs("]", page->out);
}

static void put_list(FILE *out, const char *key, const char *const *texts, size_t count)
{
    fprintf(out, "  \"%s\": [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", out);
        gau_json_text_write(texts[i], out);
    }
    fputs("],\n", out);
}

void gau_hot_write_json(const struct gau_hot_page *page)
{
    const struct gau_hot_query *const query = page->query;
    const char *keys[GAU_HOT_DEPTH_MAX];
    FILE *const out = page->out;
    char measures[MEASURES_SIZE];

    for (size_t i = 0; i < query->keys.count; i++)
        keys[i] = gau_hot_key_name(query->keys.items[i]);
    fprintf(out, "{\n  \"schema\": %d,\n  \"view\": \"%s\",\n", (int)GAU_DOCUMENT_SCHEMA,
            page->view);
    put_list(out, "group_by", keys, query->keys.count);
    put_list(out, "filters", page->options->filters, page->options->filter_count);
    fputs("  \"time_filter\": ", out);
    if (page->options->time_filter)
        gau_json_text_write(page->options->time_filter, out);
    else
        fputs("null", out);
    fputs(",\n  ", out);
    measures_text(page, &page->grouping->groups[0], measures);
    fprintf(out, "%s,\n  \"threads\": %" PRIu64 ", \"processes\": %" PRIu64 ",\n", measures,
            page->grouping->thread_count, page->grouping->process_count);
    fputs("  \"notes\": [", out);
    for (size_t i = 0; i < page->notes->count; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        gau_json_text_write(page->notes->items[i], out);
    }
    fputs("],\n", out);
    put_lines(page);
    fputs("\n}\n", out);
}
