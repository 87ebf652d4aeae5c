/* SPDX-License-Identifier: Apache-2.0 */
#include "region_tracks.h"

#include <stdlib.h>
#include <string.h>

enum { FEWEST_SLOTS = 1024 };

static uint64_t hash_of(uint64_t track)
{
    return (track * 0x9e3779b97f4a7c15u) >> 32;
}

/* --- tracks -------------------------------------------------------------------------------- */

/* The slot that has @p track, or that it belongs into. */
static struct region_track *slot_of(const struct region_tracks *t, uint64_t track)
{
    uint64_t at = hash_of(track) & t->mask;

    while (t->tracks[at].event == t->serial && t->tracks[at].track != track)
        at = (at + 1) & t->mask;
    return &t->tracks[at];
}

/* NULL: it is not known. */
static struct region_track *find_track(struct region_tracks *t, uint64_t track)
{
    struct region_track *const slot = slot_of(t, track);

    return track != 0 && slot->event == t->serial ? slot : NULL;
}

static bool grow(struct region_tracks *t)
{
    struct region_track *const old = t->tracks;
    const uint64_t size = t->mask + 1;
    struct region_track *const grown = calloc(2 * size, sizeof *grown);

    if (!grown)
        return false;
    t->tracks = grown;
    t->mask = 2 * size - 1;
    for (uint64_t i = 0; i < size; i++)
        if (old[i].event == t->serial)
            *slot_of(t, old[i].track) = old[i];
    free(old);
    t->current = &t->none;
    return true;
}

/* Never NULL: what stands for no track, if there is no room. */
static struct region_track *find_or_add(struct region_tracks *t, uint64_t track)
{
    struct region_track *slot = find_track(t, track);

    if (slot)
        return slot;
    t->none =
        (struct region_track){0, 0, GAU_REGION_UNKNOWN, GAU_REGION_UNKNOWN, GAU_REGION_UNKNOWN};
    if (track == 0)
        return &t->none;
    if (2 * (uint64_t)t->n_tracks >= t->mask && !grow(t)) {
        t->lost++;
        return &t->none;
    }
    slot = slot_of(t, track);
    *slot = (struct region_track){track, t->serial, GAU_REGION_UNKNOWN, GAU_REGION_UNKNOWN,
                                  GAU_REGION_UNKNOWN};
    t->n_tracks++;
    return slot;
}

void gau_region_track_begin(struct region_tracks *t, uint64_t track, uint64_t parent,
                            gau_volume volume)
{
    const struct region_track *known = find_track(t, parent);
    const gau_region last = known ? known->last : GAU_REGION_UNKNOWN;
    const gau_region origin = known ? known->origin : GAU_REGION_UNKNOWN;
    struct region_track *const begun = find_or_add(t, track);

    begun->birth = last != GAU_REGION_UNKNOWN ? last : gau_volume_own_region(volume);
    begun->origin = origin != GAU_REGION_UNKNOWN ? origin : gau_volume_region(volume);
}

void gau_region_track_end(struct region_tracks *t, uint64_t track)
{
    struct region_track *const ended = find_track(t, track);

    if (ended)
        ended->birth = GAU_REGION_UNKNOWN;
}

/* --- steps --------------------------------------------------------------------------------- */

static inline struct region_sums *sums_of(struct region_tracks *t, gau_region region)
{
    if (__builtin_expect(region > t->last_region, 0))
        t->last_region = region;
    return &t->sums[region];
}

static void charge(struct region_tracks *t, uint64_t duration, gau_region region, gau_region origin)
{
    struct region_sums *sums = sums_of(t, t->last_location);

    sums->at_location += duration;
    sums->intervals++;
    sums = sums_of(t, t->last_birth);
    sums->by_birth += duration;
    sums->births++;
    sums_of(t, region)->of_steps += duration;
    sums_of(t, origin)->by_origin += duration;
}

/* A track that did not begin, or ended, has its birth now. */
static void give_birth(struct region_tracks *t, struct region_track *track, gau_region region)
{
    track->birth = region;
    if (track->origin == GAU_REGION_UNKNOWN)
        track->origin = region;
    t->fallbacks += track != &t->none;
}

/* The clock of another core may be behind: the interval has no duration, and the next begins
 * there. */
void gau_region_step(struct region_tracks *t, uint64_t now, uint64_t track, gau_region region)
{
    struct region_track *current = t->current;

    if (__builtin_expect(current->track != track || track == 0, 0))
        t->current = current = find_or_add(t, track);
    if (__builtin_expect(current->birth == GAU_REGION_UNKNOWN, 0))
        give_birth(t, current, region);
    sums_of(t, region)->steps++;
    if (__builtin_expect(t->stepped, 1))
        charge(t, now > t->last_time ? now - t->last_time : 0, region, current->origin);
    t->stepped = true;
    t->last_time = now;
    t->last_location = region;
    t->last_birth = current->birth;
    current->last = region;
}

/* --- events -------------------------------------------------------------------------------- */

bool gau_region_tracks_begin(struct region_tracks *t)
{
    *t = (struct region_tracks){.mask = FEWEST_SLOTS - 1, .serial = 1, .current = &t->none};
    t->sums = calloc(GAU_MAX_REGIONS + 1, sizeof *t->sums);
    t->tracks = calloc(FEWEST_SLOTS, sizeof *t->tracks);
    if (t->sums && t->tracks)
        return true;
    gau_region_tracks_end(t);
    return false;
}

void gau_region_tracks_end(struct region_tracks *t)
{
    free(t->sums);
    free(t->tracks);
    t->sums = NULL;
    t->tracks = NULL;
}

void gau_region_tracks_clear(struct region_tracks *t)
{
    memset(t->sums, 0, ((size_t)t->last_region + 1) * sizeof *t->sums);
    t->last_region = 0;
    t->n_tracks = 0;
    t->fallbacks = 0;
    t->stepped = false;
    t->none.track = 0;
    t->current = &t->none;
    if (++t->serial == 0) {
        memset(t->tracks, 0, (t->mask + 1) * sizeof *t->tracks);
        t->serial = 1;
    }
}
