/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_JIT_H
#define TESTS_COLLECTOR_JIT_H

/*
 * Code as just-in-time compilers make it, which no unwind table knows: a function that calls the
 * one it is given, with a frame pointer. NULL if memory cannot be made executable.
 */
typedef void jit_function(void (*call)(void));
jit_function *jit_make(void);

#endif
