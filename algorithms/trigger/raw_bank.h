/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRIGGER_RAW_BANK_H
#define GAUDIT_ALGORITHMS_TRIGGER_RAW_BANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The bank in which the first trigger level reports what it has seen. Numbers are little-endian:
 *
 *     byte    bytes
 *     0       2      0xCBCB, by which a bank is known
 *     2       2      size of the bank in bytes, all of it; a multiple of 4
 *     4       1      type: 1
 *     5       1      version: 1
 *     6       2      source: 0
 *     8       4      decisions: bit i is that of channel i
 *     12      2      sum of transverse energy, in steps of 0.25 GeV; 0xFFFF: that or more
 *     14      1      number n of muons, at most 16
 *     15      1      0
 *     16      2 n    pt of the muons, in steps of 0.5 GeV, by falling pt; 0xFFFF: that or more
 *     16+2n   0, 2   zeros, up to a multiple of 4
 *     ...     4      checksum of all before: CRC-32 (IEEE 802.3, as in zlib)
 *
 * The first 8 bytes have the form of the header of raw banks of LHCb.
 */

enum { GAU_BANK_MUONS = 16, GAU_BANK_SIZE_MAX = 16 + 2 * GAU_BANK_MUONS + 4 };

struct gau_level1 {
    uint32_t decisions;
    double sum_et;                  /* GeV */
    double muon_pt[GAU_BANK_MUONS]; /* GeV, by falling pt */
    size_t n_muons;
};

/* Number of bytes. Energies are rounded down to steps. */
size_t gau_bank_encode(uint8_t out[GAU_BANK_SIZE_MAX], const struct gau_level1 *level1);

/* What is wrong with a bank, which may hold anything. */
struct gau_bank_fault {
    const char *what; /* NULL: nothing */
    uint32_t found, expected;
    bool or_more; /* than expected would be right as well */
};

struct gau_bank_fault gau_bank_decode(struct gau_level1 *out, const uint8_t *bank, size_t size);

#endif
