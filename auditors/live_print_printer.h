/* SPDX-License-Identifier: Apache-2.0 */
#ifndef AUDITORS_LIVE_PRINT_PRINTER_H
#define AUDITORS_LIVE_PRINT_PRINTER_H

#include "live_print_ring.h"

/*
 * The thread that prints, with all signals blocked. Threads of the program give it entries and, at
 * the end of a section, wake it; else it sleeps until the next look is due.
 */

struct live_print_printer;

/* @p settings without write, user, colour and rewrites, which standard error tells. NULL: no memory
 * or no thread, errno says why. */
struct live_print_printer *live_print_printer_start(const struct live_print_settings *settings);

/* Prints what is left, ends the thread. In a child of fork() there is no thread: nothing is
 * printed. NULL does nothing. */
void live_print_printer_stop(struct live_print_printer *printer, bool in_child);

/* Room for a section, false: there is none; and its two entries, which must follow. Time and what
 * others printed are filled in. */
bool live_print_printer_reserve(struct live_print_printer *printer);
void live_print_printer_begin(struct live_print_printer *printer, struct live_print_entry *entry);
void live_print_printer_end(struct live_print_printer *printer, struct live_print_entry *entry);

#endif
