/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_DOCTOR_DOCTOR_H
#define GAUDIT_TOOLS_DOCTOR_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What `gaudit doctor` finds out: one line per topic, said as it was checked. Nothing here
 * changes the machine.
 */

enum gau_verdict {
    GAU_VERDICT_FACT, /* neither good nor bad */
    GAU_VERDICT_GOOD,
    GAU_VERDICT_POOR, /* works, but costs or lacks something */
    GAU_VERDICT_NONE, /* does not work here */
};

void gau_doctor_line(enum gau_verdict verdict, const char *topic, const char *format, ...)
    __attribute__((__format__(__printf__, 3, 4)));

/* The first line of a small file, without its end; false, and "", if it cannot be read. */
bool gau_doctor_read(const char *path, char *text, size_t size);

void gau_doctor_machine(void);    /* kernel, processor, cores */
void gau_doctor_clocks(void);     /* TSC, resolution and cost of the clocks */
void gau_doctor_perf_event(void); /* tried by opening one */
void gau_doctor_collector(void);  /* which clock it takes, tried on a program */
void gau_doctor_ptrace(void);     /* tried on a child */
void gau_doctor_core(void);       /* size limit and pattern of core files */
void gau_doctor_vtune(void);      /* on the PATH, with its collector library */

#endif
