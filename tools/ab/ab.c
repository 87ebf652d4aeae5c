/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "tools/common/command_functions.h"
#include "tools/common/comparison_options.h"
#include "tools/common/usage.h"

#include <stdlib.h>
#include <string.h>

struct values {
    struct gau_ab runs;
    struct gau_shown shown;
};

/* --- arguments ----------------------------------------------------------------------------- */

static const struct gau_option options[] = {
    GAU_AB_ROWS(struct values),
    GAU_SHOWN_ROWS(struct values, shown,
                   ": differences, total, branches or tasks, events, functions (with samples)"),
    GAU_AB_JOB_ROWS(struct values),
    {0},
};

/* Arguments are checked before the runs, which take long. */
static int check_arguments(struct values *ab, int argc, char **argv)
{
    const struct gau_ab *const runs = &ab->runs;

    if (!runs->programs[0] && optind < argc)
        ab->runs.run.path = argv[optind];
    if (!runs->programs[0] && argc - optind > 1 && !gau_ab_is_folder(argv[optind]))
        return gau_options_wrong(&gau_tool_ab, "unexpected argument '%.*s'",
                                 GAU_QUOTE(argv[optind + 1]));
    if (!runs->profile && !runs->programs[0] && ab->shown.view.table &&
        strcmp(ab->shown.view.table, "functions") == 0)
        return gau_options_wrong(&gau_tool_ab, "--table functions needs samples: --profile");
    return gau_ab_check_arguments(runs, &gau_tool_ab);
}

/* --- the command --------------------------------------------------------------------------- */

/* Adds the name of a side for the user; "" is the job as it is. */
static void add_name(struct gau_argv *names, const struct gau_ab *ab, int side)
{
    const char *const settings = ab->sides[side].text;
    char *command = NULL;

    if (ab->programs[side]) {
        const struct gau_argv program = gau_argv_of(ab->programs[side]);

        command = gau_argv_text(&program);
        names->out_of_memory |= !command;
    }
    gau_argv_add(names, "%s%s%s", settings, command && *settings ? " " : "",
                 command ? command : "");
    free(command);
}

/* Returns the last setting of a variable on a side, which may remove it, or what it inherits. */
static const char *value_on(const struct gau_ab *ab, int side, const char *name)
{
    const struct gau_argv *const env = &ab->sides[side].env;
    const size_t length = strlen(name);

    for (uint32_t i = env->count; i-- > 0;)
        if (strncmp(env->texts[i], name, length) == 0 && env->texts[i][length] == '=')
            return env->texts[i][length + 1] ? env->texts[i] + length + 1 : NULL;
    return gau_ab_inherited(ab, name);
}

static bool is_listed(const struct gau_argv *variables, const char *name)
{
    const size_t length = strlen(name);

    for (uint32_t i = 0; i < variables->count; i++)
        if (strncmp(variables->texts[i], name, length) == 0 &&
            (variables->texts[i][length] == '=' || !variables->texts[i][length]))
            return true;
    return false;
}

/* @p setting is NAME=VALUE, of which only the name counts: values differ between the sides. */
static void add_variable(struct gau_ab *ab, const char *setting)
{
    struct gau_argv name = {0};

    gau_argv_add(&name, "%.*s", (int)strcspn(setting, "="), setting);
    for (int side = 0; side < 2 && name.out_of_memory; side++)
        ab->variables[side].out_of_memory = true;
    if (!name.out_of_memory && !is_listed(&ab->variables[0], name.texts[0]))
        for (int side = 0; side < 2; side++) {
            const char *const value = value_on(ab, side, name.texts[0]);

            gau_argv_add(&ab->variables[side], "%s%s%s", name.texts[0], value ? "=" : "",
                         value ? value : "");
        }
    gau_argv_clear(&name);
}

int gau_ab_request(struct gau_ab *ab, struct gau_comparison_request *request)
{
    for (int side = 0; side < 2; side++) {
        gau_argv_add(&ab->folders, "%s/%c", ab->folder, "ab"[side]);
        add_name(&ab->names, ab, side);
        for (uint32_t i = 0; i < ab->sides[side].env.count; i++)
            add_variable(ab, ab->sides[side].env.texts[i]);
    }
    if (ab->folders.out_of_memory || ab->names.out_of_memory || ab->variables[0].out_of_memory ||
        ab->variables[1].out_of_memory)
        return gau_usage_out_of_memory("names of results");
    for (int side = 0; side < 2; side++) {
        request->sides[side] =
            (struct gau_comparison_paths){(const char *const *)&ab->folders.texts[side], 1};
        request->settings[side] = ab->names.texts[side];
        request->variables[side] = ab->variables[side].texts;
    }
    return GAU_EXIT_OK;
}

static int compare_runs(struct values *ab)
{
    struct gau_comparison_request request = {.kind = GAU_COMPARE};
    struct gau_ab_outcome outcome = {0};
    int status = gau_ab_run(&ab->runs, &outcome);

    if (status == GAU_EXIT_OK && outcome.complete > 0)
        status = gau_ab_request(&ab->runs, &request);
    if (status == GAU_EXIT_OK && outcome.complete > 0)
        status = gau_shown_report(NULL, &request, &ab->shown);
    if (outcome.signal)
        return 128 + outcome.signal;
    return outcome.status ? outcome.status : status;
}

static int run(int argc, char **argv)
{
    struct values ab = {.runs = gau_ab_new()};
    int status = gau_ab_read(&ab.runs, &gau_tool_ab, argc, argv, &ab);

    if (status == GAU_OPTIONS_READ)
        status = gau_shown_check(&gau_tool_ab, &ab.shown, gau_comparison_tables);
    if (status == GAU_OPTIONS_READ)
        status = check_arguments(&ab, argc, argv);
    if (status == GAU_OPTIONS_READ)
        status = compare_runs(&ab);
    gau_argv_clear(&ab.shown.filters);
    gau_ab_clear(&ab.runs);
    return status;
}

const struct gau_command gau_tool_ab = {
    .name = "ab",
    .summary = "runs two settings or two programs interleaved, and compares them",
    .usage = GAU_AB_USAGE,
    .about = "Runs a job with two settings, or two programs, interleaved (A B, B A, A B ...), and\n"
             "prints what B changes, as 'gaudit compare' does; intervals need 3 pairs or more.\n",
    .options = options,
    .notes = GAU_AB_NOTES,
    .operand = "the option file",
    .least = 0,
    .most = 2, /* folders are refused with the command that takes them */
    .run = run,
};
