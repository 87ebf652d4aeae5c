/* SPDX-License-Identifier: Apache-2.0 */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/* Functions that debug information knows are told by where they are declared, so that an inlined
 * one and its copy that is called are one; others by where they begin. */
static bool is_same(const struct gau_function *function, const struct gau_function_key *key,
                    const char *linkage)
{
    return function->linkage == linkage && function->module == key->module &&
           function->kind == key->kind && function->file == key->file &&
           function->line == key->line && (key->file || function->start == key->start);
}

static uint64_t hash(const struct gau_function_key *key, const char *linkage)
{
    uint64_t value = gau_mix(key->module, (uint64_t)(uintptr_t)linkage);

    value = gau_mix(value, (uint64_t)key->file << 32 | key->line);
    return key->file ? value : gau_mix(value, key->start);
}

static void name(struct gau_symbolizer *symbols, struct gau_function *function)
{
    struct gau_texts *texts = &symbols->texts;
    const bool missed = symbols->demangler.missed;
    struct gau_demangled demangled;

    function->name = function->full = function->linkage;
    if (gau_demangle(&symbols->demangler, function->linkage, &demangled)) {
        function->name = gau_texts_keep(texts, demangled.name);
        function->full = gau_texts_keep(texts, demangled.full);
        free(demangled.name);
        free(demangled.full);
    }
    if (symbols->demangler.missed && !missed &&
        gau_grow(&symbols->warnings, symbols->warning_count, &symbols->warning_size,
                 sizeof *symbols->warnings))
        symbols->warnings[symbols->warning_count++] =
            "names of C++ functions are shown as they are linked: neither libstdc++.so.6 nor "
            "libc++abi.so.1 can be loaded";
}

static const char *base_of(struct gau_texts *texts, const char *text)
{
    const size_t size = gau_without_clone(text);

    return text[size] ? gau_texts_keep_part(texts, text, size) : text;
}

static const char *without_plt(struct gau_texts *texts, const char *text)
{
    const size_t size = strlen(text);

    return size > 4 ? gau_texts_keep_part(texts, text, size - 4) : text;
}

static void describe(struct gau_symbolizer *symbols, struct gau_function *function)
{
    struct gau_function target = *function;
    char *text;
    size_t size;

    if (function->kind != GAU_FUNCTION_STUB) {
        name(symbols, function);
        function->base = base_of(&symbols->texts, function->name);
        return;
    }
    target.linkage = without_plt(&symbols->texts, function->linkage);
    name(symbols, &target);
    function->full = function->base = target.name;
    size = strlen(target.name);
    text = gau_heap_take(&symbols->heap, size + sizeof "@plt");
    function->name = function->linkage;
    if (text) {
        memcpy(text, target.name, size);
        memcpy(text + size, "@plt", sizeof "@plt");
        function->name = function->full = text;
    }
}

static struct gau_function *add(struct gau_symbolizer *symbols, uint64_t value)
{
    struct gau_function *function = gau_heap_take(&symbols->heap, sizeof *function);

    if (!function || !gau_grow(&symbols->functions, symbols->function_count,
                               &symbols->function_size, sizeof *symbols->functions))
        return NULL;
    if (!gau_map_add(&symbols->function_map, value, symbols->function_count + 1))
        return NULL;
    symbols->functions[symbols->function_count++] = function;
    return function;
}

uint32_t gau_functions_put(struct gau_symbolizer *symbols, const struct gau_function_key *key)
{
    const char *linkage = gau_texts_keep(&symbols->texts, key->linkage);
    const uint64_t value = hash(key, linkage);
    struct gau_function *function;
    uint32_t step = 0;
    uint32_t number;

    while ((number = gau_map_next(&symbols->function_map, value, &step))) {
        function = symbols->functions[number - 1];
        if (!is_same(function, key, linkage))
            continue;
        if (!function->start) {
            function->start = key->start;
            function->size = key->size;
        }
        return number - 1;
    }
    function = add(symbols, value);
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
    describe(symbols, function);
    return symbols->function_count - 1;
}
