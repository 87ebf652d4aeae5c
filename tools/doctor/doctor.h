/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_DOCTOR_DOCTOR_H
#define GAUDIT_TOOLS_DOCTOR_DOCTOR_H

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

void gau_doctor_collector(void); /* which clock it takes, tried on a program */

#endif
