/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/columns.h"
#include "raw_bank.h"

#include <inttypes.h>
#include <string.h>

/**
 * @file l0_decision.c
 * L0Decision: decodes the raw bank of the first trigger level.
 *
 *     <algorithm type="L0Decision" name="L0">
 *       <property name="Channels" value="Muon, DiMuon, SumEt"/>
 *       <property name="Accept" value="DiMuon"/>
 *     </algorithm>
 *
 * Input is an array of bytes (uint8_t) in the layout that raw_bank.h shows: a header, a word of
 * decisions of which bit i is channel i, the sum of transverse energy, the transverse momenta of
 * muons, and a checksum. An event without a bank, and a bank that is damaged, too short or of
 * another version, is an error, whose message has the found and the expected value.
 *
 * Channels: the names of bits 0, 1, 2 ...; the bit of a channel without a name must not be set.
 * Accepts events in which one of the channels Accept (default: any) is set.
 *
 * Makes a table called as the algorithm with one row: a column per channel that is 1 or 0, sum_et
 * (GeV, in steps of 0.25), muons (their number), and muon1_pt and muon2_pt, the two largest (GeV,
 * in steps of 0.5; 0: none). Values are those of the bank, without a correction. The document
 * "level0" counts events, and per channel those in which it was set.
 */

enum { MAX_CHANNELS = 32, MAX_COLUMNS = MAX_CHANNELS + 4 };

enum { EVENTS, ACCEPTED, N_COUNTS };

static const char *const count_names[] = {"events", "accepted"};

struct l0_decision {
    char *input;
    gau_strings channels, accept;

    gau_key bank;
    struct gau_columns out; /* the channels, then those behind them */
    uint32_t accepted_bits;
    uint64_t counts[N_COUNTS], set[MAX_CHANNELS];
};

static const gau_property l0_decision_properties[] = {
    GAU_STRING(struct l0_decision, input, "Input", "raw_l0", "Array of bytes with the bank"),
    GAU_STRINGS(struct l0_decision, channels, "Channels", "Muon,DiMuon,SumEt",
                "Names of the bits, from bit 0 on"),
    GAU_STRINGS(struct l0_decision, accept, "Accept", "",
                "Channels of which one must be set; empty: any"),
    GAU_PROPERTY_END,
};

/* Adds the bit of a channel to those that are accepted. */
static gau_status accept_channel(struct l0_decision *l0, const char *name, gau_context *ctx)
{
    for (size_t i = 0; i < l0->channels.count; i++)
        if (strcmp(l0->channels.items[i], name) == 0) {
            l0->accepted_bits |= UINT32_C(1) << i;
            return GAU_OK;
        }
    return gau_fail(ctx->error, GAU_ERR_UNKNOWN, "Accept: '%.*s' is not one of Channels",
                    GAU_QUOTE(name));
}

static gau_status l0_decision_initialize(void *self, gau_context *ctx)
{
    static const char *const others[] = {"sum_et", "muons", "muon1_pt", "muon2_pt"};
    struct l0_decision *const l0 = self;
    const char *names[MAX_COLUMNS];

    if (l0->channels.count == 0 || l0->channels.count > MAX_CHANNELS)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Channels: %zu names, not 1 to %d",
                        l0->channels.count, MAX_CHANNELS);
    l0->bank = gau_store_input(ctx, l0->input, GAU_TYPE(uint8_t));
    memcpy(names, l0->channels.items, l0->channels.count * sizeof *names);
    memcpy(names + l0->channels.count, others, sizeof others);
    l0->out = gau_columns_make(ctx, ctx->name, names, l0->channels.count + 4);
    l0->accepted_bits = l0->accept.count ? 0 : UINT32_MAX;
    for (size_t i = 0; i < l0->accept.count; i++)
        GAU_TRY(accept_channel(l0, l0->accept.items[i], ctx));
    return GAU_OK;
}

static gau_status decode(struct gau_level1 *out, const struct l0_decision *l0, gau_context *ctx)
{
    size_t size;
    const uint8_t *const bank = gau_store_get(ctx, l0->bank, &size);
    struct gau_bank_fault fault;

    if (!bank)
        return gau_fail(ctx->error, GAU_ERR_FAILED, "there is no bank '%s'", l0->input);
    fault = gau_bank_decode(out, bank, size);
    if (fault.what)
        return gau_fail(ctx->error, GAU_ERR_FAILED,
                        "bank '%s', %zu bytes: %s is 0x%" PRIx32 ", not 0x%" PRIx32 "%s", l0->input,
                        size, fault.what, fault.found, fault.expected,
                        fault.or_more ? " or more" : "");
    if (l0->channels.count < MAX_CHANNELS && out->decisions >> l0->channels.count)
        return gau_fail(ctx->error, GAU_ERR_FAILED,
                        "bank '%s': bits 0x%" PRIx32 " are set, but there are %zu channels",
                        l0->input, out->decisions, l0->channels.count);
    return GAU_OK;
}

static gau_status l0_decision_execute(void *self, gau_context *ctx)
{
    struct l0_decision *const l0 = self;
    struct gau_level1 level1;
    double row[MAX_COLUMNS], *others = row + l0->channels.count;
    bool accepted;

    GAU_TRY(decode(&level1, l0, ctx));
    for (size_t i = 0; i < l0->channels.count; i++) {
        const uint32_t bit = level1.decisions >> i & 1;

        row[i] = bit;
        l0->set[i] += bit;
    }
    others[0] = level1.sum_et;
    others[1] = (double)level1.n_muons;
    others[2] = level1.n_muons > 0 ? level1.muon_pt[0] : 0;
    others[3] = level1.n_muons > 1 ? level1.muon_pt[1] : 0;
    GAU_TRY(gau_columns_put(&l0->out, row, 1, sizeof row, ctx));
    accepted = level1.decisions & l0->accepted_bits;
    l0->counts[EVENTS]++;
    l0->counts[ACCEPTED] += accepted;
    return accepted ? GAU_OK : GAU_REJECT;
}

static void l0_decision_merge(void *self, void *other)
{
    struct l0_decision *const all = self;
    const struct l0_decision *const more = other;

    gau_counts_merge(all->counts, more->counts, N_COUNTS);
    gau_counts_merge(all->set, more->set, MAX_CHANNELS);
}

static gau_status l0_decision_finalize(void *self, gau_context *ctx)
{
    const struct l0_decision *const l0 = self;
    gau_result *const result = gau_result_open(ctx, "level0");

    gau_result_merge(result, "channels: channel key, events sum");
    gau_counts_report(result, l0->counts, count_names, N_COUNTS);
    gau_result_table(result, "channels");
    for (size_t i = 0; i < l0->channels.count; i++) {
        gau_result_row(result);
        gau_result_text(result, "channel", l0->channels.items[i]);
        gau_result_integer(result, "events", "", (int64_t)l0->set[i]);
    }
    gau_result_end(result);
    return GAU_OK;
}

static const gau_class l0_decision_class = {
    GAU_CLASS("L0Decision", struct l0_decision,
              "Decodes the raw bank of the first trigger level into bits."),
    .properties = l0_decision_properties,
    .initialize = l0_decision_initialize,
    .merge = l0_decision_merge,
    .finalize = l0_decision_finalize,
    .algorithm = GAU_ALGORITHM(.execute = l0_decision_execute),
};
GAU_MODULE(&l0_decision_class);
