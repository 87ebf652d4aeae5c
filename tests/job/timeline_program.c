/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/event.h>
#include <gaudit/section.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* usage: timeline_program THREADS PAIRS [events]: each thread opens that many sections, up to five
 * deep, one of them again and again. At the end, while one is open everywhere, the file "go" is
 * made. With the third word they are in events of 50 pairs, which are in that section. */

static pthread_barrier_t all_done, goes;
static long pairs;
static bool has_events;

static void branch_out(long left, int depth)
{
    static const char *const names[] = {"a", "b", "c"};

    for (long i = 0; i < left;) {
        const long part = depth < 4 && left - i > 3 ? (left - i) / 3 : 0;

        gau_section_begin(names[i % 3]);
        branch_out(part, depth + 1);
        gau_section_end(names[i % 3]);
        i += 1 + part;
    }
}

static void process_events(long left)
{
    for (; left > 0; left -= 50) {
        gau_event_begin(0);
        branch_out(50, 0);
        gau_event_end(GAU_OK);
    }
}

static void *work(void *unused)
{
    (void)unused;
    gau_section_begin("last");
    if (has_events)
        process_events(pairs);
    else
        branch_out(pairs - 1, 0);
    pthread_barrier_wait(&all_done);
    pthread_barrier_wait(&goes);
    gau_section_end("last");
    return NULL;
}

int main(int argc, char **argv)
{
    enum { MOST = 64 };
    const int n = argc >= 3 ? atoi(argv[1]) : 0;
    pthread_t threads[MOST];

    if (n < 1 || n > MOST)
        return 2;
    pairs = atol(argv[2]);
    has_events = argc > 3;
    pthread_barrier_init(&all_done, NULL, (unsigned)n + 1);
    pthread_barrier_init(&goes, NULL, (unsigned)n + 1);
    for (int i = 0; i < n; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            return 1;
    pthread_barrier_wait(&all_done);
    close(open("go", O_WRONLY | O_CREAT, 0666));
    pthread_barrier_wait(&goes);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
