/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHM_H
#define GAUDIT_ALGORITHM_H

/**
 * @file algorithm.h
 * A step of the event processing.
 */

#include <gaudit/component.h>

GAU_BEGIN_DECLS

/** Grows at the end only; set it up with GAU_ALGORITHM(). */
typedef struct gau_algorithm_ops {
    uint32_t struct_size;

    /**
     * GAU_OK accepts, GAU_REJECT rejects; anything else is a failure, which the property OnError
     * handles.
     */
    gau_status (*execute)(void *self, gau_context *ctx);
} gau_algorithm_ops;

#define GAU_ALGORITHM(...)                                    \
    &(const gau_algorithm_ops)                                \
    {                                                         \
        .struct_size = sizeof(gau_algorithm_ops), __VA_ARGS__ \
    }

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_ALGORITHM
#define GAU_ALGORITHM(...) GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
