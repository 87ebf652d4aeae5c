/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_SYMBOLS_H
#define GAUDIT_SRC_SYMBOLS_H

#include <gaudit/store.h>

/*
 * Texts as numbers, 0, 1, 2 ... in the order of their first appearance. Looking up a known text
 * takes no lock; a new one is added under one. Nothing is ever removed or moved.
 */

struct gau_symbols;

enum { GAU_SYMBOLS_MAX = 1 << 20 };

/* NULL: no memory. */
struct gau_symbols *gau_symbols_new(void);
void gau_symbols_free(struct gau_symbols *symbols);

/* GAU_NO_SYMBOL: no memory, or more than GAU_SYMBOLS_MAX texts. */
gau_symbol gau_symbols_intern(struct gau_symbols *symbols, const char *text, size_t length,
                              gau_error *err);

/* NULL if there is no such symbol. */
const char *gau_symbols_text(const struct gau_symbols *symbols, gau_symbol symbol);

#endif
