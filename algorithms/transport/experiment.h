/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRANSPORT_EXPERIMENT_H
#define GAUDIT_ALGORITHMS_TRANSPORT_EXPERIMENT_H

#include "nested_tubes.h"

/*
 * A detector at a collider, of tubes around the beam: beam pipe, tracker, electromagnetic
 * calorimeter in barrel and endcaps, hadron calorimeter. Its regions and volumes are registered
 * once per process, see <gaudit/region.h>.
 */

enum gau_detector_region {
    GAU_IN_WORLD, /* air between detectors; in no region */
    GAU_IN_BEAM_PIPE,
    GAU_IN_TRACKER,
    GAU_IN_ECAL_BARREL,
    GAU_IN_ECAL_ENDCAP,
    GAU_IN_HCAL,
    GAU_DETECTOR_REGIONS
};

/* Names of the regions; of the first one "World". */
extern const char *const gau_detector_regions[GAU_DETECTOR_REGIONS];

/* May be called by any thread. */
const struct gau_tubes *gau_experiment(void);

#endif
