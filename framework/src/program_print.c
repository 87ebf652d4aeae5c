/* SPDX-License-Identifier: Apache-2.0 */
#include "program.h"
#include "result.h"

#include "report/views/views.h"

#include <string.h>

enum { HEAVIEST = 10, HIGHEST_LEVEL = 6 };

unsigned gau_program_level(void)
{
    const char *const wish = gau_program_variable("GAUDIT_LEVEL");

    if (!wish)
        return 1;
    if (wish[0] >= '1' && wish[0] <= '0' + HIGHEST_LEVEL && !wish[1])
        return (unsigned)(wish[0] - '0');
    gau_program_warn("GAUDIT_LEVEL: '%.*s' is no level from 1 to %d; 1 is taken", GAU_QUOTE(wish),
                     HIGHEST_LEVEL);
    return 1;
}

static bool is_of_timer(const char *name)
{
    return strncmp(name, "timer", 5) == 0 && (!name[5] || name[5] == '-');
}

gau_status gau_program_print(const struct gau_results *results, unsigned level, FILE *out,
                             gau_error *err)
{
    const struct gau_view_options graph = {
        .view = "graph",
        .graph = {.level = level, .heaviest_branch = true, .heaviest_sections = HEAVIEST}};
    const struct gau_view_options own = {0};

    GAU_TRY(gau_results_check(results, err));
    for (size_t i = 0; i < gau_results_count(results); i++) {
        const char *const name = gau_results_name(results, i);
        struct gau_view_error error = {0};

        if (gau_view_document(gau_results_document(results, i), name,
                              is_of_timer(name) ? &graph : &own, out, &error) != GAU_VIEW_OK)
            return gau_fail(err, GAU_ERR_IO, "%s", error.message);
        fputc('\n', out);
    }
    return GAU_OK;
}
