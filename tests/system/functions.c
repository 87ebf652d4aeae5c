/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/itt/raw_itt_client.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Tasks that are called by functions, in two processes; one by what is no function. */

static struct raw_part *part;
static gau_itt_domain *domain;
static volatile unsigned sink;

__attribute__((noinline)) static void solve_the_rows(void)
{
    const clock_t end = clock() + CLOCKS_PER_SEC / 10;

    while (clock() < end)
        for (unsigned i = 0; i < 100000; i++)
            sink = sink * 1664525u + i;
}

static void run_task(uintptr_t function)
{
    const gau_itt_id none = {0};

    RAW_FUNCTION(part, task_begin_fn)(domain, none, none, (void *)function);
    solve_the_rows();
    RAW_FUNCTION(part, task_end)(domain);
}

int main(void)
{
    pid_t child;

    part = raw_part_new(RAW_200);
    domain = raw_part_domain(part, "rows");
    raw_part_load(part, -1);
    if (!RAW_FUNCTION(part, task_begin_fn))
        return 2;
    run_task((uintptr_t)solve_the_rows);
    run_task(0x1234);
    child = fork();
    run_task((uintptr_t)solve_the_rows);
    if (child == 0)
        return 0;
    return child < 0 || waitpid(child, NULL, 0) != child;
}
