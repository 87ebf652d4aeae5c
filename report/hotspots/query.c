/* SPDX-License-Identifier: Apache-2.0 */
#include "query.h"

bool gau_hot_query_read(struct gau_hot_query *query, const struct gau_hot_options *options,
                        const char *keys, const struct gau_hot_result *result,
                        struct gau_view_error *error)
{
    *query = (struct gau_hot_query){.limit = options->limit};
    if (!gau_hot_keys_read(&query->keys, options->group_by ? options->group_by : keys, error) ||
        !gau_hot_filter_read(&query->filter, options->filters, options->filter_count, error))
        return false;
    if (options->time_filter &&
        !gau_hot_filter_times(&query->filter, options->time_filter, result, error))
        return false;
    return !options->sort || gau_hot_sort_read(&query->sort, options->sort, error);
}

void gau_hot_query_clear(struct gau_hot_query *query)
{
    gau_hot_filter_clear(&query->filter);
}
