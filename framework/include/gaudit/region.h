/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REGION_H
#define GAUDIT_REGION_H

/**
 * @file region.h
 * Regions: where a particle, or a computation, is while an event is processed. A program says it at
 * the end of each step; RegionAuditor says what each region costs.
 *
 *     static gau_volume ecal;
 *     ecal = gau_volume_add(gau_region_register("ECal"), GAU_NO_VOLUME);   // once
 *     ...
 *     gau_track_begin(track, parent, volume);                             // in each event
 *     while (transport(&particle))
 *         gau_step(track, volume);         // at the end of a step; the volume it began in
 *     gau_track_end(track);
 *
 * Tracks and steps belong to the event that this thread processes, in a job as in a program with
 * its own loop, see event.h. They need no context, cannot fail, leave errno alone, and cost nothing
 * but a comparison where nothing is audited.
 *
 * Regions and volumes belong to the process: they are there from the call that made them on, and
 * are the same for all threads. All functions may be called by any thread. The semantics are those
 * of the region plugin of k4Bench (https://github.com/key4hep/k4Bench).
 */

#include <gaudit/section.h>

GAU_BEGIN_DECLS

/** A region with a name, such as a detector: 1, 2, ... */
typedef uint32_t gau_region;
#define GAU_NO_REGION 0u /**< called "unattributed" */

/** A volume, a place in a tree of volumes: 1, 2, ... It is in a region, or in that of the nearest
 * volume above it that is in one. */
typedef uint32_t gau_volume;
#define GAU_NO_VOLUME 0u /**< the world; in no region */

enum {
    GAU_MAX_REGIONS = 16383,
    GAU_MAX_REGION_NAME = 1024, /**< bytes */
    GAU_MAX_VOLUMES = 1048575,
};

/* --- regions and volumes ------------------------------------------------------------------- */

/**
 * The region of that name, which is made if it is new. GAU_NO_REGION: the name is NULL, empty, too
 * long or "unattributed", there are too many, or out of memory.
 */
GAU_API gau_region gau_region_register(const char *name);

/** Its name, as long as the process. Of GAU_NO_REGION, and of what is no region: "unattributed". */
GAU_API const char *gau_region_name(gau_region region);

/** The largest region so far. */
GAU_API uint32_t gau_region_count(void);

/** How many volumes are in @p region themselves. */
GAU_API uint32_t gau_region_volumes(gau_region region);

/**
 * A new volume in @p region, or with GAU_NO_REGION in that of @p parent. GAU_NO_VOLUME: there are
 * too many. What is no region or volume counts as none.
 */
GAU_API gau_volume gau_volume_add(gau_region region, gau_volume parent);

/** How a region claims a volume that may belong to another one. */
typedef enum gau_claim {
    /** A detector that is this volume: it takes the volume over, whatever had it before. */
    GAU_CLAIM_SOLID,
    /** A detector that is an assembly, which has no volume at run time, claims each volume in it:
     * the first claim holds. One that comes too late is a collision, which is reported. */
    GAU_CLAIM_ASSEMBLY
} gau_claim;

/**
 * Puts @p volume, and what is below it without a region of its own, into @p region. Returns the
 * region that it is in afterwards, which differs from @p region after a collision. @p name: of the
 * volume, for the report of a collision; NULL: none. Meant for the set-up: steps of other threads
 * may count for the old region for a moment.
 */
GAU_API gau_region gau_volume_claim(gau_volume volume, gau_region region, gau_claim claim,
                                    const char *name);

/** The region of @p volume: its own, or that of the nearest volume above it that has one. */
GAU_API gau_region gau_volume_region(gau_volume volume);

/** The region that @p volume itself was given; GAU_NO_REGION: none. */
GAU_API gau_region gau_volume_own_region(gau_volume volume);

/** A claim that came too late. */
typedef struct gau_collision {
    const char *volume; /**< as long as the process; "" if it has no name */
    gau_region winner, loser;
} gau_collision;

/** How many there were, one for each volume and loser. @p index: smaller than that. */
GAU_API uint32_t gau_volume_collisions(void);
GAU_API gau_collision gau_volume_collision(uint32_t index);

/* --- tracks and steps ---------------------------------------------------------------------- */

/** Behind the functions below, for a thread that is audited. */
GAU_API void gau_track_begin_audited(uint64_t track, uint64_t parent, gau_volume volume);
GAU_API void gau_step_audited(uint64_t track, gau_volume volume);
GAU_API void gau_track_end_audited(uint64_t track);

/** This thread may be audited. */
static inline bool gau_regions_active(void)
{
    return __builtin_expect(
        gau_section_worker != __atomic_load_n(&gau_section_inactive, __ATOMIC_RELAXED), 0);
}

/**
 * Track @p track, a number from 1 on that is unique in the event, begins in @p volume; also when it
 * goes on after it was suspended. @p parent: the track that made it; 0: it is a primary one.
 */
static inline void gau_track_begin(uint64_t track, uint64_t parent, gau_volume volume)
{
    if (gau_regions_active())
        gau_track_begin_audited(track, parent, volume);
}

/** A step of @p track ends, which began in @p volume. Track 0: no track is known. */
static inline void gau_step(uint64_t track, gau_volume volume)
{
    if (gau_regions_active())
        gau_step_audited(track, volume);
}

static inline void gau_track_end(uint64_t track)
{
    if (gau_regions_active())
        gau_track_end_audited(track);
}

GAU_END_DECLS

#endif
