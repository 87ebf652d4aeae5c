/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_BASE_H
#define GAUDIT_BASE_H

/**
 * @file base.h
 * What every other header needs: fixed-size types, attributes and status codes.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define GAU_BEGIN_DECLS extern "C" {
#define GAU_END_DECLS }
#else
#define GAU_BEGIN_DECLS
#define GAU_END_DECLS
#endif

/* Macros that describe components are C; their use in C++ is an error of one line. */
#ifdef __cplusplus
#define GAU_ONLY_IN_C_ \
    _Pragma("GCC dependency \"gaudit: components in C++ include <gaudit/component.hpp>\"")
#endif

#define GAU_API __attribute__((__visibility__("default")))
#define GAU_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#define GAU_MUST_CHECK __attribute__((__warn_unused_result__))

/**
 * Outcome of every call that can have more than one.
 *
 * Negative: the call failed and a message is in the gau_error.
 * Zero:     done.
 * Positive: done, and here is something the caller may act on.
 */
#define GAU_STATUS_LIST(X)                                    \
    X(GAU_END, 2, "no more events")                           \
    X(GAU_REJECT, 1, "event rejected")                        \
    X(GAU_OK, 0, "ok")                                        \
    X(GAU_ERR_FAILED, -1, "the component reported a failure") \
    X(GAU_ERR_MEMORY, -2, "out of memory")                    \
    X(GAU_ERR_SYNTAX, -3, "text cannot be parsed")            \
    X(GAU_ERR_RANGE, -4, "value out of range")                \
    X(GAU_ERR_UNKNOWN, -5, "no such name")                    \
    X(GAU_ERR_DUPLICATE, -6, "name used twice")               \
    X(GAU_ERR_STATE, -7, "call not allowed in this state")    \
    X(GAU_ERR_IO, -8, "input or output failed")               \
    X(GAU_ERR_MODULE, -9, "module cannot be used")            \
    X(GAU_ERR_USAGE, -10, "wrong usage of the command")

typedef enum gau_status {
#define GAU_STATUS_ENUM(name, value, text) name = (value),
    GAU_STATUS_LIST(GAU_STATUS_ENUM)
#undef GAU_STATUS_ENUM
} gau_status;

GAU_BEGIN_DECLS

/** Text of @p status; static storage, never NULL. */
GAU_API const char *gau_status_text(gau_status status);

GAU_END_DECLS

#endif
