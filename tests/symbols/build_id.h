/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYMBOLS_BUILD_ID_H
#define TESTS_SYMBOLS_BUILD_ID_H

#include <stdint.h>

struct build_id {
    uint8_t bytes[64];
    uint32_t size;
};

/* As a file has it, which takes the place of what a recording would have; size 0: none. */
struct build_id build_id_of(const char *path);

#endif
