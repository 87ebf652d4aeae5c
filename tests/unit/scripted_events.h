/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_UNIT_SCRIPTED_EVENTS_H
#define TESTS_UNIT_SCRIPTED_EVENTS_H

#include "temp_folder.h"
#include "test.h"

#include <gaudit/auditor.h>

/*
 * EventAuditor under a virtual clock, where a tick is 1 us, with a /proc/self/status of the test's
 * own: k4Bench's file as it must be, byte by byte.
 */

enum { SCRIPT_WORKERS = 4, SCRIPT_STEPS = 16 };

/* An event: what it has at its begin, what at its end. */
struct step {
    uint32_t worker;
    uint64_t number; /* 0: no more steps */
    uint64_t start, end;
    int before_kb, after_kb; /* anonymous memory; of files there are 500 kB */
    gau_status final;
    uint32_t flags;
};

extern struct event_script {
    struct step steps[SCRIPT_STEPS];
    bool has_status;      /* memory can be read; true */
    void (*before)(void); /* is called before the events, or NULL, */
    void (*after)(void);  /* when they are in the file, */
} event_script;

/* For each test: no steps, no variable, in an empty folder. */
int event_script_begin(void **state);

void event_script_set(const struct step *list, size_t n);
#define SCRIPT(...)                                      \
    event_script_set((const struct step[]){__VA_ARGS__}, \
                     sizeof((const struct step[]){__VA_ARGS__}) / sizeof(struct step))

/* Runs the script in a job. @p properties "File=x;K4Bench=true", or "". Returns the messages. */
const char *run_as(const char *name, const char *folder, const char *properties);
const char *run_with(const char *folder, const char *properties);

void has_text(const char *path, const char *text);
bool is_there(const char *path);

/* A script, and the file that it gives. */
void three_events(void);
extern const char of_three[];

#endif
