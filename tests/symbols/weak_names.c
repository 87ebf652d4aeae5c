/* SPDX-License-Identifier: Apache-2.0 */

/* A function with a global name, and with weak ones before and behind it in the alphabet. */

#define EXPORTED __attribute__((__visibility__("default")))

EXPORTED int middle(void);

int middle(void)
{
    return 1;
}

EXPORTED extern int early(void) __attribute__((__weak__, __alias__("middle")));
EXPORTED extern int late(void) __attribute__((__weak__, __alias__("middle")));
EXPORTED extern int zenith(void) __attribute__((__weak__, __alias__("middle")));
