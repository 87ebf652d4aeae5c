/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_COLLECTOR_CFI_IMAGE_H
#define TESTS_COLLECTOR_CFI_IMAGE_H

#include "collector/unwind/cfi.h"

/*
 * Unwind tables in a module of the tests' own, an array of CFI_SIZE bytes: a header with one entry,
 * that entry for the code at CFI_CODE, and its shared part (CIE). The CFA is the stack pointer plus
 * 8, the return address is below it.
 */
enum {
    CFI_COMMON = 32,
    CFI_ENTRY = 96,
    CFI_INSTRUCTIONS = CFI_ENTRY + 17,
    CFI_CODE = 512,
    CFI_CODE_SIZE = 256,
    CFI_SIZE = 1024,
    CFI_INSTRUCTIONS_MAX = CFI_CODE - CFI_INSTRUCTIONS,
};

void cfi_image_plant(uint8_t *image, const uint8_t *instructions, size_t size);

struct gau_module_tables cfi_image_tables(const uint8_t *image);

#endif
