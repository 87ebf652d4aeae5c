/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* readlink() */
#include "clock_identity.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Kernels without time namespaces have no such file. */
bool gau_clock_identity(char text[GAU_CLOCK_IDENTITY])
{
    char start[40] = "", space[40] = "time";
    FILE *const file = fopen("/proc/sys/kernel/random/boot_id", "r");
    bool known = file && fgets(start, sizeof start, file);
    const ssize_t length = readlink("/proc/self/ns/time", space, sizeof space - 1);

    if (file)
        fclose(file);
    start[strcspn(start, "\n")] = '\0';
    known = known && start[0];
    if (length > 0)
        space[length] = '\0';
    snprintf(text, GAU_CLOCK_IDENTITY, "%s %s", start, space);
    return known;
}
