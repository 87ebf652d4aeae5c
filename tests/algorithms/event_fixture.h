/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_ALGORITHMS_EVENT_FIXTURE_H
#define TESTS_ALGORITHMS_EVENT_FIXTURE_H

#include "tests/unit/job_fixture.h"

/*
 * One event with given objects, the algorithms that a test adds to scene.job, and a copy of what
 * they have made. Columns are borrowed until the scene ends.
 */

struct scene {
    struct job job;
};

void scene_begin(struct scene *scene);

/* Events of another input instead, whose node is returned. */
gau_node *scene_begin_with(struct scene *scene, const gau_module *input);
void scene_end(struct scene *scene);

/* What is in the event. */
void scene_numbers(const char *table, const char *column, const double *values, size_t n);
void scene_texts(const char *table, const char *column, const char *const *texts, size_t n);
void scene_bytes(const char *name, const uint8_t *bytes, size_t n);

/* A literal list: SCENE_NUMBERS("muons", "pt", 3, 4.5). */
#define SCENE_NUMBERS(table, column, ...)                                                       \
    do {                                                                                        \
        static const double scene_values[] = {__VA_ARGS__};                                     \
        scene_numbers(table, column, scene_values, sizeof scene_values / sizeof *scene_values); \
    } while (0)

/* The algorithm under test; its properties are set with job_set(). */
gau_node *scene_algorithm(struct scene *scene, const gau_module *module, const char *name);

/* Columns to copy, as "T.a,T.b"; behind the algorithms. */
void scene_look(struct scene *scene, const char *columns);

/* Runs the event. True: it was accepted. A failure fails the test. */
bool scene_accepts(struct scene *scene);

/* Runs that many events, and calls @p each in each of them, when its columns can be read. */
void scene_watch(struct scene *scene, uint64_t events, void (*each)(void));

/* Runs the event, or does not: the message of the failure. */
const char *scene_failure(struct scene *scene);

/* Column number i that was copied. */
size_t scene_rows(size_t i);
double scene_number(size_t i, size_t row);

#define assert_near(a, b, tolerance)                              \
    do {                                                          \
        const double near_a = (a), near_b = (b);                  \
        if (!(fabs(near_a - near_b) <= (tolerance)))              \
            fail_msg("%s is %.9g, not %.9g", #a, near_a, near_b); \
    } while (0)

#endif
