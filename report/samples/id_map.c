/* SPDX-License-Identifier: Apache-2.0 */
#include "samples_builder.h"

uint32_t gau_numbers_get(const struct gau_id_map *numbers, uint32_t number)
{
    return number < numbers->count ? numbers->items[number] : 0;
}

bool gau_numbers_set(struct gau_id_map *numbers, uint32_t number, uint32_t value)
{
    while (numbers->count <= number) {
        if (!gau_array_grow(&numbers->items, numbers->count, &numbers->size,
                            sizeof *numbers->items))
            return false;
        numbers->items[numbers->count++] = 0;
    }
    numbers->items[number] = value;
    return true;
}
