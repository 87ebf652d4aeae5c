/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/common/random.h"

#include <gaudit/gaudit.h>

#include <math.h>
#include <stdlib.h>

/**
 * @file allocate.c
 * Allocate: allocates memory and frees it. Accepts every event. For demonstrations and
 * measurements.
 *
 *     <algorithm type="Allocate" name="Buffers">
 *       <property name="Bytes" value="4096"/>
 *       <property name="Count" value="100"/>
 *     </algorithm>
 *
 * Per event Count blocks of Bytes are allocated, all of them, then freed in the same order. With
 * Touch one byte of each page of 4096 bytes is written, so that the system must provide it. Count x
 * Bytes is at most 1 GiB.
 *
 * With MaxBytes the sizes are from Bytes to MaxBytes, as many between 100 and 200 as between 1000
 * and 2000, and with Mixed blocks are freed in an order that has nothing to do with that in which
 * they were allocated. Sizes and order are drawn once, from Seed: every event asks for the same.
 */

struct allocate {
    int64_t bytes, max_bytes, count, seed;
    bool touch, mixed;
    struct block {
        void *memory;
        size_t size;
        size_t freed; /* the block that is freed in its place */
    } * blocks;
};

static const int64_t most = INT64_C(1) << 30;

static const gau_property allocate_properties[] = {
    GAU_INT(struct allocate, bytes, "Bytes", 1024, 1, INT64_C(1) << 30, "B", "Size of a block"),
    GAU_INT(struct allocate, max_bytes, "MaxBytes", 0, 0, INT64_C(1) << 30, "B",
            "Size of the largest block; 0: all have Bytes"),
    GAU_INT(struct allocate, count, "Count", 1, 1, 1000000, "", "Blocks per event"),
    GAU_BOOL(struct allocate, touch, "Touch", true, "Write to every page"),
    GAU_BOOL(struct allocate, mixed, "Mixed", false, "Free in another order than allocated"),
    GAU_INT(struct allocate, seed, "Seed", 1, 0, INT64_MAX, "",
            "Seed of the sizes and of that order"),
    GAU_PROPERTY_END,
};

/* Sizes whose logarithms are evenly spread. */
static void draw_sizes(struct allocate *allocate, struct gau_random *random)
{
    const double least = (double)allocate->bytes;
    const double most_of_them = allocate->max_bytes ? (double)allocate->max_bytes : least;

    for (int64_t i = 0; i < allocate->count; i++) {
        const double unit = allocate->max_bytes ? gau_random_unit(random) : 0;

        allocate->blocks[i].size = (size_t)(least * pow(most_of_them / least, unit));
    }
}

static void draw_order(struct allocate *allocate, struct gau_random *random)
{
    struct block *const blocks = allocate->blocks;

    for (int64_t i = 0; i < allocate->count; i++)
        blocks[i].freed = (size_t)i;
    for (int64_t i = allocate->count - 1; allocate->mixed && i > 0; i--) {
        const size_t j = (size_t)(gau_random_unit(random) * (double)(i + 1));
        const size_t was = blocks[i].freed;

        blocks[i].freed = blocks[j].freed;
        blocks[j].freed = was;
    }
}

static gau_status allocate_initialize(void *self, gau_context *ctx)
{
    struct allocate *const allocate = self;
    const int64_t largest = allocate->max_bytes ? allocate->max_bytes : allocate->bytes;
    struct gau_random random = gau_random_for((uint64_t)allocate->seed, 0);

    if (largest < allocate->bytes)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "MaxBytes is less than Bytes: %lld and %lld",
                        (long long)largest, (long long)allocate->bytes);
    if (largest > most / allocate->count)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Count x %s is more than 1 GiB: %lld blocks of %lld bytes",
                        allocate->max_bytes ? "MaxBytes" : "Bytes", (long long)allocate->count,
                        (long long)largest);
    allocate->blocks = calloc((size_t)allocate->count, sizeof *allocate->blocks);
    if (!allocate->blocks)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (list of %lld blocks)",
                        (long long)allocate->count);
    draw_sizes(allocate, &random);
    draw_order(allocate, &random);
    return GAU_OK;
}

static void touch(volatile char *block, size_t size)
{
    for (size_t i = 0; i < size; i += 4096)
        block[i] = 1;
}

static gau_status allocate_execute(void *self, gau_context *ctx)
{
    const struct allocate *const allocate = self;
    struct block *const blocks = allocate->blocks;
    int64_t n = 0;

    for (; n < allocate->count && (blocks[n].memory = malloc(blocks[n].size)); n++)
        if (allocate->touch)
            touch(blocks[n].memory, blocks[n].size);
    for (int64_t i = 0; i < allocate->count; i++) {
        struct block *const block = &blocks[blocks[i].freed];

        free(block->memory);
        block->memory = NULL;
    }
    if (n < allocate->count)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "out of memory (block %lld of %zu bytes)",
                        (long long)n + 1, blocks[n].size);
    return GAU_OK;
}

static void allocate_release(void *self)
{
    free(((struct allocate *)self)->blocks);
}

static const gau_class allocate_class = {
    GAU_CLASS("Allocate", struct allocate, "Allocates and frees memory in every event."),
    .properties = allocate_properties,
    .initialize = allocate_initialize,
    .release = allocate_release,
    .algorithm = GAU_ALGORITHM(.execute = allocate_execute),
};
GAU_MODULE(&allocate_class);
