/* SPDX-License-Identifier: Apache-2.0 */
#include "doctor.h"

#include "../signals.h"
#include "../tools.h"
#include "../usage.h"

#include "table/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gau_doctor_line(enum gau_verdict verdict, const char *topic, const char *format, ...)
{
    static const char marks[] = {
        [GAU_VERDICT_FACT] = '.',
        [GAU_VERDICT_GOOD] = '+',
        [GAU_VERDICT_POOR] = '-',
        [GAU_VERDICT_NONE] = 'x',
    };
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gau_utf8_disarm(text);
    printf("%c %-15s %s\n", marks[verdict], topic, text);
}

bool gau_doctor_read(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "re");
    bool fine;

    text[0] = '\0';
    if (!file)
        return false;
    fine = fgets(text, (int)size, file) != NULL;
    fclose(file);
    text[strcspn(text, "\n")] = '\0';
    return fine;
}

static int run(int argc, char **argv)
{
    static void (*const topics[])(void) = {
        gau_doctor_machine, gau_doctor_clocks, gau_doctor_perf_event, gau_doctor_collector,
        gau_doctor_ptrace,  gau_doctor_core,   gau_doctor_vtune,
    };
    const int status = gau_options_read(&gau_tool_doctor, argc, argv, NULL, NULL);

    if (status != GAU_OPTIONS_READ)
        return status;
    for (size_t i = 0; i < sizeof topics / sizeof *topics && !gau_signals_came(); i++)
        topics[i]();
    return gau_signals_came() ? 128 + gau_signals_came() : GAU_EXIT_OK;
}

const struct gau_command gau_tool_doctor = {
    .name = "doctor",
    .summary = "what this machine allows",
    .usage = "",
    .about = "Says what this machine allows, one line per topic: clocks and what they cost,\n"
             "perf_event, the clock of gaudit's collector, ptrace, core files, VTune.\n"
             "\n"
             "  +  good   -  works, with a drawback   x  not available   .  a fact\n"
             "\n"
             "Changes nothing but for a while a folder in $TMPDIR or /tmp. Whatever it finds, the\n"
             "exit status is 0.\n",
    .run = run,
};
