/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/section.h>

#include <stdlib.h>

/* A library that opens sections while it is loaded, when its thread has the lock of the loader. */
__attribute__((__constructor__)) static void construct(void)
{
    for (int i = 0; i < 3; i++) {
        GAU_SECTION("construct");
    }
    if (getenv("GAUDIT_NEVER")) {
        GAU_SECTION("not reached");
    }
}
