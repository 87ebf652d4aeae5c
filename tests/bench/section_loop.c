/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>

#include <stdlib.h>
#include <string.h>

/* usage: section_loop site|name|none PAIRS: so many sections, or a loop without; counted by
 * instructions.sh. What audits them is in the environment. */

static void barrier(void)
{
    __asm__ volatile("" ::: "memory");
}

static void open_sites(long pairs)
{
    for (long i = 0; i < pairs; i++) {
        GAU_SECTION("section");
        barrier();
    }
}

static void open_names(long pairs)
{
    for (long i = 0; i < pairs; i++) {
        gau_section_begin("section by name");
        barrier();
        gau_section_end("section by name");
    }
}

static void open_nothing(long pairs)
{
    for (long i = 0; i < pairs; i++)
        barrier();
}

int main(int argc, char **argv)
{
    const long pairs = argc == 3 ? atol(argv[2]) : 0;

    if (pairs < 1)
        return 2;
    if (strcmp(argv[1], "site") == 0)
        open_sites(pairs);
    else if (strcmp(argv[1], "name") == 0)
        open_names(pairs);
    else if (strcmp(argv[1], "none") == 0)
        open_nothing(pairs);
    else
        return 2;
    return 0;
}
