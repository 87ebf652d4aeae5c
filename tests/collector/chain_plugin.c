/* SPDX-License-Identifier: Apache-2.0 */
#include "call_chain.h"

#include "shadow_stack.h"

/* Loaded and unloaded by the tests. */
uint64_t plugin_call(chain_function *next, unsigned depth, uint64_t x);

__attribute__((__visibility__("default"))) uint64_t plugin_call(chain_function *next,
                                                                unsigned depth, uint64_t x)
{
    volatile uint64_t kept[8] = {x};

    for (unsigned i = 1; i < 8; i++)
        kept[i] = kept[i - 1] * 5 + 1;
    return next(depth, x + kept[7]) + kept[x % 8];
}
