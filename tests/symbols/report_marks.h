/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_SYMBOLS_REPORT_MARKS_H
#define TESTS_SYMBOLS_REPORT_MARKS_H

#include "position_marks.h"

#include <inttypes.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>

extern struct mark __start_marks[] __attribute__((visibility("hidden")));
extern struct mark __stop_marks[] __attribute__((visibility("hidden")));

static int find_bias(struct dl_phdr_info *info, size_t size, void *user)
{
    const uintptr_t here = (uintptr_t)__start_marks;
    uintptr_t *bias = (uintptr_t *)user;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

        if (info->dlpi_phdr[i].p_type == PT_LOAD && here >= start &&
            here < start + info->dlpi_phdr[i].p_memsz)
            *bias = info->dlpi_addr;
    }
    return 0;
}

/* Number, line, and address in the file of each mark of this module. */
static void report_marks(void)
{
    uintptr_t bias = 0;

    dl_iterate_phdr(find_bias, &bias);
    for (const struct mark *mark = __start_marks; mark < __stop_marks; mark++)
        printf("%" PRIu64 " %" PRIu64 " %" PRIx64 "\n", mark->number, mark->line,
               mark->address - bias);
}

#endif
