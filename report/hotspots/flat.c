/* SPDX-License-Identifier: Apache-2.0 */
#include "flat.h"

struct gau_hot_measure gau_hot_flat_measure(const struct gau_hot_grouping *grouping,
                                            const struct gau_hot_group *group)
{
    return (struct gau_hot_measure){.samples = group->samples,
                                    .weight_ns = group->weight_ns,
                                    .error_ns = group->error_ns,
                                    .whole_ns = grouping->groups[0].weight_ns,
                                    .share_error_ns = group->share_error_ns};
}

const struct gau_hot_group *gau_hot_flat_find(const struct gau_hot_grouping *grouping,
                                              uint64_t value)
{
    const struct gau_hot_group *const root = &grouping->groups[0];

    for (uint32_t i = 0; i < root->count; i++) {
        const struct gau_hot_group *const group = gau_hot_child(grouping, root, i);

        if (!group->others && group->value == value)
            return group;
    }
    return NULL;
}

bool gau_hot_flat_is_whole(const struct gau_hot_sheet *sheet)
{
    return sheet->options->filter_count == 0 && !sheet->options->time_filter;
}

static void put_groups(const struct gau_hot_flat *flat, struct gau_hot_sheet *sheet,
                       const struct gau_hot_grouping *grouping, const struct gau_hot_query *query)
{
    const struct gau_hot_group *const root = &grouping->groups[0];

    for (uint32_t i = 0; i < root->count; i++) {
        const struct gau_hot_group *const group = gau_hot_child(grouping, root, i);
        const struct gau_hot_measure measure = gau_hot_flat_measure(grouping, group);
        char room[GAU_HOT_TEXT_SIZE];

        gau_hot_sheet_row(sheet, 0);
        gau_hot_sheet_text(sheet, flat->name,
                           gau_hot_group_text(sheet->result, query, group, room, sizeof room));
        gau_hot_sheet_measure(sheet, flat->measure, &measure);
        if (!group->others)
            flat->fill(sheet, grouping, query, group);
    }
}

static bool group(const struct gau_hot_flat *flat, struct gau_hot_grouping *grouping,
                  struct gau_hot_query *query, struct gau_hot_sheet *sheet)
{
    char keys[64];

    snprintf(keys, sizeof keys, "%s%s%s", flat->key, flat->inner_key ? "," : "",
             flat->inner_key ? flat->inner_key : "");
    return gau_hot_query_read(query, sheet->options, keys, sheet->result, sheet->error) &&
           gau_hot_group(grouping, sheet->result, query, sheet->error);
}

void gau_hot_write_flat(const struct gau_hot_flat *flat, struct gau_hot_result *result,
                        const struct gau_hot_options *options, FILE *out,
                        struct gau_view_error *error)
{
    struct gau_hot_sheet sheet = {
        .result = result, .options = options, .view = flat->view, .out = out, .error = error};
    struct gau_hot_grouping grouping = {0};
    struct gau_hot_query query = {0};

    if (group(flat, &grouping, &query, &sheet)) {
        const struct gau_hot_measure all = gau_hot_flat_measure(&grouping, &grouping.groups[0]);
        char sum[96];

        gau_hot_sheet_begin(&sheet, flat->headings, flat->n_headings);
        gau_hot_sheet_title(&sheet, "%s: %s", flat->title,
                            gau_hot_sheet_sum_text(&sheet, &all, sum, sizeof sum));
        put_groups(flat, &sheet, &grouping, &query);
        if (flat->finish)
            flat->finish(&sheet, &grouping, &query);
        gau_hot_sheet_write(&sheet, &all);
    }
    gau_hot_sheet_clear(&sheet);
    gau_hot_grouping_clear(&grouping);
    gau_hot_query_clear(&query);
}
