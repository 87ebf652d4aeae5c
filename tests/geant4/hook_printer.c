/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <stdio.h>

/*
 * Prints events, tracks and steps: a line for each hook, with the number of the event in front.
 * Then the regions, and the collisions of the volumes.
 */

static void printer_before(void *self, const gau_context *ctx)
{
    (void)self;
    if (ctx->event)
        printf("%d begin\n", (int)ctx->event);
}

static void printer_after(void *self, const gau_context *ctx, gau_outcome outcome)
{
    (void)self;
    if (ctx->event)
        printf("%d %s%s\n", (int)ctx->event, outcome.final == GAU_OK ? "accepted" : "rejected",
               outcome.flags & GAU_OUTCOME_UNFINISHED ? ", no end" : "");
}

static void printer_track_begin(void *self, const gau_context *ctx, uint64_t track, uint64_t parent,
                                gau_volume volume)
{
    (void)self;
    printf("%d ( %d of %d in %s\n", (int)ctx->event, (int)track, (int)parent,
           gau_region_name(gau_volume_region(volume)));
}

static void printer_step(void *self, const gau_context *ctx, uint64_t track, gau_volume volume,
                         gau_region region)
{
    (void)self, (void)volume;
    printf("%d - %d in %s\n", (int)ctx->event, (int)track, gau_region_name(region));
}

static void printer_track_end(void *self, const gau_context *ctx, uint64_t track)
{
    (void)self;
    printf("%d ) %d\n", (int)ctx->event, (int)track);
}

static gau_status printer_finalize(void *self, gau_context *ctx)
{
    (void)self, (void)ctx;
    for (gau_region region = 1; region <= gau_region_count(); region++)
        printf("region %s: %d volumes\n", gau_region_name(region), (int)gau_region_volumes(region));
    for (uint32_t i = 0; i < gau_volume_collisions(); i++) {
        const gau_collision c = gau_volume_collision(i);

        printf("collision of %s: %s, not %s\n", c.volume, gau_region_name(c.winner),
               gau_region_name(c.loser));
    }
    return GAU_OK;
}

static const gau_class printer_class = {
    GAU_CLASS("HookPrinter", char, "Prints events, tracks and steps."),
    .finalize = printer_finalize,
    .auditor = GAU_AUDITOR(.only_events = true, .before = printer_before, .after = printer_after,
                           .track_begin = printer_track_begin, .step = printer_step,
                           .track_end = printer_track_end),
};
GAU_MODULE(&printer_class);
