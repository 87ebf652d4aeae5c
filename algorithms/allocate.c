/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <stdlib.h>

/**
 * @file allocate.c
 * Allocate: takes memory and gives it back. Accepts every event. For demonstrations and
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
 */

struct allocate {
    int64_t bytes, count;
    bool touch;
    void **blocks;
};

static const int64_t most = INT64_C(1) << 30;

static const gau_property allocate_properties[] = {
    GAU_INT(struct allocate, bytes, "Bytes", 1024, 1, INT64_C(1) << 30, "B", "Size of a block"),
    GAU_INT(struct allocate, count, "Count", 1, 1, 1000000, "", "Blocks per event"),
    GAU_BOOL(struct allocate, touch, "Touch", true, "Write to every page"),
    GAU_PROPERTY_END,
};

static gau_status allocate_initialize(void *self, gau_context *ctx)
{
    struct allocate *const allocate = self;

    if (allocate->bytes > most / allocate->count)
        return gau_fail(ctx->error, GAU_ERR_RANGE,
                        "Count x Bytes is more than 1 GiB: %lld blocks of %lld bytes",
                        (long long)allocate->count, (long long)allocate->bytes);
    allocate->blocks = calloc((size_t)allocate->count, sizeof *allocate->blocks);
    if (!allocate->blocks)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a list of %lld blocks",
                        (long long)allocate->count);
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
    const size_t size = (size_t)allocate->bytes;
    int64_t n = 0;

    for (; n < allocate->count && (allocate->blocks[n] = malloc(size)); n++)
        if (allocate->touch)
            touch(allocate->blocks[n], size);
    for (int64_t i = 0; i < n; i++)
        free(allocate->blocks[i]);
    if (n < allocate->count)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for block %lld of %zu bytes",
                        (long long)n + 1, size);
    return GAU_OK;
}

static void allocate_release(void *self)
{
    struct allocate *const allocate = self;

    free(allocate->blocks);
    allocate->blocks = NULL;
}

static const gau_class allocate_class = {
    GAU_CLASS("Allocate", struct allocate, "Allocates and frees memory in every event."),
    .properties = allocate_properties,
    .initialize = allocate_initialize,
    .release = allocate_release,
    .algorithm = GAU_ALGORITHM(.execute = allocate_execute),
};
GAU_MODULE(&allocate_class);
