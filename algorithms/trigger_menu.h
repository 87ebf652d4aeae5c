/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_ALGORITHMS_TRIGGER_MENU_H
#define GAUDIT_ALGORITHMS_TRIGGER_MENU_H

#include <gaudit/gaudit.h>

/*
 * The menus of a trigger: which paths, called by name, they have. One of them was in use when an
 * event was taken.
 */

enum { GAU_MENU_MAX = 64 };

struct gau_menu_path {
    gau_symbol name;
    uint64_t menus; /* those that have it, a bit each */
};

struct gau_menu {
    struct gau_menu_path *paths; /* in the order of their first mention */
    size_t n_paths, capacity;
    int64_t numbers[GAU_MENU_MAX]; /* of the menus, as in the file */
    size_t n_menus;
    uint32_t *of_symbol; /* path of a symbol, plus one; 0: no path */
    size_t n_symbols;
};

/*
 * Reads a file of comma-separated values with columns menu (whole numbers that never fall), index
 * (the number of the bit, a whole number) and path (its name). Paths are interned.
 */
gau_status gau_menu_read(struct gau_menu *menu, const char *file, gau_context *ctx);
void gau_menu_free(struct gau_menu *menu);

/* The path called so; SIZE_MAX: none. */
static inline size_t gau_menu_find(const struct gau_menu *menu, gau_symbol name)
{
    return name < menu->n_symbols ? (size_t)menu->of_symbol[name] - 1 : SIZE_MAX;
}

#endif
