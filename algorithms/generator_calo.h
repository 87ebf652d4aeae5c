/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GENERATOR_CALO_H
#define GAUDIT_ALGORITHMS_GENERATOR_CALO_H

#include "columns.h"
#include "generator.h"

/*
 * A calorimeter with showers and noise, and what the first trigger level makes of it and of muons;
 * a part of GeneratorInput. GeV, radians.
 *
 * 68 x 72 cells cover |eta| < 2.958 and the ring in phi (0.087 x 2 pi / 72, as those of the hadron
 * calorimeter of CMS). A Poisson number with mean Showers falls anywhere, with dN/dEt ~ Et^-3 from
 * 2 to 100 GeV. Energy is measured with a relative resolution of 0.8 / sqrt(E / GeV), and spread
 * like a Gaussian of half a cell. Each cell has Gaussian noise of 0.2 GeV; cells are read out if
 * |E| is 0.4 GeV or more, so there are negative energies, as in real data,
 * and about 5 % of the energy is lost. Muons leave nothing.
 *
 * Makes table "calo" (energy, eta, phi) of the cells that are read out, and for checks table
 * "truth_showers" (et, eta, phi). Nothing is made that nobody reads.
 *
 * Level 1: table "towers" (et, eta, phi) of 4 x 4 cells with 1 GeV or more, in steps of 0.5 GeV;
 * and "raw_l0", the bank of raw_bank.h, with the muons of table "l1", the sum of the towers, and
 * the decisions: bit 0 (a muon with 5 GeV), bit 1 (two muons with 2.5 GeV each), bit 2 (sum of 60
 * GeV). In a part DamagedBanks of the events one bit of the bank is wrong.
 */
enum { GAU_CALO_ETA = 68, GAU_CALO_PHI = 72 };

struct gau_calo_generator {
    double showers, damaged_banks;
    uint64_t seed;
    struct gau_columns cells, truth, towers;
    gau_key bank;
};

#define GAU_CALO_GENERATOR_PROPERTIES(Struct, field)                         \
    GAU_DOUBLE(Struct, field.showers, "Showers", 12, 0, 100, "",             \
               "Showers in the calorimeter in an event, on average"),        \
        GAU_DOUBLE(Struct, field.damaged_banks, "DamagedBanks", 0, 0, 1, "", \
                   "Fraction of the events with a wrong bit in the raw bank of level 1")

void gau_calo_generator_declare(struct gau_calo_generator *generator, gau_context *ctx);

/* @p muons are those of table "l1". */
gau_status gau_calo_generator_put(const struct gau_calo_generator *generator,
                                  const struct gau_muon *muons, size_t n, gau_context *ctx);

/* Middles of cells. */
double gau_calo_eta(double cell);
double gau_calo_phi(double cell);

#endif
