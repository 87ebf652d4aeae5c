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

/* Names as the C library has them: others call "printed" and "reading". */
EXPORTED int __printed(void);
EXPORTED extern int printed(void) __attribute__((__weak__, __alias__("__printed")));
EXPORTED int reading(void);
__attribute__((__visibility__("hidden"))) int ____reading_internal(void);
int __GI_____reading_internal(void)
    __attribute__((__alias__("____reading_internal"), __visibility__("hidden")));
EXPORTED extern int (*const reading_code)(void);

int __printed(void)
{
    return 5;
}

__attribute__((__noinline__)) int ____reading_internal(void)
{
    return 6;
}

int reading(void)
{
    return ____reading_internal() + 1;
}

int (*const reading_code)(void) = ____reading_internal;

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

/* Of this library alone, so that it names nothing to others. */
int twice(void) __attribute__((__alias__("__middle_twice"), __visibility__("hidden")));

int __alone_avx2(void)
{
    return 4;
}
