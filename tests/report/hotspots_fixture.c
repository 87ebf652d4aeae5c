/* SPDX-License-Identifier: Apache-2.0 */
#include "hotspots_fixture.h"

#include "tests/unit/report_view.h"
#include "tests/unit/temp_folder.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <unistd.h>

enum { MS = 1000000 };

void hotspots_scene(void)
{
    scene_open("samples.gtr", 7);
    scene_module(1, "/srv/nowhere/prog");
    scene_thread(1, "main");
    scene_thread(2, "helper");
    scene_task(1, "d", "Fit");
    scene_task(2, "d", "Sort");
    scene_stack(1, 0, 1, 0x40);
    scene_stack(2, 1, 1, 0x10);
    scene_stack(3, 1, 1, 0x20);
    scene_stack(4, 0, 1, 0x50);
    scene_stack(5, 4, 1, 0x20);
    scene_stack(6, 0, 0, 0x7000);
    for (uint64_t i = 1; i <= 5; i++)
        scene_sample(1, 2, 1, i * 10 * MS, 10 * MS);
    scene_sample(1, 3, 1, 70 * MS, 20 * MS);
    scene_sample(1, 6, 0, 80 * MS, 10 * MS);
    scene_sample(2, 5, 2, 90 * MS, 10 * MS);
    scene_sample(2, 5, 2, 100 * MS, 10 * MS);
    scene_end();
}

void hotspots_group(struct hotspots *all, const struct gau_view_options *options)
{
    gau_error error = {0};

    gau_symbolized_samples_open(&all->result, ".", false, &error);
    assert_string_equal(error.message, "");
    gau_hotspots_query_read(&all->query, options, "task,function", &all->result, &error);
    assert_string_equal(error.message, "");
    gau_hotspots_group(&all->grouping, &all->result, &all->query, &error);
    assert_string_equal(error.message, "");
}

void hotspots_clear(struct hotspots *all)
{
    gau_hotspots_grouping_clear(&all->grouping);
    gau_hotspots_filter_clear(&all->query.filter);
    gau_symbolized_samples_clear(&all->result);
}

char *hotspots_view(const struct gau_view_options *options)
{
    gau_error error = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *file;

    report_view(&gau_view_hotspots, ".", options, "view", &error);
    assert_string_equal(error.message, "");
    file = fopen("view", "r");
    assert_non_null(file);
    assert_true(getdelim(&text, &size, '\0', file) >= 0);
    fclose(file);
    unlink("view");
    return text;
}
