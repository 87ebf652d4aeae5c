/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_REPORT_KNOWN_PROFILE_H
#define TESTS_REPORT_KNOWN_PROFILE_H

/* Functions a_heavy(), a_light(), b_heavy() ... that keep a processor busy, in proportion. */

enum { KNOWN_UNIT = 40000 };

#ifndef KNOWN_LINKAGE
#define KNOWN_LINKAGE __attribute__((__noinline__)) static
#endif

extern volatile unsigned long known_result;

#define KNOWN_FUNCTION(linkage, name, salt)                           \
    linkage void name(unsigned work)                                  \
    {                                                                 \
        unsigned long value = work + salt; /* or they would be one */ \
                                                                      \
        for (unsigned i = 0; i < work; i++)                           \
            value = (value ^ (value >> 7)) * 6364136223846793005u;    \
        known_result = value;                                         \
    }

/* clang-format off */
#define KNOWN_FUNCTIONS(linkage) \
    volatile unsigned long known_result; \
    KNOWN_FUNCTION(linkage, a_heavy, 1) \
    KNOWN_FUNCTION(linkage, a_light, 2) \
    KNOWN_FUNCTION(linkage, b_heavy, 3) \
    KNOWN_FUNCTION(linkage, b_light, 4) \
    KNOWN_FUNCTION(linkage, c_heavy, 5) \
    KNOWN_FUNCTION(linkage, c_light, 6) \
    KNOWN_FUNCTION(linkage, d_heavy, 7) \
    KNOWN_FUNCTION(linkage, d_light, 8) \
    KNOWN_FUNCTION(linkage, e_heavy, 9) \
    KNOWN_FUNCTION(linkage, e_light, 10)
/* clang-format on */

#endif
