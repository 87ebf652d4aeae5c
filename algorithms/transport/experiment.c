/* SPDX-License-Identifier: Apache-2.0 */
#include "experiment.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>

const char *const gau_detector_regions[GAU_DETECTOR_REGIONS] = {
    "World", "BeamPipe", "Tracker", "ECalBarrel", "ECalEndcap", "HCal",
};

/* Radiation lengths and critical energies of electrons: Particle Data Group, "Atomic and nuclear
 * properties of materials", https://pdg.lbl.gov/AtomicNuclearProperties. */
static const struct gau_material vacuum = {HUGE_VAL, 0}, air = {303900, 87.92},
                                 beryllium = {352.8, 113.70}, silicon = {93.70, 40.19},
                                 polystyrene = {413.1, 93.11}, iron = {17.57, 21.68},
                                 lead = {5.612, 7.43};

/* A tube with layers of another material, the first one at the side of the vertex. */
struct part {
    enum gau_detector_region region;
    gau_claim claim;
    double r_min, r_max, z_min, z_max;
    const struct gau_material *material, *layer;
    enum { ALONG_R, ALONG_Z } along;
    int layers;
    double pitch, thickness;
};

#define ECAL(z_min, z_max, r_min, r_max, region, along)                                         \
    {                                                                                           \
        region, GAU_CLAIM_ASSEMBLY, r_min, r_max, z_min, z_max, &polystyrene, &lead, along, 30, \
            10.0, 5.0                                                                           \
    }
#define HCAL(z_min, z_max, r_min, r_max, along)                                                  \
    {                                                                                            \
        GAU_IN_HCAL, GAU_CLAIM_ASSEMBLY, r_min, r_max, z_min, z_max, &polystyrene, &iron, along, \
            15, 60.0, 50.0                                                                       \
    }

/* Calorimeters are assemblies: their modules lie in the world, and each is claimed. */
static const struct part parts[] = {
    {GAU_IN_BEAM_PIPE, GAU_CLAIM_SOLID, 0, 24, -4000, 4000, &beryllium, &vacuum, ALONG_R, 1, 24,
     23},
    {GAU_IN_TRACKER, GAU_CLAIM_SOLID, 40, 1200, -2500, 2500, &air, &silicon, ALONG_R, 4, 290, 1},
    ECAL(-2400, -1200, 1300, 1600, GAU_IN_ECAL_BARREL, ALONG_R),
    ECAL(-1200, 0, 1300, 1600, GAU_IN_ECAL_BARREL, ALONG_R),
    ECAL(0, 1200, 1300, 1600, GAU_IN_ECAL_BARREL, ALONG_R),
    ECAL(1200, 2400, 1300, 1600, GAU_IN_ECAL_BARREL, ALONG_R),
    ECAL(-2900, -2600, 250, 1250, GAU_IN_ECAL_ENDCAP, ALONG_Z),
    ECAL(2600, 2900, 250, 1250, GAU_IN_ECAL_ENDCAP, ALONG_Z),
    HCAL(-2900, 2900, 1700, 2600, ALONG_R),
    HCAL(-3900, -3000, 250, 2600, ALONG_Z),
    HCAL(3000, 3900, 250, 2600, ALONG_Z),
};

static struct gau_tubes detector;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add_layer(const struct part *part, const struct gau_tube *whole, int number)
{
    const double from = number * part->pitch, to = from + part->thickness;
    struct gau_tube layer = *whole;

    if (part->along == ALONG_R) {
        layer.r_min = whole->r_min + from;
        layer.r_max = whole->r_min + to;
    } else if (whole->z_max > 0) {
        layer.z_min = whole->z_min + from;
        layer.z_max = whole->z_min + to;
    } else {
        layer.z_max = whole->z_max - from;
        layer.z_min = whole->z_max - to;
    }
    layer.material = part->layer;
    layer.volume = gau_volume_add(GAU_NO_REGION, whole->volume);
    detector.tubes[detector.n++] = layer;
}

static void add_part(const struct part *part, size_t number)
{
    const struct gau_tube whole = {.r_min = part->r_min,
                                   .r_max = part->r_max,
                                   .z_min = part->z_min,
                                   .z_max = part->z_max,
                                   .material = part->material,
                                   .region = part->region,
                                   .volume = gau_volume_add(GAU_NO_REGION, GAU_NO_VOLUME)};
    const char *const region = gau_detector_regions[part->region];
    char name[64];

    snprintf(name, sizeof name, "%s/%zu", region, number);
    gau_volume_claim(whole.volume, gau_region_register(region), part->claim, name);
    detector.tubes[detector.n++] = whole;
    for (int i = 0; i < part->layers; i++)
        add_layer(part, &whole, i);
}

static void build_detector(void)
{
    detector.tubes[detector.n++] = (struct gau_tube){
        .r_max = 2700, .z_min = -4000, .z_max = 4000, .material = &air, .region = GAU_IN_WORLD};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        add_part(&parts[i], i);
    gau_tubes_make_grid(&detector);
}

const struct gau_tubes *gau_experiment(void)
{
    pthread_once(&once, build_detector);
    return &detector;
}
