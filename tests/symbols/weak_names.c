/* SPDX-License-Identifier: Apache-2.0 */

/* A function with a global name, and with weak ones before and behind it in the alphabet; and
 * functions that have names as those of the C library for one processor. */

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED int middle(void);

int middle(void)
{
    return 1;
}

EXPORTED extern int early(void) __attribute__((__weak__, __alias__("middle")));
EXPORTED extern int late(void) __attribute__((__weak__, __alias__("middle")));
EXPORTED extern int zenith(void) __attribute__((__weak__, __alias__("middle")));

EXPORTED int __middle_avx2_unaligned(void);
EXPORTED int __middle_twice(void);
EXPORTED int __alone_avx2(void);

int __middle_avx2_unaligned(void)
{
    return 2;
}

int __middle_twice(void)
{
    return 3;
}

int __alone_avx2(void)
{
    return 4;
}
