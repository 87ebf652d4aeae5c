/* SPDX-License-Identifier: Apache-2.0 */

/* The library of views_main.c: the same work, called in two ways. */

__attribute__((noinline)) unsigned burn(unsigned n)
{
    unsigned x = n;

    for (unsigned i = 0; i < n; i++)
        x = x * 1664525u + 1013904223u; /* the hot line */
    return x;
}

unsigned work(unsigned n)
{
    volatile unsigned result = burn(n); /* the calling line */

    return result + 1;
}
