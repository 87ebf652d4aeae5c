/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

/*
 * Rebuilt: a class that was built anew. Both builds have rebuilt_common(), at different addresses;
 * REBUILT is 1 in the first, and more in the second, which has rebuilt_later() beside.
 */

struct rebuilt {
    uint64_t state;
    int64_t iterations;
};

static const gau_property rebuilt_properties[] = {
    GAU_INT(struct rebuilt, iterations, "Iterations", 100000, 0, INT64_MAX, "", "Per event"),
    GAU_PROPERTY_END,
};

/* Each step is made: a compiler could join several of them. */
#define STEP(state) __asm__ volatile("" : "+r"(state))

#if REBUILT > 1
__attribute__((__noinline__)) static uint64_t rebuilt_later(uint64_t state, int64_t iterations)
{
    for (int64_t i = 0; i < iterations; i++) {
        state = state * 2862933555777941757u + 3037000493u;
        STEP(state);
    }
    return state ^ 1;
}
#endif

__attribute__((__noinline__)) static uint64_t rebuilt_common(uint64_t state, int64_t iterations)
{
    for (int64_t i = 0; i < iterations; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        STEP(state);
    }
    return state;
}

static gau_status rebuilt_execute(void *self, gau_context *ctx)
{
    struct rebuilt *const rebuilt = self;

    (void)ctx;
#if REBUILT > 1
    rebuilt->state = rebuilt_later(rebuilt->state, rebuilt->iterations);
#endif
    rebuilt->state = rebuilt_common(rebuilt->state, rebuilt->iterations);
    return GAU_OK;
}

static const gau_class rebuilt_class = {
    GAU_CLASS("Rebuilt", struct rebuilt, "Keeps the processor busy."),
    .properties = rebuilt_properties,
    .algorithm = GAU_ALGORITHM(.execute = rebuilt_execute),
};
GAU_MODULE(&rebuilt_class);
