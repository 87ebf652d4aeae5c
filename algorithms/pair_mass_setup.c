/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_mass.h"

#include <string.h>

/* --- columns ------------------------------------------------------------------------------- */

/* Column NAME, or NAME1 and NAME2 for a particle of a pair. */
struct namer {
    const struct gau_pair_mass *pairs;
    gau_context *ctx;
    const char *suffix;
};

static const char *name_in(char out[128], const struct namer *namer, const char *column)
{
    out[0] = '\0';
    strncat(out, column, 120);
    return strcat(out, namer->suffix);
}

static bool has(const struct namer *namer, const char *column)
{
    char name[128];

    return gau_store_has_column(namer->ctx, namer->pairs->input, name_in(name, namer, column));
}

static gau_key reads(const struct namer *namer, const char *column)
{
    char name[128];

    return gau_store_column(namer->ctx, namer->pairs->input, name_in(name, namer, column),
                            GAU_TYPE(double));
}

static bool has_momenta(const struct namer *namer)
{
    return has(namer, "E") && has(namer, "px") && has(namer, "py") && has(namer, "pz");
}

static bool has_angles(const struct namer *namer)
{
    return has(namer, "pt") && has(namer, "eta") && has(namer, "phi");
}

static struct gau_pair_columns find_columns(const struct namer *namer, bool momenta)
{
    struct gau_pair_columns columns = {GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY,
                                       GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY};

    if (momenta) {
        columns.e = reads(namer, "E");
        columns.px = reads(namer, "px");
        columns.py = reads(namer, "py");
        columns.pz = reads(namer, "pz");
    } else {
        columns.eta = reads(namer, "eta");
        columns.phi = reads(namer, "phi");
    }
    if (!momenta || has(namer, "pt"))
        columns.pt = reads(namer, "pt");
    columns.charge = reads(namer, has(namer, "Q") ? "Q" : "charge");
    return columns;
}

/* Both particles are read in the same way; what one of them lacks for it is an error. */
static void find_pair_columns(struct gau_pair_mass *pairs, const struct namer *first,
                              const struct namer *second)
{
    const bool momenta = has_angles(first) && has_angles(second)
                             ? has_momenta(first) && has_momenta(second)
                             : has(first, "E") || has(second, "E");

    pairs->columns[0] = find_columns(first, momenta);
    pairs->columns[1] = find_columns(second, momenta);
}

static bool is_complete(const struct namer *namer)
{
    return has_momenta(namer) || has_angles(namer);
}

static bool are_in_rows(const struct namer *first, const struct namer *second,
                        const struct namer *any)
{
    return is_complete(first) || is_complete(second) ||
           (!is_complete(any) && (has(first, "E") || has(first, "pt")));
}

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status check(const struct gau_pair_mass *pairs, gau_context *ctx)
{
    if (!*pairs->input)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Input: the name of a table is missing");
    if (!(pairs->min_mass < pairs->max_mass))
        return gau_fail(ctx->error, GAU_ERR_RANGE, "MinMass is %g, not below MaxMass, %g",
                        pairs->min_mass, pairs->max_mass);
    return GAU_OK;
}

gau_status gau_pair_mass_initialize(void *self, gau_context *ctx)
{
    struct gau_pair_mass *const pairs = self;
    const struct namer first = {pairs, ctx, "1"}, second = {pairs, ctx, "2"},
                       any = {pairs, ctx, ""};

    GAU_TRY(check(pairs, ctx));
    pairs->in_rows = are_in_rows(&first, &second, &any);
    find_pair_columns(pairs, pairs->in_rows ? &first : &any, pairs->in_rows ? &second : &any);
    pairs->counts.min = HUGE_VAL;
    pairs->counts.max = -HUGE_VAL;
    pairs->output_key = gau_store_output_column(ctx, *pairs->output ? pairs->output : ctx->name,
                                                "mass", GAU_TYPE(double));
    GAU_TRY(gau_selection_open(&pairs->selections[0], &pairs->select, pairs->input,
                               pairs->in_rows ? "1" : "", ctx));
    return gau_selection_open(&pairs->selections[1], &pairs->select, pairs->input,
                              pairs->in_rows ? "2" : "", ctx);
}

/* --- end ----------------------------------------------------------------------------------- */

void gau_pair_mass_merge(void *self, void *other)
{
    struct gau_pair_counts *const all = &((struct gau_pair_mass *)self)->counts;
    const struct gau_pair_counts *const more = &((struct gau_pair_mass *)other)->counts;

    all->events += more->events;
    all->accepted += more->accepted;
    all->pairs += more->pairs;
    all->opposite += more->opposite;
    all->same += more->same;
    all->passing += more->passing;
    all->passing_opposite += more->passing_opposite;
    all->passing_same += more->passing_same;
    all->min = fmin(all->min, more->min);
    all->max = fmax(all->max, more->max);
    gau_exact_sum_merge(&all->sum, &more->sum);
}

gau_status gau_pair_mass_finalize(void *self, gau_context *ctx)
{
    const struct gau_pair_counts *const counts = &((const struct gau_pair_mass *)self)->counts;
    gau_result *const result = gau_result_open(ctx, "pairs");
    const double sum = gau_exact_sum_value(&counts->sum);

    gau_result_integer(result, "events", "", (int64_t)counts->events);
    gau_result_integer(result, "accepted", "", (int64_t)counts->accepted);
    gau_result_integer(result, "pairs", "", (int64_t)counts->pairs);
    gau_result_integer(result, "opposite", "", (int64_t)counts->opposite);
    gau_result_integer(result, "same", "", (int64_t)counts->same);
    gau_result_integer(result, "passing", "", (int64_t)counts->passing);
    gau_result_integer(result, "passing_opposite", "", (int64_t)counts->passing_opposite);
    gau_result_integer(result, "passing_same", "", (int64_t)counts->passing_same);
    gau_result_real(result, "mass_min", "GeV", counts->min);
    gau_result_real(result, "mass_max", "GeV", counts->max);
    gau_result_real(result, "mass_sum", "GeV", sum);
    return GAU_OK;
}
