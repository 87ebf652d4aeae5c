/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/collector/cfi_image.h"

#include "collector/unwind/dwarf_expression.h"
#include "collector/unwind/rule_cache.h"

#include <stdlib.h>

/*
 * Unwind tables, by libFuzzer. The first byte selects the meaning of the others: all of the tables,
 * the instructions of the one entry of good ones, or an expression. The second says where the code
 * is.
 */

enum { TABLES, INSTRUCTIONS, EXPRESSION };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void evaluate(const uint8_t *data, size_t size)
{
    uint64_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8}, value;
    struct gau_registers registers = {.known = ~(uint64_t)1};
    struct gau_safe_memory memory = {.lo = 0};
    struct gau_cursor c = {.at = data, .end = data + size};

    for (unsigned reg = 0; reg < GAU_REGISTERS; reg++)
        registers.values[reg] = (uint64_t)words;
    gau_safe_memory_begin(&memory, (uint64_t)words);
    gau_expression(&c, &registers, &memory, words, &value);
}

static void run(const uint8_t *image, uint64_t pc)
{
    static struct gau_cfi_scratch scratch;
    const struct gau_module_tables tables = cfi_image_tables(image);
    struct gau_cfi_entry entry;
    struct gau_cfi_row row;

    if (gau_cfi_find(&tables, pc, &entry) && gau_cfi_run(&tables, &entry, pc, &scratch, &row))
        gau_rule_of(&tables, &entry, &row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *image;

    if (size < 2)
        return 0;
    if (data[0] == EXPRESSION) {
        evaluate(data + 2, size - 2);
        return 0;
    }
    image = malloc(CFI_SIZE);
    if (!image)
        return 0;
    if (data[0] == INSTRUCTIONS) {
        cfi_image_plant(image, data + 2,
                        size - 2 < CFI_INSTRUCTIONS_MAX ? size - 2 : CFI_INSTRUCTIONS_MAX);
    } else {
        cfi_image_plant(image, NULL, 0);
        memcpy(image, data + 2, size - 2 < CFI_SIZE ? size - 2 : CFI_SIZE);
    }
    run(image, (uint64_t)image + CFI_CODE + data[1]);
    free(image);
    return 0;
}
