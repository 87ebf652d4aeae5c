/* SPDX-License-Identifier: Apache-2.0 */
#include <gaudit/gaudit.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>

/*
 * Steps: sections with messages for the live print, each of Microseconds, beside lines of the
 * algorithm's own on standard output, Lines in each.
 *
 *     solve       "Solving", a message
 *       assemble  "Assembling", without dots
 *       inner     no message
 *     write       "Writing"
 *
 * With Threads, each of that many threads opens "read", "Reading", at the same time.
 */

struct steps {
    int64_t microseconds, lines, threads;
};

static const gau_property steps_properties[] = {
    GAU_INT(struct steps, microseconds, "Microseconds", 300000, 0, INT64_MAX, "us", "Of a step"),
    GAU_INT(struct steps, lines, "Lines", 0, 0, INT64_MAX, "", "Printed during a step"),
    GAU_INT(struct steps, threads, "Threads", 0, 0, 1000, "", "That open a section"),
    GAU_PROPERTY_END,
};

static void work(const struct steps *steps, const char *what)
{
    const int64_t parts = steps->lines + 1, ns = steps->microseconds * 1000 / parts;
    const struct timespec part = {.tv_sec = (time_t)(ns / 1000000000),
                                  .tv_nsec = (long)(ns % 1000000000)};

    for (int64_t i = 0; i < parts; i++) {
        if (i > 0)
            printf("%s, line %d\n", what, (int)i);
        nanosleep(&part, NULL);
    }
}

static void solve(const struct steps *steps)
{
    GAU_SECTION("solve", 1, "Solving");
    work(steps, "solve");
    {
        GAU_SECTION("assemble", 2, "Assembling", true);
        work(steps, "assemble");
    }
    {
        GAU_SECTION("inner", 2);
        work(steps, "inner");
    }
}

static void *read_something(void *steps)
{
    GAU_SECTION("read", 1, "Reading");
    work(steps, "read");
    return NULL;
}

static void read_in_threads(struct steps *steps)
{
    pthread_t threads[1000];
    int64_t n = 0;

    while (n < steps->threads && pthread_create(&threads[n], NULL, read_something, steps) == 0)
        n++;
    while (n-- > 0)
        pthread_join(threads[n], NULL);
}

static gau_status steps_execute(void *self, gau_context *ctx)
{
    (void)ctx;
    solve(self);
    {
        GAU_SECTION("write", 1, "Writing");
        work(self, "write");
    }
    read_in_threads(self);
    return GAU_OK;
}

static const gau_class steps_class = {
    GAU_CLASS("Steps", struct steps, "Opens sections with messages, and prints."),
    .properties = steps_properties,
    .algorithm = GAU_ALGORITHM(.execute = steps_execute),
};
GAU_MODULE(&steps_class);
