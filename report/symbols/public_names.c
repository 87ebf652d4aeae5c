/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolizer.h"

#include "symbolizer_internal.h"

#include <string.h>

uint32_t gau_symbolizer_named(struct gau_symbolizer *symbols, const char *name, uint32_t module)
{
    const struct gau_function_key key = {.linkage = name, .module = module};

    return gau_functions_put(symbols, &key);
}

/*
 * The C library has a function several times, for several processors: "__memset_avx2_unaligned".
 * These names are of no use to other modules, which know the symbol that chooses one of them.
 */

/* Returns the symbol of that name, without its end, that is for other modules; NULL: none is. */
static const struct gau_symbol *find_public(const struct gau_symbol_table *names, const char *name,
                                            size_t length)
{
    enum { BINDING = 7, LOCAL = 1 }; /* of a symbol's rank */

    for (uint32_t i = 0; i < names->count; i++) {
        const struct gau_symbol *const symbol = &names->items[i];

        if ((symbol->rank & BINDING) > LOCAL && !symbol->stub &&
            strncmp(symbol->text, name, length) == 0 && !symbol->text[length])
            return symbol;
    }
    return NULL;
}

bool gau_symbolizer_find_public(const struct gau_symbolizer *symbols, uint32_t module,
                                const char *name, uint64_t *start)
{
    const struct gau_symbol *const symbol =
        find_public(&symbols->modules[module - 1]->names, name, strcspn(name, "@"));

    if (symbol)
        *start = symbol->start;
    return symbol != NULL;
}

/* Without a size, it is the name of no address; see gau_symbol_table_find(). */
void gau_symbolizer_add_public(struct gau_symbolizer *symbols, uint32_t module, const char *name,
                               uint64_t start)
{
    enum { GLOBAL = 2 }; /* a rank above that of local symbols */
    const struct gau_symbol symbol = {
        .start = start,
        .end = start,
        .text = gau_text_pool_keep(&symbols->texts, name),
        .rank = GLOBAL,
        .sized = true,
    };

    symbols->out_of_memory |= !gau_symbol_table_add(&symbols->modules[module - 1]->names, &symbol);
}

static bool is_variant(const char *word, size_t length)
{
    static const char *const words[] = {
        "fma",       "fma4",    "avx",  "avx2",  "avx512",     "evex",     "evex512",
        "sse",       "sse2",    "sse3", "ssse3", "sse4",       "sse41",    "sse42",
        "1",         "2",       "rtm",  "no",    "vzeroupper", "erms",     "finite",
        "unaligned", "generic", "sve",  "asimd", "neon",       "internal",
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* Returns the length of a name without its last word; 0 if that is no word for a processor. */
static size_t without_variant(const char *name, size_t length)
{
    size_t begin = length;

    while (begin > 0 && name[begin - 1] != '_')
        begin--;
    return begin > 1 && is_variant(name + begin, length - begin) ? begin - 1 : 0;
}

static const char *public_name_of(struct gau_symbolizer *symbols, const struct gau_function *found)
{
    static const char *const prefixes[] = {"__ieee754_", "__libc_", "____", "__"};

    for (size_t i = 0; found->module && i < sizeof prefixes / sizeof *prefixes; i++) {
        const struct gau_symbol_table *const names = &symbols->modules[found->module - 1]->names;
        const char *const name = found->base + strlen(prefixes[i]);

        if (strncmp(found->base, prefixes[i], strlen(prefixes[i])) != 0)
            continue;
        for (size_t length = strlen(name); length; length = without_variant(name, length))
            if (find_public(names, name, length))
                return gau_text_pool_keep_part(&symbols->texts, name, length);
    }
    return found->name;
}

/* Each name is sought in all symbols of the library, but only once. */
const char *gau_symbolizer_public_name(struct gau_symbolizer *symbols, uint32_t function)
{
    struct gau_function *const found = symbols->functions[function];

    if (!found->public_name)
        found->public_name = public_name_of(symbols, found);
    return found->public_name;
}

uint32_t gau_symbolizer_called(struct gau_symbolizer *symbols, uint32_t stub)
{
    const struct gau_function *const found = gau_symbolizer_function(symbols, stub);
    const size_t length = strcspn(found->linkage, "@");

    if (found->kind != GAU_FUNCTION_STUB)
        return stub;
    for (uint32_t module = 1; module <= symbols->module_count; module++) {
        const struct gau_symbol *const symbol =
            find_public(&symbols->modules[module - 1]->names, found->linkage, length);

        if (symbol) {
            const struct gau_source_frames frames =
                gau_symbolizer_resolve(symbols, module, symbol->start);

            return frames.items[frames.count - 1].function;
        }
    }
    return gau_symbolizer_named(symbols, found->base, found->module);
}
