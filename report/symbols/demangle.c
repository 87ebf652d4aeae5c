/* SPDX-License-Identifier: Apache-2.0 */
#include "demangle.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MAX = 16384 }; /* longer names are not worth reading */

/* --- copies and parts of functions ---------------------------------------------------------- */

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

static size_t clone_word(const char *text)
{
    static const char *const words[] = {"cold",     "part",  "constprop", "isra",
                                        "lto_priv", "clone", "llvm",      "localalias"};
    const size_t size = strcspn(text, ".");

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (size == strlen(words[i]) && !memcmp(text, words[i], size))
            return size;
    return 0;
}

static bool is_clone(const char *suffix)
{
    if (!clone_word(suffix + 1))
        return false;
    while (*suffix == '.') {
        const size_t number = digits(suffix + 1);
        const size_t size = number ? number : clone_word(suffix + 1);

        if (!size)
            return false;
        suffix += 1 + size;
    }
    return !*suffix;
}

size_t gau_without_clone(const char *name)
{
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
        if (dot > name && is_clone(dot))
            return (size_t)(dot - name);
    return strlen(name);
}

/* --- arguments ------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Skips "operator" and its sign, which may contain brackets. */
static size_t skip_operator(const char *text, size_t i)
{
    static const char *const signs[] = {"()", "[]", "->*", "->", "<=>", "<<=", ">>=",
                                        "<<", ">>", "<=",  ">=", "<",   ">",   ","};

    i += sizeof "operator" - 1;
    for (size_t n = 0; n < sizeof signs / sizeof *signs; n++)
        if (!strncmp(text + i, signs[n], strlen(signs[n])))
            return i + strlen(signs[n]);
    return i;
}

static bool at_operator(const char *text, size_t i)
{
    return !strncmp(text + i, "operator", 8) && !is_word(text[i + 8]) &&
           (i == 0 || !is_word(text[i - 1]));
}

/* Returns the length of what may stand behind the arguments of a member function. */
static size_t qualifiers(const char *text)
{
    static const char *const words[] = {" const", " volatile", " &&", " &"};
    size_t size = 0;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(text + size, words[i], strlen(words[i])))
            size += strlen(words[i]);
    return size;
}

struct shape {
    size_t begin, end; /* of the name */
    size_t open;       /* the last bracket outside of all others; SIZE_MAX: none */
    bool conversion;   /* "operator int": blanks belong to the name */
};

/* Arguments have the only brackets at depth 0 that are not part of a qualifier such as "(anonymous
 * namespace)::" or "{lambda(int)#1}". */
static struct shape parse_shape(const char *text)
{
    struct shape shape = {.end = strlen(text), .open = SIZE_MAX};
    int depth = 0;

    for (size_t i = 0; text[i];) {
        const char c = text[i];

        if (!depth && at_operator(text, i)) {
            i = skip_operator(text, i);
            shape.conversion = true;
            continue;
        }
        if (c == '(' && !depth)
            shape.open = i;
        if (c == ':' && !depth)
            shape.conversion = false;
        if (strchr("(<{[", c))
            depth++;
        else if (strchr(")>}]", c) && !(c == '>' && i && text[i - 1] == '-'))
            depth--;
        else if (c == ' ' && depth == 0 && shape.open == SIZE_MAX && !shape.conversion)
            shape.begin = i + 1;
        i++;
        if (c == ')' && depth == 0 && !strncmp(text + i + qualifiers(text + i), "::", 2)) {
            shape.open = SIZE_MAX; /* it is a part of the name: "f(int) const::{lambda()#1}" */
            i += qualifiers(text + i);
        }
    }
    return shape;
}

char *gau_without_arguments(const char *full)
{
    struct shape shape = parse_shape(full);
    const char *thunk = strstr(full, "thunk to ");
    char *name;
    char *inner;

    if (thunk && thunk < full + shape.begin) /* "virtual thunk to A::f" has words and no result */
        shape.begin = 0;
    if (shape.open != SIZE_MAX && shape.open > shape.begin)
        shape.end = shape.open;
    name = strndup(full + shape.begin, shape.end - shape.begin);
    if (!name || strncmp(name, "(*", 2) != 0 || full[shape.begin + 2] == ')')
        return name;
    name[strlen(name) - 1] = '\0'; /* "(*f(int))(char)" has a function as its result */
    inner = gau_without_arguments(name + 2);
    free(name);
    return inner;
}

/* --- C++ ----------------------------------------------------------------------------------- */

static void open_runtime(struct gau_demangler *demangler)
{
    static const char *const names[] = {"libstdc++.so.6", "libc++abi.so.1"};

    demangler->tried = true;
    for (size_t i = 0; !demangler->cxx && i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        void *found = library ? dlsym(library, "__cxa_demangle") : NULL;

        if (found) {
            demangler->library = library;
            memcpy(&demangler->cxx, &found, sizeof found);
        } else if (library)
            dlclose(library);
    }
}

void gau_demangler_clear(struct gau_demangler *demangler)
{
    if (demangler->library)
        dlclose(demangler->library);
    *demangler = (struct gau_demangler){0};
}

static bool demangle_cxx(struct gau_demangler *demangler, const char *linkage,
                         struct gau_demangled *out)
{
    int status = 0;
    char *full;
    char *name;

    if (!demangler->tried)
        open_runtime(demangler);
    if (!demangler->cxx) {
        demangler->missed = true;
        return false;
    }
    full = demangler->cxx(linkage, NULL, NULL, &status);
    name = full ? gau_without_arguments(full) : NULL;
    if (!name) {
        free(full);
        return false;
    }
    *out = (struct gau_demangled){full, name};
    return true;
}

/* --- all ------------------------------------------------------------------------------------- */

static bool append_suffix(char **text, const char *suffix)
{
    char *const longer = realloc(*text, strlen(*text) + strlen(suffix) + 1);

    if (longer)
        *text = strcat(longer, suffix);
    return longer;
}

bool gau_demangle(struct gau_demangler *demangler, const char *linkage, struct gau_demangled *out)
{
    struct gau_demangled found = {NULL, NULL};
    size_t size;
    char *plain;
    bool read;

    if (strncmp(linkage, "_Z", 2) != 0 || strlen(linkage) > LENGTH_MAX)
        return false;
    size = gau_without_clone(linkage);
    plain = strndup(linkage, size);
    if (!plain)
        return false;
    read = demangle_cxx(demangler, plain, &found);
    free(plain);
    if (read && append_suffix(&found.full, linkage + size) &&
        append_suffix(&found.name, linkage + size)) {
        *out = found;
        return true;
    }
    free(found.full);
    free(found.name);
    return false;
}
