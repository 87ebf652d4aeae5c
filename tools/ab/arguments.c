/* SPDX-License-Identifier: Apache-2.0 */
#include "ab.h"

#include "tools/common/temp_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

gau_status gau_ab_read_settings(void *to, const char *text, const struct gau_option *option,
                                gau_error *err)
{
    (void)option;
    gau_ab_settings_clear(to);
    return gau_ab_settings_read(to, text, err);
}

/* --- programs ------------------------------------------------------------------------------ */

/* Each argv ends where the next begins. A single program is run on both sides. */
static void split_commands(struct gau_ab *ab, int *argc, char **argv)
{
    ab->programs[0] = ab->programs[1] = gau_options_split_program(argc, argv);
    for (char **word = ab->programs[0]; word && *word; word++) {
        if (strcmp(*word, "--versus") != 0)
            continue;
        *word++ = NULL;
        ab->programs[1] = *word && strcmp(*word, "--") == 0 ? word + 1 : word;
        break;
    }
}

static int check_programs(const struct gau_ab *ab, const struct gau_command *command)
{
    const bool differ = ab->programs[0] != ab->programs[1];

    for (int side = 0; side < 2; side++) {
        if (!ab->programs[side][0])
            return gau_options_wrong(command, "a program is missing after '%s'",
                                     side == 1 && differ ? "--versus" : "--");
        if (ab->sides[side].sets.count > 0)
            return gau_options_wrong(command,
                                     "--%c: '%.*s' is for jobs; programs take env:NAME=VALUE",
                                     "ab"[side], GAU_QUOTE(ab->sides[side].sets.texts[0]));
    }
    if (!differ && !ab->sides[0].env.count && !ab->sides[1].env.count)
        return gau_options_wrong(command,
                                 "there is only one program: add '--versus PROGRAM', or set "
                                 "different environments with --a and --b");
    return GAU_OPTIONS_READ;
}

#define PROGRAMS "'gaudit %s [OPTION...] -- PROGRAM [ARGUMENT...] --versus PROGRAM [ARGUMENT...]'"

int gau_ab_refuse_program(const struct gau_command *command, const char *path)
{
    if (!gau_tool_job_is_program(path))
        return GAU_OPTIONS_READ;
    return gau_options_wrong(command,
                             "'%.*s' is a program, neither an option file nor a result: put '--' "
                             "before programs: " PROGRAMS,
                             GAU_QUOTE(path), command->name);
}

/* --- both ---------------------------------------------------------------------------------- */

struct gau_ab gau_ab_new(void)
{
    return (struct gau_ab){.run = gau_run_arguments_new(),
                           .sides = {{.text = ""}, {.text = ""}},
                           .pairs = 10};
}

void gau_ab_clear(struct gau_ab *ab)
{
    if (!gau_temp_folder_remove()) /* a temporary folder is removed here */
        fprintf(stderr, "gaudit: warning: '%s' cannot be removed: %s\n", ab->folder,
                strerror(errno));
    gau_app_folder_close(&ab->claimed);
    for (int side = 0; side < 2; side++) {
        gau_ab_settings_clear(&ab->sides[side]);
        gau_argv_clear(&ab->variables[side]);
    }
    gau_argv_clear(&ab->passed);
    gau_argv_clear(&ab->timer);
    gau_argv_clear(&ab->folders);
    gau_argv_clear(&ab->names);
    gau_run_arguments_clear(&ab->run);
}

int gau_ab_read(struct gau_ab *ab, const struct gau_command *command, int argc, char **argv,
                void *values)
{
    struct gau_options_given given = {0};
    int status;

    split_commands(ab, &argc, argv);
    if (ab->programs[0])
        return gau_options_read_of_program(command, argc, argv, values);
    for (int i = 1; i < argc && strstr(command->usage, "--versus"); i++)
        if (strcmp(argv[i], "--versus") == 0)
            return gau_options_wrong(
                command, "'--versus' needs a program before it, and '--' before that: " PROGRAMS,
                command->name);
    status = gau_options_read(command, argc, argv, values, &given);
    ab->passed = given.passed;
    return status;
}

bool gau_ab_is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int gau_ab_check_arguments(const struct gau_ab *ab, const struct gau_command *command)
{
    int refused;

    if (ab->programs[0])
        return check_programs(ab, command);
    if (!ab->run.path)
        return gau_options_wrong(command, "the option file is missing, or '--' and the programs");
    if (gau_ab_is_folder(ab->run.path))
        return gau_options_wrong(command,
                                 "'%.*s' is a folder, not an option file; results are compared by "
                                 "'gaudit compare A B', and tested by 'gaudit gate A B'",
                                 GAU_QUOTE(ab->run.path));
    refused = gau_ab_refuse_program(command, ab->run.path);
    if (refused != GAU_OPTIONS_READ)
        return refused;
    if (ab->interval.text && !ab->profile)
        return gau_options_wrong(command, "--interval needs --profile");
    return GAU_OPTIONS_READ;
}
