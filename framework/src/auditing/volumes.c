/* SPDX-License-Identifier: Apache-2.0 */
#include "volumes.h"

#include "framework/src/support/hash_index.h"

#include "table/heap.h"
#include "table/utf8.h"

#include <pthread.h>
#include <string.h>

/*
 * Regions and volumes of the process: tables that only grow, so that steps need no lock. Untouched
 * pages cost nothing.
 */

enum { SLOTS = 2 * (GAU_MAX_REGIONS + 1) };

struct region {
    const char *name;
    uint32_t volumes; /* atomic */
};

/* The fields of regions are atomic, as claims change them. */
struct volume {
    gau_volume parent;
    gau_region own, nearest;
    bool has_children;
};

struct collision {
    gau_volume volume;
    gau_collision named;
};

static struct region regions[GAU_MAX_REGIONS + 1];
static uint32_t slots[SLOTS]; /* regions by name: open addressing */
static uint32_t n_regions;    /* atomic, as is n_volumes */
static struct volume volumes[GAU_MAX_VOLUMES + 1];
static uint32_t n_volumes;
static struct collision *collisions;
static uint32_t n_collisions, collision_room;
static struct gau_bump_allocator heap; /* of names */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gau_volumes_lock(void)
{
    pthread_mutex_lock(&lock);
}

void gau_volumes_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

static uint32_t load(const uint32_t *number)
{
    return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

/* NULL: out of memory. */
static char *keep_name(const char *name)
{
    char *const copy = gau_bump_allocator_take(&heap, strlen(name) + 1);

    return copy ? strcpy(copy, name) : NULL;
}

/* --- regions ------------------------------------------------------------------------------- */

static const char unattributed[] = "unattributed";

static gau_region existing_region(gau_region region)
{
    return region <= load(&n_regions) ? region : GAU_NO_REGION;
}

/* The lock is held. */
static gau_region find_or_add(const char *name)
{
    size_t at = gau_hash(0, name, strlen(name)) % SLOTS;

    while (slots[at] && strcmp(regions[slots[at]].name, name) != 0)
        at = (at + 1) % SLOTS;
    if (!slots[at] && n_regions < GAU_MAX_REGIONS &&
        (regions[n_regions + 1].name = keep_name(name))) {
        slots[at] = n_regions + 1;
        __atomic_store_n(&n_regions, n_regions + 1, __ATOMIC_RELEASE);
    }
    return slots[at];
}

gau_region gau_region_register(const char *name)
{
    char shown[GAU_MAX_REGION_NAME + 1];
    gau_region region;

    if (!name || !*name || strnlen(name, sizeof shown) == sizeof shown ||
        strcmp(name, unattributed) == 0)
        return GAU_NO_REGION;
    gau_utf8_disarm(strcpy(shown, name));
    gau_volumes_lock();
    region = find_or_add(shown);
    gau_volumes_unlock();
    return region;
}

const char *gau_region_name(gau_region region)
{
    region = existing_region(region);
    return region ? regions[region].name : unattributed;
}

uint32_t gau_region_count(void)
{
    return load(&n_regions);
}

uint32_t gau_region_volumes(gau_region region)
{
    return load(&regions[existing_region(region)].volumes);
}

/* --- volumes ------------------------------------------------------------------------------- */

static gau_volume existing_volume(gau_volume volume)
{
    return volume <= load(&n_volumes) ? volume : GAU_NO_VOLUME;
}

/* The lock is held. The world stays in none. */
static void give(gau_volume volume, gau_region region)
{
    struct volume *const v = &volumes[volume];

    if (v->own)
        __atomic_store_n(&regions[v->own].volumes, regions[v->own].volumes - 1, __ATOMIC_RELEASE);
    if (region)
        __atomic_store_n(&regions[region].volumes, regions[region].volumes + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&v->own, region, __ATOMIC_RELEASE);
    __atomic_store_n(&v->nearest, region ? region : volumes[v->parent].nearest, __ATOMIC_RELEASE);
}

gau_volume gau_volume_add(gau_region region, gau_volume parent)
{
    gau_volume volume = GAU_NO_VOLUME;

    gau_volumes_lock();
    if (n_volumes < GAU_MAX_VOLUMES) {
        volume = n_volumes + 1;
        volumes[volume].parent = existing_volume(parent);
        volumes[volumes[volume].parent].has_children = true;
        give(volume, existing_region(region));
        __atomic_store_n(&n_volumes, volume, __ATOMIC_RELEASE);
    }
    gau_volumes_unlock();
    return volume;
}

/* A volume is added after its parent. */
static void pass_down(gau_volume volume)
{
    for (gau_volume v = volume + 1; v <= n_volumes; v++)
        if (!volumes[v].own)
            __atomic_store_n(&volumes[v].nearest, volumes[volumes[v].parent].nearest,
                             __ATOMIC_RELEASE);
}

/* The lock is held. */
static void note_collision(gau_volume volume, gau_region loser, const char *name)
{
    char *kept;

    for (uint32_t i = 0; i < n_collisions; i++)
        if (collisions[i].named.loser == loser && collisions[i].volume == volume)
            return;
    if (!gau_array_grow(&collisions, n_collisions, &collision_room, sizeof *collisions))
        return;
    kept = name ? keep_name(name) : NULL;
    if (kept)
        gau_utf8_disarm(kept);
    collisions[n_collisions++] =
        (struct collision){volume, {kept ? kept : "", volumes[volume].own, loser}};
}

gau_region gau_volume_claim(gau_volume volume, gau_region region, gau_claim claim, const char *name)
{
    struct volume *v;
    gau_region own;

    gau_volumes_lock();
    volume = existing_volume(volume);
    region = existing_region(region);
    v = &volumes[volume];
    if (claim == GAU_CLAIM_ASSEMBLY && v->own && v->own != region) {
        note_collision(volume, region, name);
    } else if (volume && v->own != region) {
        give(volume, region);
        if (v->has_children)
            pass_down(volume);
    }
    own = v->own;
    gau_volumes_unlock();
    return own;
}

gau_region gau_volume_region(gau_volume volume)
{
    return load(&volumes[existing_volume(volume)].nearest);
}

gau_region gau_volume_own_region(gau_volume volume)
{
    return load(&volumes[existing_volume(volume)].own);
}

uint32_t gau_volume_collisions(void)
{
    uint32_t n;

    gau_volumes_lock();
    n = n_collisions;
    gau_volumes_unlock();
    return n;
}

gau_collision gau_volume_collision(uint32_t index)
{
    gau_collision collision;

    gau_volumes_lock();
    collision = collisions[index].named;
    gau_volumes_unlock();
    return collision;
}
