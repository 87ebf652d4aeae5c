/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"
void bench_processes(const char *command, const char *options)
{
    (void)command;
    (void)options;
}
void bench_hostile(const char *command)
{
    (void)command;
}
