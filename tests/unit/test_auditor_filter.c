/* SPDX-License-Identifier: Apache-2.0 */
#include "job_fixture.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Random trees and random filters against a model that asks, for one branch at a time, what its
 * ancestors are: the framework works the other way, from the root to all branches at once.
 */

enum { MAX_NODES = 40, PATTERNS = 2 };

struct node {
    int parent; /* -1: below Event */
    bool sequence, section;
    char name[8], path[160];
    int depth;
};

static struct tree {
    struct node nodes[MAX_NODES];
    int count;
} tree;

static struct filter {
    char include[PATTERNS][40], exclude[PATTERNS][40];
    int n_include, n_exclude, max_depth;
} filter;

static uint32_t random_state;

static int pick(int n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (int)((random_state >> 8) % (unsigned)n);
}

/* --- making -------------------------------------------------------------------------------- */

static void add(int parent, bool sequence, bool section, const char *name)
{
    struct node *const n = &tree.nodes[tree.count++];

    *n = (struct node){.parent = parent, .sequence = sequence, .section = section};
    snprintf(n->name, sizeof n->name, "%s", name);
    n->depth = parent < 0 ? 1 : tree.nodes[parent].depth + 1;
    snprintf(n->path, sizeof n->path, "%s%s%s", parent < 0 ? "" : tree.nodes[parent].path,
             parent < 0 ? "" : " ", name);
}

/* Depth first, as the framework numbers; sections are below their algorithm. */
static void make_members(int parent, int depth)
{
    const int n = 1 + pick(3);

    for (int i = 0; i < n && tree.count < MAX_NODES - 4; i++) {
        const bool sequence = depth < 4 && pick(2);
        const int made = tree.count;
        char name[8];

        snprintf(name, sizeof name, "%c%d", "abc"[pick(3)], made);
        add(parent, sequence, false, name);
        if (sequence) {
            make_members(made, depth + 1);
        } else if (pick(3) == 0) {
            add(made, false, true, "part");
            add(made + 1, false, true, "inner");
        }
    }
}

/* A name, a whole path, or one with a star; always of a component, so that it matches. */
static void make_pattern(char *text, size_t size)
{
    const struct node *n;

    do
        n = &tree.nodes[pick(tree.count)];
    while (n->section);
    switch (pick(4)) {
    case 0: snprintf(text, size, "%s", n->name); break;
    case 1: snprintf(text, size, "%.*s", 39, n->path); break;
    case 2: snprintf(text, size, "%c*", n->name[0]); break;
    default: snprintf(text, size, "*%s", n->name); break;
    }
}

static void make_gate(void)
{
    memset(&filter, 0, sizeof filter);
    filter.n_include = pick(2) ? pick(PATTERNS + 1) : 0;
    filter.n_exclude = pick(2) ? pick(PATTERNS + 1) : 0;
    filter.max_depth = pick(3) ? 0 : 1 + pick(5);
    for (int i = 0; i < filter.n_include; i++)
        make_pattern(filter.include[i], sizeof filter.include[i]);
    for (int i = 0; i < filter.n_exclude; i++)
        make_pattern(filter.exclude[i], sizeof filter.exclude[i]);
}

/* --- the model ----------------------------------------------------------------------------- */

static bool selected(int node, char patterns[PATTERNS][40], int n)
{
    const struct node *const at = &tree.nodes[node];

    for (int i = 0; i < n; i++)
        if (!at->section &&
            (fnmatch(patterns[i], at->name, 0) == 0 || fnmatch(patterns[i], at->path, 0) == 0))
            return true;
    return false;
}

static bool selected_with_above(int node, char patterns[PATTERNS][40], int n)
{
    for (; node >= 0; node = tree.nodes[node].parent)
        if (selected(node, patterns, n))
            return true;
    return false;
}

static bool is_below(int node, int above)
{
    while (node >= 0 && node != above)
        node = tree.nodes[node].parent;
    return node == above;
}

/* Exclude beats Include; with Include given all is excluded but what is included, and what is
 * above it. */
static bool is_excluded(int node)
{
    if (selected_with_above(node, filter.exclude, filter.n_exclude))
        return true;
    if (filter.n_include == 0 || selected_with_above(node, filter.include, filter.n_include))
        return false;
    for (int other = 0; other < tree.count; other++)
        if (is_below(other, node) && selected(other, filter.include, filter.n_include))
            return false;
    return true;
}

static bool is_too_deep(int node)
{
    return filter.max_depth && tree.nodes[node].depth > filter.max_depth;
}

/* Appends the hook calls of one event, in which everything runs. */
static void expect(char *text, int parent)
{
    const char *const path = parent < 0 ? "" : tree.nodes[parent].path;

    for (int node = parent + 1; node < tree.count; node++) {
        if (tree.nodes[node].parent != parent || is_too_deep(node))
            continue;
        if (is_excluded(node)) {
            sprintf(text + strlen(text), "D( %s%s[excluded]\nD) %s%s[excluded] aa\n", path,
                    path[0] ? " " : "", path, path[0] ? " " : "");
            continue;
        }
        sprintf(text + strlen(text), "D( %s\n", tree.nodes[node].path);
        expect(text, node);
        sprintf(text + strlen(text), "D) %s aa\n", tree.nodes[node].path);
    }
}

/* --- the framework ------------------------------------------------------------------------- */

static bool has_section(int node)
{
    return node + 1 < tree.count && tree.nodes[node + 1].section;
}

static void build_members(struct job *job, int parent, gau_node *above)
{
    for (int node = 0; node < tree.count; node++) {
        const struct node *const n = &tree.nodes[node];

        if (n->parent != parent || n->section)
            continue;
        if (n->sequence)
            build_members(job, node, job_sequence(job, above, n->name));
        else
            job_script(job, above, n->name, has_section(node) ? "s" : "a");
    }
}

static void set_patterns(struct job *job, gau_node *node, const char *property,
                         char patterns[PATTERNS][40], int n)
{
    char text[PATTERNS * 42] = "";

    for (int i = 0; i < n; i++)
        sprintf(text + strlen(text), "%s%s", i ? ", " : "", patterns[i]);
    job_set(job, node, property, text);
}

/* The call log without the lines of other auditors. */
static const char *audited(void)
{
    static char text[16384];
    size_t length = 0;

    text[0] = '\0';
    for (const char *line = call_log_text(); *line; line = strchr(line, '\n') + 1)
        if (line[0] == 'D')
            length += (size_t)snprintf(text + length, sizeof text - length, "%.*s\n",
                                       (int)strcspn(line, "\n"), line);
    return text;
}

static void gates_and_the_model_agree_on_random_trees(void **unused)
{
    (void)unused;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        char expected[16384] = "D( Event\n", depth[8];
        struct job job;
        gau_node *log;

        random_state = seed * 2654435761u;
        tree.count = 0;
        make_members(-1, 1);
        make_gate();
        expect(expected, -1);
        strcat(expected, "D) Event aa\n");

        job_begin(&job);
        gau_options_root(job.options)->max_branches = 256;
        build_members(&job, -1, NULL);
        /* The [excluded] branches of another auditor must not disturb this one. */
        job_set(&job, job_auditor(&job, "CallLog", "Other"), "ExcludeAlgorithms", "*");
        log = job_auditor(&job, "CallLog", "D");
        set_patterns(&job, log, "IncludeAlgorithms", filter.include, filter.n_include);
        set_patterns(&job, log, "ExcludeAlgorithms", filter.exclude, filter.n_exclude);
        snprintf(depth, sizeof depth, "%d", filter.max_depth);
        job_set(&job, log, "MaxDepth", depth);
        job_must_run(&job, 1);
        if (strcmp(audited(), expected) != 0)
            fail_msg("seed %u: include '%s' '%s' exclude '%s' '%s' depth %d\nheard:\n%smodel:\n%s",
                     seed, filter.include[0], filter.include[1], filter.exclude[0],
                     filter.exclude[1], filter.max_depth, audited(), expected);
        job_end(&job);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gates_and_the_model_agree_on_random_trees),
    };

    return cmocka_run_group_tests_name("auditor filter", tests, NULL, NULL);
}
