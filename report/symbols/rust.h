/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_SYMBOLS_RUST_H
#define GAUDIT_REPORT_SYMBOLS_RUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Names of Rust's second scheme, "_R...", by the grammar of its RFC 2603, in the short form: no
 * hashes of crates, no types of constants. A reader that writes as it goes; after a failure
 * everything is a no-op.
 */

enum {
    GAU_RUST_OUT_MAX = 16384,
    GAU_RUST_DEPTH_MAX = 200,
    GAU_RUST_STEPS_MAX = 50000, /* references may unfold a short name into an endless one */
};

struct gau_rust {
    const char *text;
    size_t at;
    bool failed;
    bool mute;      /* read without writing */
    bool in_value;  /* "f::<T>" rather than "f<T>" */
    bool open;      /* the path that was referred to */
    uint64_t bound; /* lifetimes that are bound here */
    unsigned depth, steps;
    size_t used;
    char out[GAU_RUST_OUT_MAX];
};

struct gau_rust_word {
    const char *text;
    size_t size;
    bool encoded;
};

void gau_rust_path(struct gau_rust *rust);
void gau_rust_type(struct gau_rust *rust);

/* True if the path ended inside "<...", so that more can be added before the ">". */
bool gau_rust_open_path(struct gau_rust *rust);

/* --- reading and writing --------------------------------------------------------------------- */

void gau_rust_fail(struct gau_rust *rust);
char gau_rust_peek(const struct gau_rust *rust);
bool gau_rust_eat(struct gau_rust *rust, char c);
char gau_rust_take(struct gau_rust *rust);
void gau_rust_put(struct gau_rust *rust, const char *text, size_t size);
void gau_rust_print(struct gau_rust *rust, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
uint64_t gau_rust_number(struct gau_rust *rust);
uint64_t gau_rust_optional(struct gau_rust *rust, char letter);
void gau_rust_back(struct gau_rust *rust, void (*read)(struct gau_rust *rust));
bool gau_rust_enter(struct gau_rust *rust);
void gau_rust_leave(struct gau_rust *rust);
struct gau_rust_word gau_rust_word(struct gau_rust *rust);
void gau_rust_put_word(struct gau_rust *rust, struct gau_rust_word word);
void gau_rust_constant(struct gau_rust *rust);
void gau_rust_lifetime(struct gau_rust *rust);

#endif
