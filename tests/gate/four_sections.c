/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>

#include <stdio.h>
#include <stdlib.h>

/*
 * usage: four_sections A B C D: 1000 rounds of four sections, each with so many units of work, of
 * some microseconds, half of them on memory beyond the first cache.
 */

enum { SECTIONS = 4, ROUNDS = 1000, NUMBERS = 1 << 15, STRIDE = 1021 };

static volatile unsigned numbers[NUMBERS], sum;

__attribute__((__noinline__)) static void work(unsigned long units)
{
    static unsigned at;

    for (unsigned long unit = 0; unit < units; unit++) {
        for (unsigned i = 0; i < 1000; i++)
            sum += i;
        for (unsigned i = 0; i < 500; i++) {
            at = (at + STRIDE) % NUMBERS;
            numbers[at] += i;
        }
    }
}

int main(int argc, char **argv)
{
    unsigned long units[SECTIONS];

    if (argc != 1 + SECTIONS)
        return 1;
    for (int i = 0; i < SECTIONS; i++)
        units[i] = strtoul(argv[1 + i], NULL, 10);
    for (int round = 0; round < ROUNDS; round++) {
        {
            GAU_SECTION("assemble");
            work(units[0]);
        }
        {
            GAU_SECTION("solve");
            work(units[1]);
        }
        {
            GAU_SECTION("smooth");
            work(units[2]);
        }
        {
            GAU_SECTION("write");
            work(units[3]);
        }
    }
    printf("%u\n", sum);
    return 0;
}
