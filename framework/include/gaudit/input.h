/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_INPUT_H
#define GAUDIT_INPUT_H

/**
 * @file input.h
 * Where events come from. A job has one input, with one instance.
 *
 * What read() and decode() make is put into the event store of the worker in @p ctx.
 */

#include <gaudit/component.h>

GAU_BEGIN_DECLS

/** Grows at the end only; set it up with GAU_INPUT(). */
typedef struct gau_input_ops {
    uint32_t struct_size;

    /** The next event, whose number is ctx->event; GAU_END if there is none, and then it is not
     * called again. One worker at a time, unless there is take(). */
    gau_status (*read)(void *self, gau_context *ctx);

    /** Optional. In parallel, by the worker that owns the event; must not write to @p self. */
    gau_status (*decode)(void *self, gau_context *ctx);

    /** Optional: passes over @p n events; GAU_END if there are fewer. Before the first read. */
    gau_status (*skip)(void *self, uint64_t n, gau_context *ctx);

    /**
     * Optional: number of events of the input, which may be an estimate; 0: not known. Called after
     * initialize, also by another thread while events are read.
     */
    uint64_t (*count)(const void *self);

    /**
     * Optional: gives the worker of @p ctx the next events: at most @p n, and how many on return,
     * at least one; GAU_END if there is none, and then it is not called again. One worker at a
     * time. read() is then called for each of them, in their order, by this worker and in parallel
     * with others, and must find one. So many events need the lock of the input once.
     */
    gau_status (*take)(void *self, uint64_t *n, gau_context *ctx);
} gau_input_ops;

#define GAU_INPUT(...)                                    \
    &(const gau_input_ops)                                \
    {                                                     \
        .struct_size = sizeof(gau_input_ops), __VA_ARGS__ \
    }

/* In C++: component.hpp. */
#ifdef __cplusplus
#undef GAU_INPUT
#define GAU_INPUT(...) GAU_ONLY_IN_C_
#endif

GAU_END_DECLS

#endif
