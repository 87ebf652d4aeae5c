/* SPDX-License-Identifier: Apache-2.0 */
#include "script_player.h"

#include "auditors/live_print/live_print.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE = 64, TEXTS = 65536, THREADS = 16, SECTIONS = 1000 };

struct player {
    struct live_print_settings settings;
    struct live_print_stack *stack;
    FILE *out;
    unsigned columns;
    uint64_t now_ns, foreign_writes, number;
    struct live_print_thread threads[THREADS], *thread;
    int64_t memory_MB;
    struct live_print_open sections[SECTIONS];
    struct live_print_entry queue[QUEUE];
    size_t queued, begun, used;
    char texts[TEXTS];
};

static void write_out(void *user, const char *text, size_t length)
{
    struct player *const p = user;

    assert_true(length > 0);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\033')
            fputs("\\033", p->out);
        else
            fputc(text[i], p->out);
}

static void update(struct player *p, uint64_t ns)
{
    gau_live_print_update_begin(p->stack, ns, p->foreign_writes, p->columns);
    for (size_t i = 0; i < p->queued; i++)
        gau_live_print_replay(p->stack, &p->queue[i]);
    p->queued = 0;
    gau_live_print_update_end(p->stack);
}

static void set(struct player *p, char *line)
{
    char name[32] = "";
    double value = 1;

    assert_true(sscanf(line, "set %31s %lf", name, &value) >= 1);
    if (strcmp(name, "TimeLimit") == 0)
        p->settings.time_limit_ns = (uint64_t)(1e9 * value + 0.5);
    else if (strcmp(name, "MemoryLimit") == 0)
        p->settings.memory_limit_MB = (int64_t)value;
    else if (strcmp(name, "Columns") == 0)
        p->columns = (unsigned)value;
    else if (strcmp(name, "All") == 0)
        p->settings.all = true;
    else if (strcmp(name, "Several") == 0)
        p->settings.several = true;
    else if (strcmp(name, "Colour") == 0)
        p->settings.colour = true;
    else if (strcmp(name, "Rewrites") == 0)
        p->settings.rewrites = true;
    else
        fail_msg("no setting %s", name);
}

/* Kept until the end, with its \NNN as bytes. */
static const char *keep(struct player *p, const char *text)
{
    char *const kept = p->texts + p->used;

    for (; *text; text++) {
        assert_true(p->used < TEXTS - 1);
        if (text[0] == '\\' && strlen(text) >= 4) {
            char octal[4] = {text[1], text[2], text[3], 0};

            p->texts[p->used++] = (char)strtol(octal, NULL, 8);
            text += 3;
        } else {
            p->texts[p->used++] = *text;
        }
    }
    p->texts[p->used++] = '\0';
    return kept;
}

static void begin(struct player *p, const char *text, bool no_dots)
{
    assert_true(p->queued < QUEUE && p->begun < SECTIONS);
    p->queue[p->queued++] = (struct live_print_entry){.text = keep(p, text),
                                                      .number = p->number,
                                                      .ns = p->now_ns,
                                                      .foreign_writes = p->foreign_writes,
                                                      .memory_MB = p->memory_MB,
                                                      .thread = p->thread,
                                                      .open = &p->sections[p->begun++],
                                                      .begins = true,
                                                      .no_dots = no_dots};
    p->number = 0;
}

static void act(struct player *p, char *what, char *rest)
{
    if (strcmp(what, "begin") == 0 || strcmp(what, "no_dots") == 0) {
        begin(p, rest, what[0] == 'n');
    } else if (strcmp(what, "count") == 0) {
        p->number = strtoull(rest, &rest, 10);
        begin(p, rest + strspn(rest, " "), false);
    } else if (strcmp(what, "end") == 0) {
        assert_true(p->queued < QUEUE);
        p->queue[p->queued++] = (struct live_print_entry){.ns = p->now_ns,
                                                          .foreign_writes = p->foreign_writes,
                                                          .memory_MB = strtoll(rest, NULL, 10),
                                                          .thread = p->thread};
        update(p, p->now_ns);
    } else if (strcmp(what, "others") == 0) {
        fprintf(p->out, "%s\n", rest);
        p->foreign_writes++;
    } else if (strcmp(what, "stop") == 0) {
        update(p, p->now_ns);
        gau_live_print_end(p->stack);
    } else {
        fail_msg("no action %s", what);
    }
}

static void at(struct player *p, char *line)
{
    char *what, *rest;
    const uint64_t ns = (uint64_t)(1e9 * strtod(line, &what) + 0.5);

    if (!p->stack)
        p->stack = gau_live_print_stack_new(&p->settings, 0);
    assert_non_null(p->stack);
    assert_true(ns >= p->now_ns);
    while (gau_live_print_due(p->stack) <= ns)
        update(p, gau_live_print_due(p->stack));
    p->now_ns = ns;
    what = strtok_r(what, " ", &rest);
    act(p, what, rest);
}

static void play(struct player *p, char *line)
{
    char *const comment = strchr(line, '#');

    if (comment)
        *comment = '\0';
    while (*line && line[strlen(line) - 1] == ' ')
        line[strlen(line) - 1] = '\0';
    if (line[0] == '\0')
        return;
    if (strncmp(line, "set ", 4) == 0)
        set(p, line);
    else if (strncmp(line, "thread ", 7) == 0)
        p->thread = &p->threads[strtoul(line + 7, NULL, 10) % THREADS];
    else if (strncmp(line, "memory ", 7) == 0)
        p->memory_MB = strtoll(line + 7, NULL, 10);
    else
        at(p, line);
}

char *live_play(const char *script)
{
    struct player *const p = calloc(1, sizeof *p);
    char *const lines = strdup(script);
    char *text = NULL, *rest = lines;
    size_t size;

    assert_non_null(p);
    assert_non_null(lines);
    p->out = open_memstream(&text, &size);
    p->settings = (struct live_print_settings){
        .time_limit_ns = 5000000000, .memory_limit_MB = 100, .write = write_out, .user = p};
    p->memory_MB = 100;
    for (uint32_t i = 0; i < THREADS; i++)
        p->threads[i].number = i;
    p->thread = p->threads;
    for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;)
        play(p, line);
    fclose(p->out);
    gau_live_print_stack_free(p->stack);
    free(lines);
    free(p);
    return text;
}
