/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/job_fixture.h"

#include "tests/unit/temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The shipped jobs with every column spoiled, one at a time: what a file holds, and what any
 * component makes. The job runs, or is refused with a message that has its place; the sanitizers
 * see what is read beyond a column.
 */

extern const gau_module gau_module_csv_input, gau_module_generator_input, gau_module_histogram_1d,
    gau_module_pair_mass, gau_module_prescaler, gau_module_threshold, gau_module_track_check,
    gau_module_track_finder, gau_module_track_fit, gau_module_calo_clusters,
    gau_module_hit_clusters, gau_module_l0_decision, gau_module_muon_match,
    gau_module_track_selection, gau_module_trigger_menu, gau_module_vertex_check,
    gau_module_vertex_finder, gau_module_spin, gau_module_empty, gau_module_allocate;

static const gau_module *const modules[] = {
    &gau_module_csv_input,     &gau_module_generator_input, &gau_module_histogram_1d,
    &gau_module_pair_mass,     &gau_module_prescaler,       &gau_module_threshold,
    &gau_module_track_check,   &gau_module_track_finder,    &gau_module_track_fit,
    &gau_module_calo_clusters, &gau_module_hit_clusters,    &gau_module_l0_decision,
    &gau_module_muon_match,    &gau_module_track_selection, &gau_module_trigger_menu,
    &gau_module_vertex_check,  &gau_module_vertex_finder,   &gau_module_spin,
    &gau_module_empty,         &gau_module_allocate,
};

static const char *const generated[] = {"quickstart", "hlt"}, *const from_files[] = {"dimuon",
                                                                                     "hlt-cms",
                                                                                     "tracking"};

/* --- what components make ------------------------------------------------------------------ */

enum damage { RENAMED, MISSING, TEXT, EMPTY, UNMADE, N_DAMAGES };

static const char *const damages[] = {"renamed", "missing", "text", "empty", "not made"};

enum { MAX_COLUMNS = 400, NAME_SIZE = 80 };

struct column {
    char table[NAME_SIZE], name[NAME_SIZE];
    gau_key key;
};

static struct column columns[MAX_COLUMNS]; /* of the job that ran last */
static size_t n_columns;
static struct column target; /* no table: nothing is spoiled */
static enum damage damage;
static double *scratch[64]; /* what producers of an event write and no reader sees */
static size_t n_scratch;

gau_key __real_gau_store_output_column(gau_context *ctx, const char *table, const char *column,
                                       const gau_type_info *type);
gau_key __wrap_gau_store_output_column(gau_context *ctx, const char *table, const char *column,
                                       const gau_type_info *type);
void *__real_gau_store_put(gau_context *ctx, gau_key key, size_t count);
void *__wrap_gau_store_put(gau_context *ctx, gau_key key, size_t count);

static bool is_target(const char *table, const char *column)
{
    return strcmp(target.table, table) == 0 &&
           (damage == EMPTY || strcmp(target.name, column) == 0);
}

static gau_key declare(gau_context *ctx, const char *table, const char *column,
                       const gau_type_info *type)
{
    const bool number = strcmp(type->name, "double") == 0;
    char renamed[NAME_SIZE + 1];

    if (!is_target(table, column))
        return __real_gau_store_output_column(ctx, table, column, type);
    if (damage == RENAMED) {
        snprintf(renamed, sizeof renamed, "%s_", column);
        column = renamed;
    }
    return __real_gau_store_output_column(ctx, damage == MISSING ? "elsewhere" : table, column,
                                          damage != TEXT ? type
                                          : number       ? GAU_TYPE(gau_string_id)
                                                         : GAU_TYPE(double));
}

gau_key __wrap_gau_store_output_column(gau_context *ctx, const char *table, const char *column,
                                       const gau_type_info *type)
{
    struct column *const made = &columns[n_columns++];

    assert_in_range(n_columns, 1, MAX_COLUMNS);
    snprintf(made->table, NAME_SIZE, "%s", table);
    snprintf(made->name, NAME_SIZE, "%s", column);
    made->key = declare(ctx, table, column, type);
    return made->key;
}

void *__wrap_gau_store_put(gau_context *ctx, gau_key key, size_t count)
{
    double **const hidden = &scratch[n_scratch % COUNT_OF(scratch)];
    size_t i = 0;

    while (i < n_columns && columns[i].key != key)
        i++;
    if (i == n_columns || damage < TEXT || !is_target(columns[i].table, columns[i].name))
        return __real_gau_store_put(ctx, key, count);
    if (damage != UNMADE && !__real_gau_store_put(ctx, key, damage == EMPTY ? 0 : count))
        return NULL;
    n_scratch++;
    free(*hidden);
    *hidden = calloc(count + 1, sizeof **hidden);
    assert_non_null(*hidden);
    return *hidden;
}

static int free_scratch(void **state)
{
    for (size_t i = 0; i < COUNT_OF(scratch); i++)
        free(scratch[i]);
    return folder_leave(state);
}

/* --- jobs ---------------------------------------------------------------------------------- */

/* options/NAME.xml without its auditors, which are not linked in. */
static void copy_job(const char *name)
{
    char from[4096], to[64], line[1024];
    FILE *in, *out;

    snprintf(from, sizeof from, "%s/%s.xml", getenv("TEST_OPTIONS"), name);
    snprintf(to, sizeof to, "%s.xml", name);
    in = fopen(from, "r");
    out = fopen(to, "w");
    assert_true(in && out);
    while (fgets(line, sizeof line, in))
        if (!strstr(line, "<auditor"))
            fputs(line, out);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

/* Status of the job; a failure has the place and, if it must, the name of a column or its table. */
static gau_status run(const char *name, const struct column *removed)
{
    struct job job = {.registry = gau_registry_new(), .settings = {.events = 1, .verbosity = -1}};
    char file[64];
    gau_status status;

    snprintf(file, sizeof file, "%s.xml", name);
    for (size_t i = 0; i < COUNT_OF(modules); i++)
        job_class(&job, modules[i]->classes[0]);
    n_columns = 0;
    assert_int_equal(gau_options_read_xml(&job.options, file, &job.error), GAU_OK);
    status = job_run(&job);
    if (status < 0 && (strncmp(job.error.message, file, strlen(file)) != 0 ||
                       (removed && !strstr(job.error.message, removed->name) &&
                        !strstr(job.error.message, removed->table))))
        fail_msg("%s without %s: %s", file, removed ? removed->name : "-", job.error.message);
    job_end(&job);
    return status;
}

static void spoil(const char *job)
{
    static struct column all[MAX_COLUMNS];
    const size_t n = n_columns;
    size_t refused = 0;

    memcpy(all, columns, sizeof all);
    for (size_t i = 0; i < n; i++)
        for (damage = RENAMED; damage < N_DAMAGES; damage++) {
            const bool removed = damage == RENAMED || damage == MISSING;

            if (damage == EMPTY && i > 0 && strcmp(all[i].table, all[i - 1].table) == 0)
                continue;
            target = all[i];
            if (run(job, removed ? &target : NULL) < 0)
                refused += removed;
        }
    printf("%s: %zu columns, %zu times %s or %s refused\n", job, n, refused, damages[RENAMED],
           damages[MISSING]);
    assert_true(refused > 0);
    target.table[0] = '\0';
}

static void generated_columns_are_checked_together(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(generated); i++) {
        copy_job(generated[i]);
        assert_int_equal(run(generated[i], NULL), GAU_OK);
        spoil(generated[i]);
    }
}

/* --- files --------------------------------------------------------------------------------- */

/* The first lines, whose key is from first to last; without a key the first 12. */
static const struct source {
    const char *file;
    int first, last;
} sources[] = {
    {"hlt/events.csv", 4, 4},     {"hlt/calo.csv", 4, 4},
    {"hlt/l1.csv", 4, 4},         {"hlt/muons.csv", 4, 4},
    {"hlt/tracks.csv", 4, 4},     {"hlt/vertices.csv", 4, 4},
    {"hlt/hlt_accept.csv", 4, 4}, {"hlt/hlt_menu.csv", 1, 1},
    {"hits/hits.csv", 1, 1},      {"hits/truth.csv", 1, 1},
    {"hits/particles.csv", 1, 1}, {"dimuon/MuRun2010B_100k_p4.csv", 0, 0},
};

/* What is in a file, and the line with the names of its columns. */
struct sheet {
    char text[400000];
    size_t length;
};

static bool read_source(struct sheet *sheet, const struct source *source, const char *folder)
{
    char path[4096], line[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, source->file);
    file = fopen(path, "r");
    sheet->length = 0;
    for (int n = 0; file && fgets(line, sizeof line, file); n++) {
        const int key = atoi(line);

        if (n > 0 && source->last && key > source->last)
            break;
        if (n > 0 && (source->last ? key < source->first : n > 12))
            continue;
        assert_true(sheet->length + strlen(line) < sizeof sheet->text);
        sheet->length += (size_t)sprintf(sheet->text + sheet->length, "%s", line);
    }
    if (file)
        fclose(file);
    return file != NULL;
}

/* A copy of the sheet in which one column is spoiled; its name goes to *name. False: none. */
static bool write_spoiled(const struct sheet *sheet, const char *path, size_t column,
                          char name[NAME_SIZE])
{
    static const char *const cells[] = {[TEXT] = "abc", [EMPTY] = ""};
    FILE *const out = fopen(path, "w");
    size_t at = 0;
    bool header = true;

    assert_non_null(out);
    name[0] = '\0';
    for (const char *c = sheet->text; *c; at = *c == '\n' ? 0 : at + 1, header &= *c != '\n', c++) {
        const size_t length = strcspn(c, ",\r\n");

        if (header && at == column)
            snprintf(name, NAME_SIZE, "%.*s", (int)length, c);
        if (at != column || (header && damage > MISSING))
            fprintf(out, "%s%.*s", at > (column == 0 && damage == MISSING) ? "," : "", (int)length,
                    c);
        else if (damage == RENAMED)
            fprintf(out, "%s%s%.*s", at ? "," : "", header ? "x_" : "", (int)length, c);
        else if (damage != MISSING)
            fprintf(out, "%s%s", at ? "," : "", cells[damage]);
        c += length + (c[length] == '\r');
        if (*c != ',')
            fputc('\n', out);
    }
    assert_int_equal(fclose(out), 0);
    return name[0] != '\0';
}

static bool reads(const char *job, const char *file)
{
    char path[64], *text;
    bool found;

    snprintf(path, sizeof path, "%s.xml", job);
    text = folder_read(path);
    found = strstr(text, strrchr(file, '/')) != NULL;
    free(text);
    return found;
}

static void spoil_file(const struct sheet *sheet, const char *file)
{
    char path[128], name[NAME_SIZE];
    size_t runs = 0, refused = 0;

    snprintf(path, sizeof path, "data/%s", file);
    for (size_t column = 0; column < 13; column++)
        for (damage = RENAMED; damage <= EMPTY; damage++) {
            if (!write_spoiled(sheet, path, column, name))
                continue;
            for (size_t i = 0; i < COUNT_OF(from_files); i++)
                if (reads(from_files[i], file)) {
                    runs++;
                    refused += run(from_files[i], NULL) < 0;
                }
        }
    printf("%s: %zu runs, %zu refused\n", file, runs, refused);
    assert_true(runs > 0);
    folder_write(path, sheet->text);
}

static void columns_of_files_are_checked_together(void **unused)
{
    static struct sheet sheets[COUNT_OF(sources)];
    const char *const folder = getenv("GAUDIT_DATA");

    (void)unused;
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        char path[128];

        if (!folder || !read_source(&sheets[i], &sources[i], folder)) {
            if (getenv("GAUDIT_REQUIRE_DATA"))
                fail_msg("there are no data: %s", sources[i].file);
            skip();
        }
        snprintf(path, sizeof path, "data/%s", sources[i].file);
        folder_write(path, sheets[i].text);
    }
    assert_int_equal(setenv("GAUDIT_DATA", "data", 1), 0);
    for (size_t i = 0; i < COUNT_OF(from_files); i++) {
        copy_job(from_files[i]);
        assert_int_equal(run(from_files[i], NULL), GAU_OK);
        spoil(from_files[i]);
    }
    for (size_t i = 0; i < COUNT_OF(sources); i++)
        spoil_file(&sheets[i], sources[i].file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_columns_are_checked_together),
        cmocka_unit_test(columns_of_files_are_checked_together),
    };

    return cmocka_run_group_tests_name("columns", tests, folder_enter, free_scratch);
}
