/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "cfi_image.h"

static void put32(uint8_t *place, uint64_t value)
{
    const uint32_t narrow = (uint32_t)value;

    memcpy(place, &narrow, sizeof narrow);
}

void cfi_image_plant(uint8_t *image, const uint8_t *instructions, size_t size)
{
    static const uint8_t header[] = {1, 0x1b, 0x03, 0x3b};
    static const uint8_t common[] = {1,
                                     'z',
                                     'R',
                                     0,
                                     1,
                                     0x78,
                                     GAU_RETURN_REGISTER,
                                     1,
                                     0x1b,
                                     0x0c,
                                     GAU_REGISTER_SP,
                                     8,
                                     0x80 + GAU_RETURN_REGISTER,
                                     1,
                                     0,
                                     0};

    memset(image, 0, CFI_SIZE);
    memcpy(image, header, sizeof header);
    put32(image + 4, CFI_COMMON - 4);
    put32(image + 8, 1);
    put32(image + 12, CFI_CODE);
    put32(image + 16, CFI_ENTRY);
    put32(image + CFI_COMMON, 4 + sizeof common);
    memcpy(image + CFI_COMMON + 8, common, sizeof common);
    put32(image + CFI_ENTRY, CFI_INSTRUCTIONS - CFI_ENTRY - 4 + size);
    put32(image + CFI_ENTRY + 4, CFI_ENTRY + 4 - CFI_COMMON);
    put32(image + CFI_ENTRY + 8, CFI_CODE - (CFI_ENTRY + 8));
    put32(image + CFI_ENTRY + 12, CFI_CODE_SIZE);
    if (size > 0)
        memcpy(image + CFI_INSTRUCTIONS, instructions, size);
}

struct gau_module_tables cfi_image_tables(const uint8_t *image)
{
    return (struct gau_module_tables){(uint64_t)image, (uint64_t)image + CFI_SIZE, image};
}
