/* SPDX-License-Identifier: Apache-2.0 */
#include "event_fixture.h"

#include "tests/unit/captured_stderr.h"

#include <string.h>

enum { MAX_GIVEN = 32, MAX_SEEN = 16, MAX_ROWS = 4096 };

static struct given {
    const char *table, *column; /* no column: an array of bytes */
    const double *numbers;
    const char *const *texts;
    const uint8_t *bytes;
    size_t n;
} given[MAX_GIVEN];
static size_t n_given;

static struct {
    size_t n;
    double values[MAX_ROWS];
} seen[MAX_SEEN];
static void (*watcher)(void);

/* --- the input ----------------------------------------------------------------------------- */

struct given_input {
    gau_key keys[MAX_GIVEN];
};

static gau_status given_initialize(void *self, gau_context *ctx)
{
    struct given_input *const input = self;

    for (size_t i = 0; i < n_given; i++) {
        const struct given *const g = &given[i];

        if (!g->column)
            input->keys[i] = gau_store_output(ctx, g->table, GAU_TYPE(uint8_t));
        else if (g->texts)
            input->keys[i] =
                gau_store_output_column(ctx, g->table, g->column, GAU_TYPE(gau_string_id));
        else
            input->keys[i] = gau_store_output_column(ctx, g->table, g->column, GAU_TYPE(double));
    }
    return GAU_OK;
}

static gau_status given_read(void *self, gau_context *ctx)
{
    const struct given_input *const input = self;

    for (size_t i = 0; i < n_given; i++) {
        const struct given *const g = &given[i];
        void *const out = gau_store_put(ctx, input->keys[i], g->n);

        if (!out)
            return ctx->error->status;
        for (size_t k = 0; k < g->n; k++)
            if (!g->column)
                ((uint8_t *)out)[k] = g->bytes[k];
            else if (g->texts)
                ((gau_string_id *)out)[k] = gau_store_intern(ctx, g->texts[k], strlen(g->texts[k]));
            else
                ((double *)out)[k] = g->numbers[k];
    }
    return GAU_OK;
}

static const gau_class given_class = {
    GAU_CLASS("Given", struct given_input, "Puts what a test gives into the event."),
    .initialize = given_initialize,
    .input = GAU_INPUT(.read = given_read),
};

/* --- the copier ---------------------------------------------------------------------------- */

struct copier {
    gau_strings columns;
    gau_key keys[MAX_SEEN];
};

static const gau_property look_properties[] = {
    GAU_STRINGS(struct copier, columns, "Columns", "", "Columns, as TABLE.COLUMN"),
    GAU_PROPERTY_END,
};

static gau_status look_initialize(void *self, gau_context *ctx)
{
    struct copier *const copier = self;

    for (size_t i = 0; i < copier->columns.count; i++)
        copier->keys[i] = gau_store_input(ctx, copier->columns.items[i], GAU_TYPE(double));
    return GAU_OK;
}

static gau_status look_execute(void *self, gau_context *ctx)
{
    const struct copier *const copier = self;

    for (size_t i = 0; i < copier->columns.count; i++) {
        const double *const values = gau_store_numbers(ctx, copier->keys[i], &seen[i].n);

        assert_in_range(seen[i].n, 0, MAX_ROWS);
        if (values)
            memcpy(seen[i].values, values, seen[i].n * sizeof *values);
    }
    if (watcher)
        watcher();
    return GAU_REJECT;
}

static const gau_class look_class = {
    GAU_CLASS("Copier", struct copier, "Copies what algorithms have made."),
    .properties = look_properties,
    .initialize = look_initialize,
    .algorithm = GAU_ALGORITHM(.execute = look_execute),
};

/* --- scenes -------------------------------------------------------------------------------- */

static gau_node *begin(struct scene *scene, const gau_class *input)
{
    n_given = 0;
    memset(seen, 0, sizeof seen);
    watcher = NULL;
    *scene = (struct scene){.job.line = 0};
    job_begin(&scene->job);
    job_class(&scene->job, input);
    job_class(&scene->job, &look_class);
    return job_add(&scene->job, NULL, GAU_NODE_INPUT, input->name, NULL);
}

void scene_begin(struct scene *scene)
{
    begin(scene, &given_class);
}

gau_node *scene_begin_with(struct scene *scene, const gau_module *input)
{
    return begin(scene, input->classes[0]);
}

void scene_end(struct scene *scene)
{
    job_end(&scene->job);
}

static struct given *give(void)
{
    assert_true(n_given < MAX_GIVEN);
    return &given[n_given++];
}

void scene_numbers(const char *table, const char *column, const double *values, size_t n)
{
    *give() = (struct given){.table = table, .column = column, .numbers = values, .n = n};
}

void scene_texts(const char *table, const char *column, const char *const *texts, size_t n)
{
    *give() = (struct given){.table = table, .column = column, .texts = texts, .n = n};
}

void scene_bytes(const char *name, const uint8_t *bytes, size_t n)
{
    *give() = (struct given){.table = name, .bytes = bytes, .n = n};
}

gau_node *scene_algorithm(struct scene *scene, const gau_module *module, const char *name)
{
    job_class(&scene->job, module->classes[0]);
    return job_add(&scene->job, NULL, GAU_NODE_ALGORITHM, module->classes[0]->name, name);
}

void scene_look(struct scene *scene, const char *columns)
{
    job_set(&scene->job, job_add(&scene->job, NULL, GAU_NODE_ALGORITHM, "Copier", NULL), "Columns",
            columns);
}

bool scene_accepts(struct scene *scene)
{
    capture_stderr_begin();
    job_must_run(&scene->job, 1);
    capture_stderr_end();
    return scene->job.summary.accepted > 0;
}

void scene_watch(struct scene *scene, uint64_t events, void (*each)(void))
{
    watcher = each;
    capture_stderr_begin();
    job_must_run(&scene->job, events);
    capture_stderr_end();
}

const char *scene_failure(struct scene *scene)
{
    scene->job.settings.events = 1;
    capture_stderr_begin();
    job_run(&scene->job);
    capture_stderr_end();
    if (scene->job.status >= 0)
        fail_msg("the job did not fail");
    return scene->job.error.message;
}

size_t scene_rows(size_t i)
{
    return seen[i].n;
}

double scene_number(size_t i, size_t row)
{
    assert_true(row < seen[i].n);
    return seen[i].values[row];
}
