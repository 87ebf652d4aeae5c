/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * usage: short_threads THREADS MILLISECONDS: computes in threads of that CPU time each, four at a
 * time; short_threads handler: computes after a handler that changed the mask of another signal.
 */

static double seconds;

static double cpu(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *compute(void *unused)
{
    volatile double x = 1;

    (void)unused;
    while (cpu(CLOCK_THREAD_CPUTIME_ID) < seconds)
        for (int i = 0; i < 2000; i++)
            x = x * 0.999 + 1;
    return NULL;
}

static void compute_in_threads(int threads)
{
    for (int done = 0; done < threads; done += 4) {
        pthread_t four[4];

        for (int i = 0; i < 4; i++)
            if (pthread_create(&four[i], NULL, compute, NULL) != 0)
                abort();
        for (int i = 0; i < 4; i++)
            pthread_join(four[i], NULL);
    }
}

/* As the one of SIGSEGV of a Java machine: all signals are blocked while it runs. */
static void on_signal(int number)
{
    sigset_t other;

    (void)number;
    sigemptyset(&other);
    sigaddset(&other, SIGUSR2);
    pthread_sigmask(SIG_UNBLOCK, &other, NULL);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = on_signal};

    if (argc == 2 && strcmp(argv[1], "handler") == 0) {
        sigfillset(&action.sa_mask);
        sigaction(SIGUSR1, &action, NULL);
        raise(SIGUSR1);
        seconds = 0.5;
        compute(NULL);
    } else if (argc == 3) {
        seconds = 1e-3 * atof(argv[2]);
        compute_in_threads(atoi(argv[1]));
    } else {
        return 2;
    }
    printf("%.3f\n", cpu(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}
