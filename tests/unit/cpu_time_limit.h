/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_CPU_TIME_LIMIT_H
#define TESTS_UNIT_CPU_TIME_LIMIT_H

/*
 * What is between the two may use some seconds of CPU time, in all threads together; if it uses
 * more, SIGPROF ends the test. How long it waits for a processor does not count; what waits for
 * ever is for the time limit of the test. Does not nest.
 */
void promptly_begin(int cpu_s);
void promptly_end(void);

#endif
