/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* setitimer() */
#include "cpu_time_limit.h"

#include "test.h"

#include <sys/time.h>

void promptly_begin(int cpu_s)
{
    const struct itimerval limit = {.it_value = {.tv_sec = cpu_s}};

    assert_int_equal(setitimer(ITIMER_PROF, &limit, NULL), 0);
}

void promptly_end(void)
{
    promptly_begin(0);
}
