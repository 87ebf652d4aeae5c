/* SPDX-License-Identifier: Apache-2.0 */
#include "rust.h"

#include <inttypes.h>
#include <stdlib.h>

static void argument(struct gau_rust *rust)
{
    if (gau_rust_eat(rust, 'L'))
        gau_rust_lifetime(rust);
    else if (gau_rust_eat(rust, 'K'))
        gau_rust_constant(rust);
    else
        gau_rust_type(rust);
}

static void arguments(struct gau_rust *rust)
{
    const bool in_value = rust->in_value;

    rust->in_value = false;
    for (int i = 0; !rust->failed && !gau_rust_eat(rust, 'E'); i++) {
        if (i)
            gau_rust_print(rust, ", ");
        argument(rust);
    }
    rust->in_value = in_value;
}

/* "<T>" or "<T as Trait>"; where an implementation stands is read over. */
static void implementation(struct gau_rust *rust, char kind)
{
    const bool mute = rust->mute;
    const bool in_value = rust->in_value;

    if (kind != 'Y') {
        rust->mute = true;
        gau_rust_optional(rust, 's');
        gau_rust_path(rust);
        rust->mute = mute;
    }
    rust->in_value = false;
    gau_rust_print(rust, "<");
    gau_rust_type(rust);
    if (kind != 'M') {
        gau_rust_print(rust, " as ");
        gau_rust_path(rust);
    }
    gau_rust_print(rust, ">");
    rust->in_value = in_value;
}

static void nested(struct gau_rust *rust)
{
    const char space = gau_rust_take(rust);
    uint64_t number;
    struct gau_rust_word word;

    gau_rust_path(rust);
    number = gau_rust_optional(rust, 's');
    word = gau_rust_word(rust);
    if (space >= 'A' && space <= 'Z') {
        gau_rust_print(rust, "::{");
        if (space == 'C')
            gau_rust_print(rust, "closure");
        else if (space == 'S')
            gau_rust_print(rust, "shim");
        else
            gau_rust_put(rust, &space, 1);
        if (word.size) {
            gau_rust_print(rust, ":");
            gau_rust_put_word(rust, word);
        }
        gau_rust_print(rust, "#%" PRIu64 "}", number);
    } else if (word.size) {
        gau_rust_print(rust, "::");
        gau_rust_put_word(rust, word);
    }
}

static void generic(struct gau_rust *rust)
{
    gau_rust_path(rust);
    gau_rust_print(rust, rust->in_value ? "::<" : "<");
    arguments(rust);
}

void gau_rust_path(struct gau_rust *rust)
{
    char kind;

    if (!gau_rust_enter(rust)) {
        gau_rust_leave(rust);
        return;
    }
    kind = gau_rust_take(rust);
    switch (kind) {
    case 'C':
        gau_rust_optional(rust, 's');
        gau_rust_put_word(rust, gau_rust_word(rust));
        break;
    case 'M':
    case 'X':
    case 'Y': implementation(rust, kind); break;
    case 'N': nested(rust); break;
    case 'I':
        generic(rust);
        gau_rust_print(rust, ">");
        break;
    case 'B': gau_rust_back(rust, gau_rust_path); break;
    default: gau_rust_fail(rust); break;
    }
    gau_rust_leave(rust);
}

static void read_open(struct gau_rust *rust)
{
    rust->open = gau_rust_open_path(rust);
}

bool gau_rust_open_path(struct gau_rust *rust)
{
    bool open = false;

    if (!gau_rust_enter(rust)) {
        gau_rust_leave(rust);
        return false;
    }
    if (gau_rust_eat(rust, 'B')) {
        rust->open = false;
        gau_rust_back(rust, read_open);
        open = rust->open;
    } else if (gau_rust_eat(rust, 'I')) {
        generic(rust);
        open = true;
    } else
        gau_rust_path(rust);
    gau_rust_leave(rust);
    return open;
}
