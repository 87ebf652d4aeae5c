/* SPDX-License-Identifier: Apache-2.0 */
#include "pair_mass.h"

#include <stdlib.h>
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

static struct gau_pair_columns find_columns(const struct namer *namer)
{
    struct gau_pair_columns columns = {GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY,
                                       GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY, GAU_NO_KEY};
    const bool momenta = has_momenta(namer);

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

/* --- conditions ---------------------------------------------------------------------------- */

static gau_status read_value(struct gau_pair_condition *condition, const char *value,
                             gau_context *ctx)
{
    char *rest;

    condition->number = strtod(value, &rest);
    condition->is_text = rest == value || *rest;
    if (!condition->is_text)
        return GAU_OK;
    condition->symbol = gau_store_symbol(ctx, value, strlen(value));
    return condition->symbol == GAU_NO_SYMBOL ? ctx->error->status : GAU_OK;
}

static gau_status read_condition(struct gau_pair_condition *condition,
                                 const struct gau_pair_mass *pairs, const char *text,
                                 gau_context *ctx)
{
    const char *const equals = strchr(text, '=');
    const gau_type_info type[] = {*GAU_TYPE(double), *GAU_TYPE(gau_symbol)};
    char column[100] = "";

    if (!equals || equals == text || equals - text >= (ptrdiff_t)sizeof column)
        return gau_fail(ctx->error, GAU_ERR_SYNTAX, "Select: '%.*s' is not COLUMN=VALUE",
                        GAU_QUOTE(text));
    strncat(column, text, (size_t)(equals - text));
    GAU_TRY(read_value(condition, equals + 1, ctx));
    for (int i = 0; i < 2; i++) {
        const struct namer namer = {pairs, ctx, pairs->in_rows ? i ? "2" : "1" : ""};
        char name[128];
        const bool own = has(&namer, column);

        condition->keys[i] =
            gau_store_column(ctx, pairs->input, own ? name_in(name, &namer, column) : column,
                             &type[condition->is_text]);
    }
    return GAU_OK;
}

static gau_status read_conditions(struct gau_pair_mass *pairs, gau_context *ctx)
{
    if (pairs->select.count == 0)
        return GAU_OK;
    pairs->conditions = calloc(pairs->select.count, sizeof *pairs->conditions);
    if (!pairs->conditions)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for %zu conditions",
                        pairs->select.count);
    for (size_t i = 0; i < pairs->select.count; i++)
        GAU_TRY(read_condition(&pairs->conditions[i], pairs, pairs->select.items[i], ctx));
    return GAU_OK;
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
    pairs->in_rows = has_momenta(&first) || (has(&first, "pt") && has(&first, "eta"));
    pairs->columns[0] = find_columns(pairs->in_rows ? &first : &any);
    pairs->columns[1] = pairs->in_rows ? find_columns(&second) : pairs->columns[0];
    pairs->counts.min = HUGE_VAL;
    pairs->counts.max = -HUGE_VAL;
    pairs->output_key = gau_store_output_column(ctx, *pairs->output ? pairs->output : ctx->name,
                                                "mass", GAU_TYPE(double));
    return read_conditions(pairs, ctx);
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
