/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_TOOLS_TOOLS_H
#define GAUDIT_TOOLS_TOOLS_H

/*
 * The commands. Each takes its own arguments, argv[0] being its name, prints to standard output
 * and returns an exit status. `-h` and `--help` print its help.
 */

int gau_tool_ab(int argc, char **argv);
int gau_tool_accuracy(int argc, char **argv);
int gau_tool_check(int argc, char **argv);
int gau_tool_collect(int argc, char **argv);
int gau_tool_compare(int argc, char **argv);
int gau_tool_describe(int argc, char **argv);
int gau_tool_doctor(int argc, char **argv);
int gau_tool_gate(int argc, char **argv);
int gau_tool_help(int argc, char **argv);
int gau_tool_history(int argc, char **argv);
int gau_tool_lint(int argc, char **argv);
int gau_tool_list(int argc, char **argv);
int gau_tool_manifest(int argc, char **argv);
int gau_tool_profile(int argc, char **argv);
int gau_tool_report(int argc, char **argv);
int gau_tool_run(int argc, char **argv);
int gau_tool_schema(int argc, char **argv);
int gau_tool_show(int argc, char **argv);

#endif
