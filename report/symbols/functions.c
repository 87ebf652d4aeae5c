/* SPDX-License-Identifier: Apache-2.0 */
#include "symbolizer.h"

#include "symbolizer_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gau_symbolizer_warn(struct gau_symbolizer *symbols, const char *sentence)
{
    const uint32_t text = gau_text_pool_put(&symbols->texts, sentence);

    for (uint32_t i = 0; i < symbols->warning_count; i++)
        if (symbols->warnings[i] == symbols->texts.items[text])
            return;
    if (text && gau_array_grow(&symbols->warnings, symbols->warning_count, &symbols->warning_size,
                               sizeof *symbols->warnings))
        symbols->warnings[symbols->warning_count++] = symbols->texts.items[text];
}

/* --- functions ------------------------------------------------------------------------------ */

/* Functions with debug information are identified by their declaration, so that an inlined one and
 * its copy that is called are one; other functions by their start. */
static bool is_same_function(const struct gau_function *function,
                             const struct gau_function_key *key, const char *linkage)
{
    return function->linkage == linkage && function->module == key->module &&
           function->kind == key->kind && function->file == key->file &&
           function->line == key->line && (key->file || function->start == key->start);
}

static uint64_t hash_of(const struct gau_function_key *key, const char *linkage)
{
    uint64_t value = gau_hash_mix(key->module, (uint64_t)(uintptr_t)linkage);

    value = gau_hash_mix(value, (uint64_t)key->file << 32 | key->line);
    return key->file ? value : gau_hash_mix(value, key->start);
}

static void name_function(struct gau_symbolizer *symbols, struct gau_function *function,
                          const char *linkage)
{
    struct gau_text_pool *texts = &symbols->texts;
    const bool missed = symbols->demangler.missed;
    struct gau_demangled demangled;

    function->name = function->full = linkage;
    if (gau_demangle(&symbols->demangler, linkage, &demangled)) {
        function->name = gau_text_pool_keep(texts, demangled.name);
        function->full = gau_text_pool_keep(texts, demangled.full);
        free(demangled.name);
        free(demangled.full);
    }
    if (symbols->demangler.missed && !missed)
        gau_symbolizer_warn(symbols, "names of C++ functions are shown as they are linked: neither "
                                     "libstdc++.so.6 nor libc++abi.so.1 can be loaded");
}

static const char *with_plt(struct gau_symbolizer *symbols, const char *text)
{
    const size_t size = strlen(text) + sizeof "@plt";
    char *const longer = gau_bump_allocator_take(&symbols->heap, size);

    if (longer)
        snprintf(longer, size, "%s@plt", text);
    return longer ? longer : text;
}

static void describe_function(struct gau_symbolizer *symbols, struct gau_function *function)
{
    const bool stub = function->kind == GAU_FUNCTION_STUB;
    const size_t size = strlen(function->linkage) - (stub ? sizeof "@plt" - 1 : 0);

    name_function(symbols, function,
                  gau_text_pool_keep_part(&symbols->texts, function->linkage, size));
    function->base =
        gau_text_pool_keep_part(&symbols->texts, function->name, gau_without_clone(function->name));
    if (!stub)
        return;
    function->full = with_plt(symbols, function->full);
    function->name = with_plt(symbols, function->name);
}

static struct gau_function *add_function(struct gau_symbolizer *symbols, uint64_t value)
{
    struct gau_function *function = gau_bump_allocator_take(&symbols->heap, sizeof *function);

    if (!function || !gau_array_grow(&symbols->functions, symbols->function_count,
                                     &symbols->function_size, sizeof *symbols->functions))
        return NULL;
    if (!gau_map_add(&symbols->function_map, value, symbols->function_count + 1))
        return NULL;
    symbols->functions[symbols->function_count++] = function;
    return function;
}

/* Returns the first function of that name that is made from the same lines. */
static uint32_t whole_of(struct gau_symbolizer *symbols, uint32_t number)
{
    const struct gau_function *const wanted = symbols->functions[number];
    const uint64_t key = gau_hash_mix(gau_hash_mix(wanted->module, (uintptr_t)wanted->base),
                                      (uint64_t)wanted->file << 32 | wanted->line);
    uint32_t step = 0;
    uint32_t known;

    while ((known = gau_map_next(&symbols->whole_map, key, &step))) {
        const struct gau_function *const other = symbols->functions[known - 1];

        if (other->module == wanted->module && other->base == wanted->base &&
            other->file == wanted->file && other->line == wanted->line &&
            other->kind == wanted->kind)
            return known - 1;
    }
    symbols->out_of_memory |= !gau_map_add(&symbols->whole_map, key, number + 1);
    return number;
}

uint32_t gau_functions_put(struct gau_symbolizer *symbols, const struct gau_function_key *key)
{
    const char *linkage = gau_text_pool_keep(&symbols->texts, key->linkage);
    const uint64_t value = hash_of(key, linkage);
    struct gau_function *function;
    uint32_t step = 0;
    uint32_t number;

    while ((number = gau_map_next(&symbols->function_map, value, &step))) {
        function = symbols->functions[number - 1];
        if (!is_same_function(function, key, linkage))
            continue;
        if (!function->start) {
            function->start = key->start;
            function->size = key->size;
        }
        return number - 1;
    }
    function = add_function(symbols, value);
    if (!function) {
        symbols->out_of_memory = true;
        return GAU_UNKNOWN;
    }
    *function = (struct gau_function){
        .linkage = linkage,
        .module = key->module,
        .file = key->file,
        .line = key->line,
        .kind = key->kind,
        .start = key->start,
        .size = key->size,
    };
    describe_function(symbols, function);
    function->whole = whole_of(symbols, symbols->function_count - 1);
    return symbols->function_count - 1;
}

uint32_t gau_symbolizer_put_function(struct gau_symbolizer *symbols,
                                     const struct gau_function *function)
{
    const struct gau_function_key key = {
        .linkage = function->linkage,
        .module = function->module,
        .file = function->file,
        .line = function->line,
        .kind = function->kind,
        .start = function->start,
        .size = function->size,
    };

    return gau_functions_put(symbols, &key);
}
