/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYMBOLS_POSITION_MARKS_H
#define TESTS_SYMBOLS_POSITION_MARKS_H

#include <stdint.h>

/*
 * Programs that know where they are: a mark is an instruction whose address and line are listed in
 * a section of their own, as often as the function that it is in was copied.
 */

struct mark {
    uint64_t address, number, line;
};

#define MARK(number)                                \
    __asm__ volatile("1: nop\n"                     \
                     ".pushsection marks, \"aw\"\n" \
                     ".quad 1b, %c0, %c1\n"         \
                     ".popsection"                  \
                     :                              \
                     : "i"(number), "i"(__LINE__))

enum {
    MARK_INNER = 1, /* inlined into the middle */
    MARK_MIDDLE,    /* inlined into the outer; the call of the inner is one line above */
    MARK_OUTER,     /* the call of the middle is one line above */
    MARK_LOCAL,     /* a static function */
    MARK_TEMPLATE,  /* C++: a member of a template */
    MARK_LAMBDA,
    MARK_ANONYMOUS, /* in a namespace without name */
    MARK_HEADER,    /* C++: inlined from another file, into the lambda's neighbour */
    MARK_INLINED,   /* C++: a lambda that is inlined */
    MARK_ALWAYS,    /* the same of a function in a namespace without name */
};

#endif
