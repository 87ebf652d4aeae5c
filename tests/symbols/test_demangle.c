/* SPDX-License-Identifier: Apache-2.0 */
#include "report/symbols/demangle.h"

#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>

struct example {
    const char *linkage, *full, *name;
};

/* What "c++filt" of binutils prints. */
static const struct example examples[] = {
    {"_ZN4core9panicking5panic17h05af221e174051e9E", "core::panicking::panic::h05af221e174051e9",
     NULL},
    {"_ZN5space3BoxIiE7measureEi", "space::Box<int>::measure(int)", "space::Box<int>::measure"},
    {"_ZNK5space12_GLOBAL__N_11fILi2EEEiv.constprop.0.cold",
     "int space::(anonymous namespace)::f<2>() const.constprop.0.cold",
     "space::(anonymous namespace)::f<2>.constprop.0.cold"},
    {"_ZN1AcviEv", "A::operator int()", "A::operator int"},
    {"_ZltRK1AS1_", "operator<(A const&, A const&)", "operator<"},
    {"_ZThn8_N1A1fEv", "non-virtual thunk to A::f()", "non-virtual thunk to A::f"},
    {"_Z2rrIiEPFiiET_", "int (*rr<int>(int))(int)", "rr<int>"},
};

static void names_are_those_that_programmers_wrote(void **state)
{
    struct gau_demangler demangler = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        const struct example *example = &examples[i];
        struct gau_demangled out;

        if (!gau_demangle(&demangler, example->linkage, &out))
            fail_msg("'%s' cannot be read", example->linkage);
        assert_string_equal(out.full, example->full);
        assert_string_equal(out.name, example->name ? example->name : example->full);
        free(out.full);
        free(out.name);
    }
    gau_demangler_clear(&demangler);
}

static void other_names_stay_as_they_are(void **state)
{
    static const char *const names[] = {"", "main", "_Z", "_RNvC6_123foo3bar"};
    struct gau_demangler demangler = {0};
    struct gau_demangled out = {NULL, NULL};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_false(gau_demangle(&demangler, names[i], &out));
    gau_demangler_clear(&demangler);
}

/* Any change of a byte of a name is read, or refused, in bounded time and memory. */
static void damaged_names_are_harmless(void **state)
{
    static const char bytes[] = "_ZINvTEBC09aS@.$\xff";
    struct gau_demangler demangler = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        const size_t size = strlen(examples[i].linkage);

        for (size_t at = 2; at < size; at++)
            for (size_t n = 0; n < sizeof bytes; n++) { /* with the NUL: cut */
                char *name = strdup(examples[i].linkage);
                struct gau_demangled out;

                name[at] = bytes[n];
                if (gau_demangle(&demangler, name, &out)) {
                    assert_true(strlen(out.full) < 65536);
                    free(out.full);
                    free(out.name);
                }
                free(name);
            }
    }
    gau_demangler_clear(&demangler);
}

/* The C++ runtime reads by recursion: what is too long for its stack never comes to it. */
static void names_nested_without_end_are_refused(void **state)
{
    enum { SIZE = 20000 };
    struct gau_demangler demangler = {0};
    struct gau_demangled out;
    char name[SIZE + 1];

    (void)state;
    memset(name, 'P', SIZE);
    memcpy(name, "_Z1f", 4);
    memcpy(name + SIZE - 1, "i", 2);
    assert_false(gau_demangle(&demangler, name, &out));
    gau_demangler_clear(&demangler);
}

static void what_compilers_add_to_copies_is_separated_from_names(void **state)
{
    static const struct {
        const char *name;
        size_t size;
    } names[] = {
        {"f", 1},          {"f.cold", 1},    {"f.part.0", 1},  {"f.constprop.12.isra.0.cold", 1},
        {"f.llvm.123", 1}, {"f.0", 3},       {"main.main", 9}, {"a.b.cold", 3},
        {".cold", 5},      {"f.coldish", 9}, {"f.", 2}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(gau_without_clone(names[i].name), names[i].size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_that_programmers_wrote),
        cmocka_unit_test(other_names_stay_as_they_are),
        cmocka_unit_test(damaged_names_are_harmless),
        cmocka_unit_test(names_nested_without_end_are_refused),
        cmocka_unit_test(what_compilers_add_to_copies_is_separated_from_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
