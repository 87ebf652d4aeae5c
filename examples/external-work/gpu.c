/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/clock.h>
#include <gaudit/external.h>
#include <gaudit/section.h>

#include <pthread.h>
#include <stddef.h>
#include <time.h>

/* Work of a processor that is none of the program's threads, in its timeline. A thread stands for
 * the GPU here; with a real one, the times are those of its profiling interface. */

static void *run_kernel(void *name)
{
    const struct timespec duration = {0, 2000000};
    const uint64_t start_ns = gau_clock_ns();

    nanosleep(&duration, NULL);
    gau_external_work("GPU 0", name, start_ns, gau_clock_ns());
    return NULL;
}

int main(void)
{
    static char kernel[] = "propagate";
    const struct timespec duration = {0, 1000000};

    for (int i = 0; i < 5; i++) {
        pthread_t gpu;
        GAU_SECTION("event");
        if (pthread_create(&gpu, NULL, run_kernel, kernel) != 0)
            return 1;
        {
            GAU_SECTION("unpack");
            nanosleep(&duration, NULL);
        }
        GAU_SECTION("wait for the GPU");
        pthread_join(gpu, NULL);
    }
    return 0;
}
