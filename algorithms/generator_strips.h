/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_GENERATOR_STRIPS_H
#define GAUDIT_ALGORITHMS_GENERATOR_STRIPS_H

#include "columns.h"

/*
 * Strips of a silicon detector with noise; a part of GeneratorInput.
 *
 * Eight layers of 1024 strips are crossed by straight tracks, a Poisson number with mean Crossings:
 * the first layer anywhere, with a slope of up to 5 strips per layer. A crossing leaves charge
 * after the distribution of Moyal (Phil. Mag. 46 (1955) 263), most probably 30 ADC counts, with
 * width 3, spread like a Gaussian of 0.4 strips. Each strip has Gaussian noise of 1.5 ADC counts;
 * it is read out from 3 counts on, in whole counts, 255 at most.
 *
 * Makes table "strips" (layer, strip, charge), by layer, then strip, and for checks table
 * "truth_strips" (layer, position in strips) of the crossings. Nothing is made that nobody reads.
 */
struct gau_strip_generator {
    double crossings;
    uint64_t seed;
    struct gau_columns strips, truth;
};

#define GAU_STRIP_GENERATOR_PROPERTIES(Struct, field)                \
    GAU_DOUBLE(Struct, field.crossings, "Crossings", 20, 0, 100, "", \
               "Tracks through the strip detector in an event, on average")

void gau_strip_generator_declare(struct gau_strip_generator *generator, gau_context *ctx);
gau_status gau_strip_generator_put(const struct gau_strip_generator *generator, gau_context *ctx);

#endif
