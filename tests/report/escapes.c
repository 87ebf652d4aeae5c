/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pthread_setname_np() */
#include "itt/itt.h"

#include <gaudit/section.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>

/*
 * Threads, tasks, functions and sections whose names would be obeyed by a terminal: ESC, CSI of 8
 * bits, BEL, carriage return, a new line, and what a spreadsheet would read as a formula.
 */

#define BAD "\033[31m\302\233 7m\007\r\nPLANTED\233x"

#ifdef __clang__ /* which quotes such names itself */
void worker_with_a_name(void) __asm__("=f\033[31m\302\2337m\007\rPLANTED");
#else
void worker_with_a_name(void) __asm__("\"=f\033[31m\302\2337m\007\rPLANTED\"");
#endif

static volatile double sink;

__attribute__((__noinline__)) void worker_with_a_name(void)
{
    struct timespec now;
    double begin;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    begin = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    do {
        for (int i = 0; i < 100000; i++)
            sink = sink + i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec - begin < 0.1);
}

static void work(void)
{
    GAU_SECTION("@section" BAD, 1, "Doing" BAD);
    worker_with_a_name();
}

static void *run(void *unused)
{
    gau_itt_domain *const domain = gau_itt_domain_create("-domain" BAD);
    gau_itt_string *const name = gau_itt_string_create("+task" BAD);

    pthread_setname_np(pthread_self(), "=\033[31m\302\233\007\r\nPL");
    gau_itt_task_begin(domain, name);
    work();
    gau_itt_task_end(domain);
    return unused;
}

int main(void)
{
    pthread_t thread;

    gau_itt_load();
    if (pthread_create(&thread, NULL, run, NULL) != 0 || pthread_join(thread, NULL) != 0)
        return 1;
    run(NULL);
    return 0;
}
