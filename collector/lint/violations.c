/* SPDX-License-Identifier: Apache-2.0 */
#include "violations.h"

#include "collector/base/mmap_arena.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PLACES = 500 };

static const struct rule {
    const char *name, *fix;
} rules[GAU_LINT_N_RULES] = {
    [GAU_LINT_WHILE_PAUSED] = {"while-paused",
                               "the mark is lost: call resume before it, or leave it out"},
    [GAU_LINT_END_WHILE_PAUSED] = {"end-while-paused",
                                   "the end is lost: end the mark before calling pause"},
    [GAU_LINT_UNKNOWN_EVENT] =
        {"unknown-event", "create the event first, and use the number that this gives: it is not "
                          "0 when there is a collector"},
    [GAU_LINT_END_WITHOUT_START] =
        {"end-without-start", "start it before, an event on the thread that ends it, and end it "
                              "once"},
    [GAU_LINT_TASK_END_WITHOUT_BEGIN] =
        {"task-end-without-begin", "begin a task before, in this domain and on the thread that "
                                   "ends it"},
    [GAU_LINT_NEVER_ENDED] = {"never-ended",
                              "end it on every way out, before its thread or the program ends"},
    [GAU_LINT_OUT_OF_ORDER] = {"out-of-order",
                               "end what was started last first: time goes to the later start"},
    [GAU_LINT_CONTROL_RATE] = {"control-rate",
                               "pause and resume at most once a second, around whole phases"},
    [GAU_LINT_DOUBLE_PAUSE] = {"double-pause",
                               "pause once: it concerns all threads and is not counted"},
    [GAU_LINT_DOUBLE_RESUME] = {"double-resume",
                                "resume once: it concerns all threads and is not counted"},
    [GAU_LINT_FRAME_RATE] = {"frame-rate",
                             "keep below 1000 frames per second: let several rounds make a frame"},
    [GAU_LINT_OVERLAPPING_FRAMES] = {"overlapping-frames",
                                     "end a frame before the next begins, or use a domain for each "
                                     "thread"},
    [GAU_LINT_NAME_IN_LOOP] = {"name-in-loop",
                               "create names before the first mark, and keep what this gives"},
    [GAU_LINT_LONG_NAME] = {"long-name", "keep names below 256 bytes"},
    [GAU_LINT_DOMAIN_FLAGS] = {"domain-flags",
                               "do not write to the flags of a domain: they are the collector's"},
    [GAU_LINT_THREAD_RENAMED] = {"thread-renamed", "name a thread once, when it starts"},
};

const char *gau_lint_rule_name(enum gau_lint_rule rule)
{
    return rules[rule].name;
}

enum gau_lint_rule gau_lint_rule_of(const char *name)
{
    unsigned rule = 0;

    while (rule < GAU_LINT_N_RULES && strcmp(rules[rule].name, name) != 0)
        rule++;
    return (enum gau_lint_rule)rule;
}

static void note_value(struct gau_lint_numbers *numbers, long value)
{
    for (unsigned i = 0; i < numbers->n; i++)
        if (numbers->values[i] == value)
            return;
    if (numbers->n < sizeof numbers->values / sizeof *numbers->values)
        numbers->values[numbers->n++] = value;
}

static const char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *const result = gau_mmap_arena_alloc(size);

    return result ? memcpy(result, text, size) : "?";
}

/* The place of the violation in the list, or where to insert it. */
static struct gau_lint_violation **find(struct gau_lint_violations *violations,
                                        enum gau_lint_rule rule, const char *place)
{
    struct gau_lint_violation **at = &violations->list;

    while (*at && ((*at)->first.rule < rule ||
                   ((*at)->first.rule == rule && strcmp((*at)->first.place, place) < 0)))
        at = &(*at)->next;
    return at;
}

static bool is_at(const struct gau_lint_violation *violation, enum gau_lint_rule rule,
                  const char *place)
{
    return violation && violation->first.rule == rule && strcmp(violation->first.place, place) == 0;
}

bool gau_lint_violations_has(struct gau_lint_violations *violations, enum gau_lint_rule rule,
                             const char *place)
{
    return violations->places[rule] >= MAX_PLACES ||
           is_at(*find(violations, rule, place), rule, place);
}

static struct gau_lint_violation *add_violation(struct gau_lint_violations *violations,
                                                struct gau_lint_violation **at,
                                                const struct gau_lint_occurrence *occurrence,
                                                const char *place)
{
    struct gau_lint_violation *const violation = gau_mmap_arena_alloc(sizeof *violation);

    if (!violation)
        return NULL;
    violation->first = *occurrence;
    violation->first.place = copy_text(place);
    violation->first.thread = copy_text(occurrence->thread);
    violation->first.module = copy_text(occurrence->module);
    violation->next = *at;
    *at = violation;
    violations->places[occurrence->rule]++;
    return violation;
}

void gau_lint_violations_add(struct gau_lint_violations *violations,
                             const struct gau_lint_occurrence *occurrence)
{
    const char *place = occurrence->place;
    struct gau_lint_violation **at = find(violations, occurrence->rule, place);
    struct gau_lint_violation *violation;

    violations->count++;
    if (!is_at(*at, occurrence->rule, place) &&
        violations->places[occurrence->rule] >= MAX_PLACES) {
        place = "further places";
        at = find(violations, occurrence->rule, place);
    }
    violation = is_at(*at, occurrence->rule, place)
                    ? *at
                    : add_violation(violations, at, occurrence, place);
    if (!violation)
        return;
    violation->count++;
    note_value(&violation->threads, occurrence->tid);
    note_value(&violation->processes, occurrence->pid);
}

/* "1 thread", "2 threads". */
static void append_count(char *line, size_t size, const char *before, uint64_t n, const char *noun)
{
    const size_t length = strlen(line);

    snprintf(line + length, size - length, "%s%" PRIu64 " %s%s", before, n, noun,
             n == 1                          ? ""
             : noun[strlen(noun) - 1] == 's' ? "es"
                                             : "s");
}

static void append_numbers(char *line, size_t size, const char *before,
                           const struct gau_lint_numbers *numbers, const char *noun)
{
    const bool full = numbers->n == sizeof numbers->values / sizeof *numbers->values;

    append_count(line, size, full ? " on at least " : before, numbers->n, noun);
}

void gau_lint_describe(const struct gau_lint_violation *violation, const char *caller, char *line,
                       size_t size)
{
    const struct gau_lint_occurrence *const first = &violation->first;
    size_t length;

    snprintf(line, size, "%s: %s: ", rules[first->rule].name, first->place);
    append_count(line, size, "", violation->count, "time");
    append_numbers(line, size, " on ", &violation->threads, "thread");
    if (violation->processes.n > 1)
        append_numbers(line, size, " of ", &violation->processes, "process");
    length = strlen(line);
    snprintf(line + length, size - length, ", first on thread %ld%s%s%s after %.6f s%s%s; %s",
             first->tid, *first->thread ? " '" : "", first->thread, *first->thread ? "'" : "",
             (double)first->ns * 1e-9, *caller ? " in " : "", caller, rules[first->rule].fix);
}

void gau_lint_summarize(uint64_t violations, uint64_t calls, uint64_t threads, uint64_t processes,
                        char *line, size_t size)
{
    *line = '\0';
    if (violations)
        append_count(line, size, "", violations, "violation");
    else
        snprintf(line, size, "no violations");
    append_count(line, size, " in ", calls, "call");
    append_count(line, size, " from ", threads, "thread");
    if (processes)
        append_count(line, size, " of ", processes, "process");
}
