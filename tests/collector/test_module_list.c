/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "collector/base/mmap_arena.h"
#include "collector/base/signal_safe_lock.h"
#include "collector/modules/loader_scan.h"
#include "collector/modules/reader_guard.h"

#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

/* Modules as a loader of the test's own has them: what is another module, and what is the same. */

enum { LOADED_MAX = 4, PATH = 16 };

static _Alignas(
    struct gau_loaded_module) unsigned char loaded[LOADED_MAX]
                                                  [sizeof(struct gau_loaded_module) + PATH];
static size_t n_loaded;
static uint64_t version;
static unsigned forgotten;

static struct gau_loaded_module *loaded_module(size_t i)
{
    return (struct gau_loaded_module *)(void *)loaded[i];
}

bool gau_loaded_modules_have_changed(uint64_t known_version)
{
    return version != known_version;
}

bool gau_loaded_modules_list(struct gau_loaded_modules_list *list)
{
    *list = (struct gau_loaded_modules_list){.version = version};
    return true;
}

void gau_loaded_modules_list_free(struct gau_loaded_modules_list *list)
{
    (void)list;
}

struct gau_loaded_module *gau_loaded_modules_list_at(const struct gau_loaded_modules_list *list,
                                                     size_t *offset)
{
    (void)list;
    return *offset < n_loaded ? loaded_module((*offset)++) : NULL;
}

/* The path follows its module, as in a list of the loader. */
void gau_loaded_modules_path(char *out, size_t size, const char *name, uint64_t address)
{
    (void)address;
    snprintf(out, size, "%s", name);
}

void gau_loaded_modules_publish(const struct gau_module_tables *modules, size_t n)
{
    (void)modules;
    (void)n;
}

bool gau_loaded_modules_need_publishing(void)
{
    return false;
}

void gau_reader_guard_forget(void)
{
    forgotten++;
}

static void load(uint64_t start, uint64_t end, uint8_t build_id)
{
    struct gau_loaded_module *const module = loaded_module(n_loaded++);

    memset(module, 0, sizeof *module + PATH);
    module->start = module->bias = start;
    module->end = end;
    module->build_id_size = 2;
    module->build_id[1] = build_id;
    strcpy(module->path, "/lib/one");
    version++;
}

/* Without a change of the test's list, the loader has still changed something. */
static void scan(bool expected)
{
    version++;
    assert_int_equal(gau_loaded_modules_scan(), expected);
}

static const struct gau_loaded_module *module_at(uint64_t address)
{
    return gau_loaded_modules_at(address, UINT64_MAX);
}

static int begin(void **state)
{
    (void)state;
    n_loaded = 0;
    gau_loaded_modules_scan();
    load(0x1000, 0x2000, 1);
    scan(true);
    forgotten = 0;
    return module_at(0x1800) ? 0 : -1;
}

static void a_module_that_stays_is_the_same(void **state)
{
    const uint32_t id = module_at(0x1800)->id;

    (void)state;
    scan(false);
    load(0x3000, 0x4000, 2);
    scan(true);
    assert_int_equal(module_at(0x1800)->id, id);
    assert_int_equal(module_at(0x3000)->id, id + 1);
    assert_int_equal(forgotten, 0);
}

/* Expects that the only module is another one than before. */
static void expect_another(void)
{
    const struct gau_loaded_module *const old = module_at(0x1800);
    const uint32_t removals = gau_loaded_modules_removals();

    scan(true);
    assert_int_not_equal(module_at(0x1800)->id, old->id);
    assert_int_not_equal(old->unloaded_ns, 0);
    assert_int_equal(gau_loaded_modules_removals(), removals + 1);
    assert_int_equal(forgotten, 1);
}

static void a_file_that_was_built_anew_is_another_module(void **state)
{
    (void)state;
    loaded_module(0)->build_id[1] = 7;
    expect_another();
}

static void a_file_without_a_build_id_is_another_module(void **state)
{
    (void)state;
    loaded_module(0)->build_id_size = 0;
    expect_another();
}

static void another_path_is_another_module(void **state)
{
    (void)state;
    strcpy(loaded_module(0)->path, "/lib/two");
    expect_another();
}

static void a_larger_module_is_another_one(void **state)
{
    (void)state;
    loaded_module(0)->end = 0x2800;
    expect_another();
    assert_ptr_equal(module_at(0x2000), module_at(0x1800));
}

static void one_that_covers_two_replaces_both(void **state)
{
    const uint32_t removals = gau_loaded_modules_removals();

    (void)state;
    load(0x2000, 0x3000, 2);
    scan(true);
    n_loaded = 0;
    load(0x1000, 0x3000, 3);
    scan(true);
    assert_ptr_equal(module_at(0x1000), module_at(0x2fff));
    assert_int_equal(gau_loaded_modules_removals(), removals + 2);
}

static void what_ends_leaves_a_gap(void **state)
{
    (void)state;
    n_loaded = 0;
    scan(true);
    assert_null(module_at(0x1800));
    assert_int_equal(forgotten, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, begin)
    const struct CMUnitTest tests[] = {
        TEST(a_module_that_stays_is_the_same),
        TEST(a_file_that_was_built_anew_is_another_module),
        TEST(a_file_without_a_build_id_is_another_module),
        TEST(another_path_is_another_module),
        TEST(a_larger_module_is_another_one),
        TEST(one_that_covers_two_replaces_both),
        TEST(what_ends_leaves_a_gap),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
