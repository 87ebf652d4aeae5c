/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYMBOLS_BUILD_ID_H
#define TESTS_SYMBOLS_BUILD_ID_H

#include <stdint.h>

struct build_id {
    uint8_t bytes[64];
    uint32_t size;
};

/* As in a file, in place of that of a recording; size 0: none. */
struct build_id build_id_of(const char *path);

#endif
