/* SPDX-License-Identifier: Apache-2.0 */
#include "rust.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *basic(char c)
{
    static const char *const names[26] = {"i8",   "bool",  "char",  "f64", "str", "f32", NULL,
                                          "u8",   "isize", "usize", NULL,  "i32", "u32", "i128",
                                          "u128", "_",     NULL,    NULL,  "i16", "u16", "()",
                                          "...",  NULL,    "i64",   "u64", "!"};

    return c >= 'a' && c <= 'z' ? names[c - 'a'] : NULL;
}

/* --- lifetimes ------------------------------------------------------------------------------ */

static void put_lifetime(struct gau_rust *rust, uint64_t depth)
{
    if (depth < 26)
        gau_rust_print(rust, "'%c", (char)('a' + depth));
    else
        gau_rust_print(rust, "'_%" PRIu64, depth);
}

/* Behind 'L': 0 is one without name, 1 the one that was bound last. */
void gau_rust_lifetime(struct gau_rust *rust)
{
    const uint64_t index = gau_rust_number(rust);

    if (!index)
        gau_rust_print(rust, "'_");
    else if (index > rust->bound)
        gau_rust_fail(rust);
    else
        put_lifetime(rust, rust->bound - index);
}

/* "for<'a, 'b> "; the caller unbinds what is bound here. */
static void binder(struct gau_rust *rust)
{
    const uint64_t count = gau_rust_optional(rust, 'G');

    if (!count)
        return;
    if (count > 1000) {
        gau_rust_fail(rust);
        return;
    }
    gau_rust_print(rust, "for<");
    for (uint64_t i = 0; i < count; i++) {
        if (i)
            gau_rust_print(rust, ", ");
        put_lifetime(rust, rust->bound++);
    }
    gau_rust_print(rust, "> ");
}

/* --- constants ------------------------------------------------------------------------------ */

static void put_character(struct gau_rust *rust, uint64_t code)
{
    if (code >= ' ' && code < 0x7f && code != '\'' && code != '\\')
        gau_rust_print(rust, "'%c'", (char)code);
    else
        gau_rust_print(rust, "'\\u{%" PRIx64 "}'", code);
}

/* Hexadecimal digits up to "_"; those beyond 64 bits stay as they are. */
static void put_digits(struct gau_rust *rust, char type)
{
    const char *digits = rust->text + rust->at;
    const size_t size = strspn(digits, "0123456789abcdef");
    const uint64_t value = strtoull(digits, NULL, 16);

    rust->at += size;
    if (!gau_rust_eat(rust, '_'))
        gau_rust_fail(rust);
    else if (size > 16) {
        gau_rust_print(rust, "0x");
        gau_rust_put(rust, digits, size);
    } else if (type == 'b')
        gau_rust_print(rust, value ? "true" : "false");
    else if (type == 'c')
        put_character(rust, value);
    else
        gau_rust_print(rust, "%" PRIu64, value);
}

void gau_rust_constant(struct gau_rust *rust)
{
    char type;

    if (!gau_rust_enter(rust)) {
        gau_rust_leave(rust);
        return;
    }
    type = gau_rust_take(rust);
    if (type == 'B')
        gau_rust_back(rust, gau_rust_constant);
    else if (type == 'p')
        gau_rust_print(rust, "_");
    else if (type && strchr("abchijlmnostxy", type)) {
        if (gau_rust_eat(rust, 'n'))
            gau_rust_print(rust, "-");
        if (!rust->failed)
            put_digits(rust, type);
    } else
        gau_rust_fail(rust);
    gau_rust_leave(rust);
}

/* --- types ---------------------------------------------------------------------------------- */

static void tuple(struct gau_rust *rust)
{
    int count = 0;

    gau_rust_print(rust, "(");
    for (; !rust->failed && !gau_rust_eat(rust, 'E'); count++) {
        if (count)
            gau_rust_print(rust, ", ");
        gau_rust_type(rust);
    }
    gau_rust_print(rust, count == 1 ? ",)" : ")");
}

static void convention(struct gau_rust *rust)
{
    struct gau_rust_word word;

    gau_rust_print(rust, "extern \"");
    if (gau_rust_eat(rust, 'C'))
        gau_rust_print(rust, "C");
    else {
        word = gau_rust_word(rust);
        for (size_t i = 0; i < word.size; i++)
            gau_rust_put(rust, word.text[i] == '_' ? "-" : word.text + i, 1);
    }
    gau_rust_print(rust, "\" ");
}

static void function(struct gau_rust *rust)
{
    const uint64_t bound = rust->bound;

    binder(rust);
    if (gau_rust_eat(rust, 'U'))
        gau_rust_print(rust, "unsafe ");
    if (gau_rust_eat(rust, 'K'))
        convention(rust);
    gau_rust_print(rust, "fn(");
    for (int i = 0; !rust->failed && !gau_rust_eat(rust, 'E'); i++) {
        if (i)
            gau_rust_print(rust, ", ");
        gau_rust_type(rust);
    }
    gau_rust_print(rust, ")");
    if (!gau_rust_eat(rust, 'u')) {
        gau_rust_print(rust, " -> ");
        gau_rust_type(rust);
    }
    rust->bound = bound;
}

/* "Iterator<Item = T>": bindings go into the brackets of the trait's own arguments. */
static void trait(struct gau_rust *rust)
{
    bool open = gau_rust_open_path(rust);

    while (gau_rust_eat(rust, 'p')) {
        gau_rust_print(rust, open ? ", " : "<");
        open = true;
        gau_rust_put_word(rust, gau_rust_word(rust));
        gau_rust_print(rust, " = ");
        gau_rust_type(rust);
    }
    if (open)
        gau_rust_print(rust, ">");
}

static void object(struct gau_rust *rust)
{
    const uint64_t bound = rust->bound;

    gau_rust_print(rust, "dyn ");
    binder(rust);
    for (int i = 0; !rust->failed && !gau_rust_eat(rust, 'E'); i++) {
        if (i)
            gau_rust_print(rust, " + ");
        trait(rust);
    }
    rust->bound = bound;
    if (!gau_rust_eat(rust, 'L'))
        gau_rust_fail(rust);
    else if (!gau_rust_eat(rust, '_')) { /* the one without name is not worth a word */
        gau_rust_print(rust, " + ");
        gau_rust_lifetime(rust);
    }
}

static void reference(struct gau_rust *rust, bool writable)
{
    gau_rust_print(rust, "&");
    if (gau_rust_eat(rust, 'L') && !gau_rust_eat(rust, '_')) {
        gau_rust_lifetime(rust);
        gau_rust_print(rust, " ");
    }
    if (writable)
        gau_rust_print(rust, "mut ");
    gau_rust_type(rust);
}

static void list(struct gau_rust *rust, bool counted)
{
    gau_rust_print(rust, "[");
    gau_rust_type(rust);
    if (counted) {
        gau_rust_print(rust, "; ");
        gau_rust_constant(rust);
    }
    gau_rust_print(rust, "]");
}

static void compound(struct gau_rust *rust, char kind)
{
    switch (kind) {
    case 'R':
    case 'Q': reference(rust, kind == 'Q'); break;
    case 'P':
    case 'O':
        gau_rust_print(rust, kind == 'P' ? "*const " : "*mut ");
        gau_rust_type(rust);
        break;
    case 'A':
    case 'S': list(rust, kind == 'A'); break;
    case 'T': tuple(rust); break;
    case 'F': function(rust); break;
    case 'D': object(rust); break;
    case 'B': gau_rust_back(rust, gau_rust_type); break;
    default:
        rust->at--; /* a named type */
        gau_rust_path(rust);
        break;
    }
}

void gau_rust_type(struct gau_rust *rust)
{
    if (gau_rust_enter(rust)) {
        const char kind = gau_rust_take(rust);
        const char *name = basic(kind);

        if (name)
            gau_rust_print(rust, "%s", name);
        else if (!rust->failed)
            compound(rust, kind);
    }
    gau_rust_leave(rust);
}
