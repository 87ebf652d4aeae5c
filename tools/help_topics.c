/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/help_topics.h"

#include <stddef.h>

const char gau_help_tasks[] =
    "  time a job                 gaudit run JOB.xml --time -o DIR\n"
    "  profile a job              gaudit profile JOB.xml -o DIR\n"
    "  profile a program          gaudit profile -o DIR -- PROGRAM\n"
    "  look at a result           gaudit report DIR; gaudit report VIEW DIR\n"
    "  compare two programs       gaudit ab -- OLD --versus NEW\n"
    "  compare two settings       gaudit ab JOB.xml --b NAME.PROPERTY=VALUE\n"
    "  compare two results        gaudit compare DIR1 DIR2\n"
    "  fail if it became slower   gaudit gate DIR1 DIR2\n"
    "  write a job                gaudit list; gaudit describe CLASS\n"
    "  check a job                gaudit check JOB.xml; gaudit show JOB.xml\n"
    "  see what is possible here  gaudit doctor\n"
    "  read more                  gaudit help\n";

static const char settings[] =
    "The options -s and -a change a job without changing its file:\n"
    "\n"
    "  gaudit run JOB.xml -s Fit.MaxIterations=5     sets a property of Fit\n"
    "  gaudit run JOB.xml -a CountAuditor            adds an auditor\n"
    "  gaudit run JOB.xml -a 'TimerAuditor/Some:IncludeAlgorithms=Hlt*;MaxDepth=4'\n"
    "                                                with a name and properties\n"
    "\n"
    "Both can be repeated. All -a come first, then all -s; the last value wins. An\n"
    "unknown name, or a value out of range, ends the command before anything runs.\n"
    "\n"
    "  gaudit list               the classes of components\n"
    "  gaudit describe CLASS     the properties of a class\n"
    "  gaudit show JOB.xml       the job with all its values\n"
    "\n"
    "More: doc/reference/options.md\n";

static const char sections[] =
    "A program with a loop of its own marks parts of its code, in C, C++ or Fortran:\n"
    "\n"
    "  #include <gaudit/section.h>\n"
    "  GAU_SECTION(\"solve\");                  to the end of the block\n"
    "\n"
    "It is linked with gaudit::gaudit. Without an auditor nothing is measured or\n"
    "printed. The environment selects auditors:\n"
    "\n"
    "  GAUDIT_AUDITORS=TimerAuditor ./solver\n"
    "  GAUDIT_AUDITORS=TimerAuditor GAUDIT_RESULT=DIR ./solver\n"
    "  gaudit report graph DIR\n"
    "\n"
    "More: doc/embedding.md\n";

static const char results[] =
    "A result is a folder, which is new or empty at first:\n"
    "\n"
    "  run.json        when and how it was made; in every result\n"
    "  timer.json      times of branches, of a TimerAuditor\n"
    "  NAME.json       the document of another component\n"
    "  samples*.gtr    samples, of 'gaudit profile' and 'gaudit collect'\n"
    "\n"
    "  gaudit report DIR              its summary, with the other views to ask for\n"
    "  gaudit report --list           all views\n"
    "  gaudit report VIEW DIR -f csv  a view as a table for other programs\n"
    "\n"
    "The ending of a key or column is its unit: total_s is in seconds, and\n"
    "peak_rss_bytes in bytes.\n"
    "\n"
    "More: doc/reference/results.md\n";

static const char environment[] =
    "  GAUDIT_MODULE_PATH    folders with modules of components and their manifests\n"
    "  GAUDIT_OPTIONS_PATH   folders for <include> in job files\n"
    "  GAUDIT_CLOCK          monotonic: do not use the time stamp counter\n"
    "  GAUDIT_CRASH_REPORT   0: say nothing about a crash\n"
    "  GAUDIT_SHARED_RESULT  a result folder for several commands\n"
    "  GAUDIT_MPI_LIBRARY    the library of the MPI for 'gaudit run --mpi'\n"
    "  NO_COLOR              not empty: no colour\n"
    "\n"
    "of programs with sections:\n"
    "  GAUDIT_AUDITORS       their auditors, each as after -a\n"
    "  GAUDIT_OPTIONS        a job file with their auditors\n"
    "  GAUDIT_RESULT         the folder of their results\n"
    "  GAUDIT_SECTION_LEVEL  the highest level of the table that they print\n"
    "\n"
    "More: doc/reference/command.md#environment\n";

static const char status[] =
    "  0        success\n"
    "  1        wrong usage of the command; a result folder that is not empty\n"
    "  2        wrong job options\n"
    "  3        the input failed\n"
    "  4        an algorithm failed the job\n"
    "  5        results, memory or workers failed\n"
    "  6        'lint' found violations; 'gate' found a branch that became slower\n"
    "  7        'gate --require-decision': the runs do not decide\n"
    "  128 + N  ended by signal N\n"
    "\n"
    "'gaudit collect' and 'gaudit profile -- PROGRAM' end with that of PROGRAM.\n"
    "\n"
    "More: doc/reference/command.md#exit-statuses\n";

const struct gau_topic gau_topics[] = {
    {"settings", "changing a job by -s and -a", settings},
    {"sections", "a program with a loop of its own", sections},
    {"results", "the files of a result, and how to look at them", results},
    {"environment", "the variables that gaudit reads", environment},
    {"status", "the exit statuses", status},
    {NULL, NULL, NULL},
};
