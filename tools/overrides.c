/* SPDX-License-Identifier: Apache-2.0 */
#include "overrides.h"

#include <stdlib.h>

gau_status gau_overrides_add(struct gau_overrides *overrides, char letter, const char *text,
                             gau_error *err)
{
    struct gau_override *const items =
        realloc(overrides->items, (overrides->count + 1) * sizeof *items);

    if (!items)
        return gau_fail(err, GAU_ERR_MEMORY, "no memory for the command line");
    overrides->items = items;
    items[overrides->count++] = (struct gau_override){letter, text};
    return GAU_OK;
}

gau_status gau_overrides_apply(const struct gau_overrides *overrides, gau_options *options,
                               gau_error *err)
{
    for (size_t i = 0; i < overrides->count; i++)
        if (overrides->items[i].letter == 'a')
            GAU_TRY(gau_options_audit(options, overrides->items[i].text, err));
    for (size_t i = 0; i < overrides->count; i++)
        if (overrides->items[i].letter == 's')
            GAU_TRY(gau_options_override(options, overrides->items[i].text, err));
    return GAU_OK;
}

void gau_overrides_clear(struct gau_overrides *overrides)
{
    free(overrides->items);
    *overrides = (struct gau_overrides){0};
}
