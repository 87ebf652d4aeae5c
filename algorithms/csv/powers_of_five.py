#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes powers_of_five.c: python3 powers_of_five.py >powers_of_five.c

The highest 128 bits of 5^q. Positive powers are cut off, negative ones are rounded up, as Lemire
proves it right (https://doi.org/10.1002/spe.2984, sections 5 and 6).
"""

FIRST, LAST = -342, 308


def power_of_five(q):
    if q >= 0:
        power = 5**q
        shift = power.bit_length() - 128
        return power >> shift if shift > 0 else power << -shift
    power = 5**-q
    bits = (power - 1).bit_length()
    quotient = 2 ** (bits + 127 if q >= -27 else 2 * bits + 128) // power + 1
    return quotient >> max(0, quotient.bit_length() - 128)


def half(bits):
    return f"0x{bits & (2**64 - 1):016X}"


print("""/* SPDX-License-Identifier: Apache-2.0 */
#include "powers_of_five.h"

/* Made by powers_of_five.py. */
/* clang-format off */
const struct gau_power_of_five gau_powers_of_five[] = {""")
row = []
for q in range(FIRST, LAST + 1):
    power = power_of_five(q)
    row.append(f"{{{half(power >> 64)}, {half(power)}}},")
    if len(row) == 2 or q == LAST:
        print("  " + " ".join(row))
        row = []
print("""};
/* clang-format on */""")
