/* SPDX-License-Identifier: Apache-2.0 */
#include "view_options.h"

#include "table/terminal.h"

void gau_view_options_set_screen(struct gau_view_options *options, FILE *out)
{
    const struct gau_terminal screen = gau_terminal_of(out ? out : stdout);

    options->width = out && !options->wide ? screen.width : 0;
    options->unicode = screen.unicode;
    options->has_colour = out && gau_terminal_has_colour(out, (enum gau_colour)options->colour);
}

void gau_view_options_apply(const struct gau_view_options *options, struct gau_table *table)
{
    gau_table_fit(table, options->width,
                  options->all_columns_by ? options->all_columns_by : "--wide");
    if (options->unicode)
        gau_table_letters(table);
    if (options->has_colour)
        gau_table_colour(table);
    if (options->verbose > 0)
        gau_table_verbose(table);
}
