/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* usleep() */
#include "tests/itt/raw_itt_client.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * usage: timeline SCENE: a program that prints the ITT calls that it makes, a line each, as
 * show_entries prints the entries of its threads: "THREAD begin NAME", "THREAD end", "THREAD
 * interval NAME". Ends that its scenes do not make are none of the lines.
 */

enum { NAMES = 5, KNOWN = 20000, DEEPEST = 20, MILLION = 1000000 };

static const gau_itt_id none;
static struct raw_part *part;
static gau_itt_domain *domain;
static gau_itt_string *names[NAMES];

static void begin(unsigned name)
{
    RAW_FUNCTION(part, task_begin)(domain, none, none, names[name]);
}

static void end(void)
{
    RAW_FUNCTION(part, task_end)(domain);
}

/* --- two threads, each with tasks in tasks -------------------------------------------------- */

struct known {
    const char *name;
    unsigned seed;
    char *lines;
    size_t size;
};

static void *run_known(void *user)
{
    struct known *const known = user;
    FILE *const lines = open_memstream(&known->lines, &known->size);
    unsigned depth = 0, random = known->seed;

    RAW_FUNCTION(part, thread_set_name)(known->name);
    for (unsigned i = 0; i < KNOWN || depth > 0; i++) {
        random = random * 1664525u + 1013904223u;
        if (i < KNOWN && depth < DEEPEST && (depth == 0 || random >> 31)) {
            const unsigned name = (random >> 8) % NAMES;

            fprintf(lines, "%s begin %s\n", known->name, names[name]->text);
            begin(name);
            depth++;
        } else {
            fprintf(lines, "%s end\n", known->name);
            end();
            depth--;
        }
        if (i % 1000 == 0)
            usleep(20000); /* so that passes come in the middle */
    }
    fclose(lines);
    return NULL;
}

static int scene_known(void)
{
    struct known known[2] = {{.name = "one", .seed = 1}, {.name = "two", .seed = 2}};
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, run_known, &known[i]) != 0)
            return 2;
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        fputs(known[i].lines, stdout);
        free(known[i].lines);
    }
    return 0;
}

/* --- what is in no stack -------------------------------------------------------------------- */

static void overlapped(uint64_t id, unsigned name)
{
    RAW_FUNCTION(part, task_begin_overlapped)(domain, (gau_itt_id){id, 0, 0}, none, names[name]);
}

static void *end_third(void *unused)
{
    RAW_FUNCTION(part, task_end_overlapped)(domain, (gau_itt_id){3, 0, 0});
    return unused;
}

/* The third is ended by another thread; its own notices at its next call. */
static int scene_overlapped(void)
{
    gau_itt_id id = {9, 0, 0};
    pthread_t other;

    RAW_FUNCTION(part, thread_set_name)("one");
    for (unsigned i = 0; i < 3; i++)
        overlapped(i + 1, i);
    begin(4);
    RAW_FUNCTION(part, frame_begin_v3)(domain, &id);
    for (uint64_t i = 1; i <= 2; i++)
        RAW_FUNCTION(part, task_end_overlapped)(domain, (gau_itt_id){i, 0, 0});
    if (pthread_create(&other, NULL, end_third, NULL) != 0)
        return 2;
    pthread_join(other, NULL);
    RAW_FUNCTION(part, frame_end_v3)(domain, &id);
    end();
    overlapped(7, 0); /* stays open */
    puts("one begin e\none interval a\none interval b\none interval c\n"
         "one interval timeline\none end");
    return 0;
}

/* --- others --------------------------------------------------------------------------------- */

/* The first end is that of the outer event; the inner one goes on. */
static int scene_crossed(void)
{
    const int a = RAW_FUNCTION(part, event_create)("a", 1),
              b = RAW_FUNCTION(part, event_create)("b", 1);

    RAW_FUNCTION(part, thread_set_name)("one");
    RAW_FUNCTION(part, event_start)(a);
    RAW_FUNCTION(part, event_start)(b);
    RAW_FUNCTION(part, event_end)(a);
    RAW_FUNCTION(part, event_end)(b);
    RAW_FUNCTION(part, event_start)(b);
    puts("one begin a\none begin b\none end unfinished\none end\none interval b\none begin b\n"
         "one end unfinished");
    return 0;
}

static int scene_paused(void)
{
    RAW_FUNCTION(part, thread_set_name)("one");
    begin(0);
    begin(1);
    RAW_FUNCTION(part, pause)();
    end();
    begin(2);
    RAW_FUNCTION(part, resume)();
    end();
    begin(3);
    end();
    end();
    puts("one begin a\none begin b\none end\none begin d\none end\none end");
    return 0;
}

/* What is open goes on in the child. */
static int scene_forked(void)
{
    pid_t child;

    RAW_FUNCTION(part, thread_set_name)("one");
    begin(0);
    begin(1);
    child = fork();
    end();
    begin(2);
    end();
    end();
    if (child > 0 && waitpid(child, NULL, 0) == child)
        puts("one begin a\none begin b\none end\none begin c\none end\none end");
    return child < 0;
}

static int scene_million(void)
{
    for (unsigned i = 0; i < MILLION; i++) {
        begin(i % NAMES);
        end();
    }
    return 0;
}

static int scene_endless(void)
{
    begin(0);
    while (usleep(100) == 0) {
        begin(1);
        end();
    }
    return 2;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } scenes[] = {
        {"known", scene_known},     {"overlapped", scene_overlapped}, {"crossed", scene_crossed},
        {"paused", scene_paused},   {"forked", scene_forked},         {"million", scene_million},
        {"endless", scene_endless},
    };
    static const char *const texts[NAMES] = {"a", "b", "c", "d", "e"};

    part = raw_part_new(RAW_200);
    domain = raw_part_domain(part, "timeline");
    raw_part_load(part, -1);
    if (argc != 2 || !RAW_FUNCTION(part, task_begin))
        return 2;
    for (int i = 0; i < NAMES; i++)
        names[i] = RAW_FUNCTION(part, string_handle_create)(texts[i]);
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(scenes[i].name, argv[1]) == 0)
            return scenes[i].run();
    return 2;
}
