/* SPDX-License-Identifier: Apache-2.0 */
#include "demangle.h"

#include "rust.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- reading and writing ------------------------------------------------------------------------
 */

void gau_rust_fail(struct gau_rust *rust)
{
    rust->failed = true;
}

char gau_rust_peek(const struct gau_rust *rust)
{
    return (char)(rust->failed ? '\0' : rust->text[rust->at]);
}

bool gau_rust_eat(struct gau_rust *rust, char c)
{
    if (gau_rust_peek(rust) != c || !c)
        return false;
    rust->at++;
    return true;
}

char gau_rust_take(struct gau_rust *rust)
{
    const char c = gau_rust_peek(rust);

    if (c)
        rust->at++;
    else
        gau_rust_fail(rust);
    return c;
}

void gau_rust_put(struct gau_rust *rust, const char *text, size_t size)
{
    if (rust->failed || rust->mute)
        return;
    if (size >= GAU_RUST_OUT_MAX - rust->used) {
        gau_rust_fail(rust);
        return;
    }
    memcpy(rust->out + rust->used, text, size);
    rust->used += size;
}

void gau_rust_print(struct gau_rust *rust, const char *format, ...)
{
    char text[64];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    gau_rust_put(rust, text, strlen(text));
}

/* "_" is 0, "0_" is 1, "Z_" is 62. */
uint64_t gau_rust_number(struct gau_rust *rust)
{
    static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    uint64_t value = 0;

    if (gau_rust_eat(rust, '_'))
        return 0;
    while (!gau_rust_eat(rust, '_')) {
        const char c = gau_rust_take(rust);
        const char *found = c ? strchr(signs, c) : NULL;

        if (!found || value > UINT64_MAX / 64) {
            gau_rust_fail(rust);
            return 0;
        }
        value = value * 62 + (uint64_t)(found - signs);
    }
    return value + 1;
}

/* A number behind a letter; 0 without it. */
uint64_t gau_rust_optional(struct gau_rust *rust, char letter)
{
    return gau_rust_eat(rust, letter) ? gau_rust_number(rust) + 1 : 0;
}

/* Runs @p read where a reference points to, which is always before it. */
void gau_rust_back(struct gau_rust *rust, void (*read)(struct gau_rust *rust))
{
    const size_t from = rust->at - 1;
    const uint64_t to = gau_rust_number(rust);
    const size_t next = rust->at;

    if (to >= from)
        gau_rust_fail(rust);
    if (rust->failed || rust->mute)
        return;
    rust->at = (size_t)to;
    read(rust);
    rust->at = next;
}

/* Guards against names that are nested without end; each call is paired with gau_rust_leave(). */
bool gau_rust_enter(struct gau_rust *rust)
{
    if (++rust->depth > GAU_RUST_DEPTH_MAX || ++rust->steps > GAU_RUST_STEPS_MAX)
        gau_rust_fail(rust);
    return !rust->failed;
}

void gau_rust_leave(struct gau_rust *rust)
{
    rust->depth--;
}

struct gau_rust_word gau_rust_word(struct gau_rust *rust)
{
    struct gau_rust_word word = {0};
    size_t size = 0;

    word.encoded = gau_rust_eat(rust, 'u');
    if (gau_rust_peek(rust) < '0' || gau_rust_peek(rust) > '9')
        gau_rust_fail(rust);
    if (!gau_rust_eat(rust, '0'))
        while (gau_rust_peek(rust) >= '0' && gau_rust_peek(rust) <= '9' && size < 100000)
            size = size * 10 + (size_t)(gau_rust_take(rust) - '0');
    gau_rust_eat(rust, '_');
    if (rust->failed || strnlen(rust->text + rust->at, size) < size) {
        gau_rust_fail(rust);
        return word;
    }
    word.text = rust->text + rust->at;
    word.size = size;
    rust->at += size;
    return word;
}

void gau_rust_put_word(struct gau_rust *rust, struct gau_rust_word word)
{
    if (word.encoded)
        gau_rust_print(rust, "punycode{");
    gau_rust_put(rust, word.text, word.size);
    if (word.encoded)
        gau_rust_print(rust, "}");
}

/* --- the whole ----------------------------------------------------------------------------------
 */

char *gau_demangle_rust(const char *linkage)
{
    struct gau_rust *rust;
    char *text = NULL;

    if (strncmp(linkage, "_R", 2) != 0 || linkage[2] < 'A' || linkage[2] > 'Z')
        return NULL;
    rust = calloc(1, sizeof *rust);
    if (!rust)
        return NULL;
    rust->text = linkage + 2;
    rust->in_value = true;
    gau_rust_path(rust);
    if (!rust->failed && gau_rust_peek(rust) >= 'A' && gau_rust_peek(rust) <= 'Z') {
        rust->mute = true; /* the crate that it was instantiated in */
        gau_rust_path(rust);
        rust->mute = false;
    }
    if (!rust->failed && (!gau_rust_peek(rust) || gau_rust_peek(rust) == '.'))
        text = strndup(rust->out, rust->used);
    free(rust);
    return text;
}
