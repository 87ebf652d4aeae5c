/* SPDX-License-Identifier: Apache-2.0 */
#include "raw_bank.h"

#include <math.h>

enum { MAGIC = 0xcbcb, TYPE = 1, VERSION = 1, HEAD = 16, CHECKSUM = 4 };

static const double et_step = 0.25, pt_step = 0.5;

/* --- bytes --------------------------------------------------------------------------------- */

static void put16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value & 0xff);
    at[1] = (uint8_t)(value >> 8 & 0xff);
}

static void put32(uint8_t *at, uint32_t value)
{
    put16(at, value & 0xffff);
    put16(at + 2, value >> 16);
}

static uint32_t get16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t get32(const uint8_t *at)
{
    return get16(at) | get16(at + 2) << 16;
}

static uint32_t steps_of(double value, double step)
{
    return (uint32_t)fmin(fmax(floor(value / step), 0), 0xffff);
}

/* Bit by bit: a bank has few bytes. */
static uint32_t checksum(const uint8_t *bytes, size_t n)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static size_t size_for(size_t n_muons)
{
    return HEAD + (2 * n_muons + 3) / 4 * 4 + CHECKSUM;
}

/* --- banks --------------------------------------------------------------------------------- */

size_t gau_bank_encode(uint8_t out[GAU_BANK_SIZE_MAX], const struct gau_level1 *level1)
{
    const size_t n = level1->n_muons < GAU_BANK_MUONS ? level1->n_muons : GAU_BANK_MUONS;
    const size_t size = size_for(n);

    for (size_t i = 0; i < size; i++)
        out[i] = 0;
    put16(out, MAGIC);
    put16(out + 2, (uint32_t)size);
    out[4] = TYPE;
    out[5] = VERSION;
    put32(out + 8, level1->decisions);
    put16(out + 12, steps_of(level1->sum_et, et_step));
    out[14] = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        put16(out + HEAD + 2 * i, steps_of(level1->muon_pt[i], pt_step));
    put32(out + size - CHECKSUM, checksum(out, size - CHECKSUM));
    return size;
}

static struct gau_bank_fault check_bank(const uint8_t *bank, size_t size)
{
    if (size < HEAD + CHECKSUM)
        return (struct gau_bank_fault){"length", (uint32_t)size, HEAD + CHECKSUM, true};
    if (get16(bank) != MAGIC)
        return (struct gau_bank_fault){"mark", get16(bank), MAGIC, false};
    if (get16(bank + 2) != size)
        return (struct gau_bank_fault){"size", get16(bank + 2), (uint32_t)size, false};
    if (bank[4] != TYPE)
        return (struct gau_bank_fault){"type", bank[4], TYPE, false};
    if (bank[5] != VERSION)
        return (struct gau_bank_fault){"version", bank[5], VERSION, false};
    if (get32(bank + size - CHECKSUM) != checksum(bank, size - CHECKSUM))
        return (struct gau_bank_fault){"checksum", get32(bank + size - CHECKSUM),
                                       checksum(bank, size - CHECKSUM), false};
    if (bank[14] > GAU_BANK_MUONS || size_for(bank[14]) != size)
        return (struct gau_bank_fault){"size for its muons", (uint32_t)size,
                                       (uint32_t)size_for(bank[14]), false};
    return (struct gau_bank_fault){.what = NULL};
}

struct gau_bank_fault gau_bank_decode(struct gau_level1 *out, const uint8_t *bank, size_t size)
{
    const struct gau_bank_fault fault = check_bank(bank, size);

    if (fault.what)
        return fault;
    *out = (struct gau_level1){.decisions = get32(bank + 8),
                               .sum_et = get16(bank + 12) * et_step,
                               .n_muons = bank[14]};
    for (size_t i = 0; i < out->n_muons; i++)
        out->muon_pt[i] = get16(bank + HEAD + 2 * i) * pt_step;
    return fault;
}
