/* SPDX-License-Identifier: Apache-2.0 */
#include "display_event.h"

static gau_key column(const char *table, const char *name, gau_context *ctx)
{
    return gau_store_column(ctx, table, name, GAU_TYPE(double));
}

static gau_key column_if(bool wanted, const char *table, const char *name, gau_context *ctx)
{
    return wanted ? column(table, name, ctx) : GAU_NO_KEY;
}

static gau_status open_rows(struct gau_display_rows *rows, bool charged, gau_context *ctx)
{
    const char *const table = rows->table;
    const bool asked = *table != '\0';

    rows->has_origin = asked && charged && gau_store_has_column(ctx, table, "d0") &&
                       gau_store_has_column(ctx, table, "z0");
    rows->has_place =
        asked && charged && !rows->has_origin && gau_store_has_column(ctx, table, "x") &&
        gau_store_has_column(ctx, table, "y") && gau_store_has_column(ctx, table, "z");
    rows->pt = column_if(asked, table, "pt", ctx);
    rows->eta = column_if(asked, table, "eta", ctx);
    rows->phi = column_if(asked, table, "phi", ctx);
    rows->charge = column_if(asked && charged, table, "charge", ctx);
    rows->d0 = column_if(rows->has_origin, table, "d0", ctx);
    rows->z0 = column_if(rows->has_origin, table, "z0", ctx);
    rows->x = column_if(rows->has_place, table, "x", ctx);
    rows->y = column_if(rows->has_place, table, "y", ctx);
    rows->z = column_if(rows->has_place, table, "z", ctx);
    return asked ? gau_selection_open(&rows->selection, &rows->select, table, "", ctx) : GAU_OK;
}

static gau_status open_cells(struct gau_display_cells *cells, gau_context *ctx)
{
    const char *const table = cells->table;
    const bool asked = *table != '\0';

    cells->transverse = asked && gau_store_has_column(ctx, table, "et");
    cells->value = column_if(asked, table, cells->transverse ? "et" : "energy", ctx);
    cells->eta = column_if(asked, table, "eta", ctx);
    cells->phi = column_if(asked, table, "phi", ctx);
    return asked ? gau_selection_open(&cells->selection, &cells->select, table, "", ctx) : GAU_OK;
}

gau_status gau_display_inputs_open(struct gau_display_inputs *inputs, gau_context *ctx)
{
    static const char *const axes[] = {"x", "y", "z"};
    const char *const info = inputs->info;

    if (*inputs->mass)
        GAU_TRY(gau_select_check_column("Mass", inputs->mass, ctx));
    for (int i = 0; i < 3; i++)
        inputs->hit[i] = column_if(*inputs->hits, inputs->hits, axes[i], ctx);
    inputs->has_error = *inputs->vertices && gau_store_has_column(ctx, inputs->vertices, "z_error");
    inputs->vertex = column_if(*inputs->vertices, inputs->vertices, "z", ctx);
    inputs->vertex_error = column_if(inputs->has_error, inputs->vertices, "z_error", ctx);
    inputs->mass_key =
        *inputs->mass ? gau_store_input(ctx, inputs->mass, GAU_TYPE(double)) : GAU_NO_KEY;
    inputs->run = column_if(*info, info, "run", ctx);
    inputs->number = column_if(*info, info, "event", ctx);
    for (int i = 0; i < GAU_DISPLAY_CALOS; i++)
        GAU_TRY(open_cells(&inputs->calos[i], ctx));
    GAU_TRY(open_rows(&inputs->tracks, true, ctx));
    GAU_TRY(open_rows(&inputs->muons, true, ctx));
    return open_rows(&inputs->level1, false, ctx);
}

void gau_display_inputs_close(struct gau_display_inputs *inputs)
{
    gau_selection_close(&inputs->tracks.selection);
    gau_selection_close(&inputs->muons.selection);
    gau_selection_close(&inputs->level1.selection);
    for (int i = 0; i < GAU_DISPLAY_CALOS; i++)
        gau_selection_close(&inputs->calos[i].selection);
}
