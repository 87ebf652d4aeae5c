/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_CALL_CHAIN_H
#define TESTS_COLLECTOR_CALL_CHAIN_H

#include <stdint.h>

/*
 * Calls of all kinds, one inside the other: small and large frames, aligned ones, alloca, function
 * pointers, recursion, a plug-in, callbacks of the C library. Made with optimisation and without
 * frame pointers.
 */

typedef uint64_t chain_function(unsigned depth, uint64_t x);

/* What the innermost call does. */
extern void (*chain_leaf)(unsigned kind);

/* A function of a plug-in that calls the one it is given, and the same for large frames. */
extern uint64_t (*chain_plugin)(chain_function *next, unsigned depth, uint64_t x);

/* 1: no large frames, for small stacks. */
extern int chain_is_small;

/* Calls @p depth functions inside each other. */
uint64_t chain_run(unsigned depth, uint64_t x);

/* Works for a while in the C library: sorts, copies, computes. */
uint64_t chain_library(uint64_t x);

/* An address after a call in a function with a frame of at least 4 KiB. */
uint64_t chain_address_in_large_frame(void);

#endif
