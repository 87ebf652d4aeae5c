/* SPDX-License-Identifier: Apache-2.0 */
#include "region_bins.h"

#include "region_reader.h"

#include "table/number_format.h"
#include "table/utf8.h"

#include <math.h>
#include <stdlib.h>

/* --- areas --------------------------------------------------------------------------------- */

static int area_of(const struct gau_region_data *data, uint32_t row)
{
    return row == data->n - 1             ? GAU_REGION_AREA_UNATTRIBUTED
           : row < GAU_REGION_AREA_OTHERS ? (int)row
                                          : GAU_REGION_AREA_OTHERS;
}

bool gau_region_has_area(const struct gau_region_data *data, int area)
{
    return area < GAU_REGION_AREA_OTHERS    ? (uint32_t)area < data->n - 1
           : area == GAU_REGION_AREA_OTHERS ? data->n - 1 > GAU_REGION_AREA_OTHERS
                                            : true;
}

double gau_region_area(const struct gau_region_data *data, enum gau_region_charge charge, int area,
                       const char **name)
{
    double time_s = 0;

    *name = area == GAU_REGION_AREA_OTHERS ? "[others]" : GAU_REGION_UNATTRIBUTED;
    for (uint32_t row = 0; row < data->n; row++) {
        if (area_of(data, row) != area)
            continue;
        time_s += data->rows[row].charges_s[charge].mean;
        if (area < GAU_REGION_AREA_OTHERS)
            *name = data->rows[row].name;
    }
    return time_s;
}

/* --- reading ------------------------------------------------------------------------------- */

static void take_event(void *user, const struct gau_region_event *event)
{
    struct gau_region_bins *const bins = user;
    const struct gau_region_data *const data = bins->data;
    struct gau_region_bin *bin;

    if (event->number < data->first || event->number > data->last)
        return; /* the file has grown */
    bin = &bins->bins[(event->number - data->first) / bins->width];
    bin->n++;
    bin->wall_s += event->wall;
    bin->unaccounted_s += event->unaccounted;
    for (size_t i = 0; i < event->n; i++)
        for (int charge = 0; charge < GAU_REGION_CHARGES; charge++)
            bin->areas_s[charge][area_of(data, event->parts[i].row)] +=
                event->parts[i].charges[charge];
}

/* Makes means of sums. */
static void finish_bin(struct gau_region_bin *bin, double unit_s)
{
    const double factor = bin->n > 0 ? unit_s / (double)bin->n : 0;

    bin->wall_s *= factor;
    bin->unaccounted_s *= factor;
    for (int charge = 0; charge < GAU_REGION_CHARGES; charge++)
        for (int area = 0; area < GAU_REGION_AREAS; area++)
            bin->areas_s[charge][area] *= factor;
}

gau_status gau_region_bins_read(struct gau_region_bins *bins, struct gau_region_data *data,
                                size_t most, gau_error *error)
{
    const uint64_t range = data->last - data->first;
    const bool is_dense = data->events > range / 2; /* else few bins would have an event */
    const uint64_t wanted = is_dense ? range + 1 : data->events;
    const uint64_t n = wanted < 1 ? 1 : wanted < most ? wanted : most;

    *bins = (struct gau_region_bins){.data = data, .width = range / n + 1};
    bins->n = (size_t)(range / bins->width) + 1;
    bins->bins = calloc(bins->n, sizeof *bins->bins);
    if (!bins->bins) {
        gau_fail_memory(error, "events of '%.*s'", GAU_QUOTE(data->file));
        return error->status;
    }
    gau_region_data_again(data, take_event, bins, error);
    for (size_t i = 0; i < bins->n; i++)
        finish_bin(&bins->bins[i], data->unit_s);
    return error->status;
}

void gau_region_bins_clear(struct gau_region_bins *bins)
{
    free(bins->bins);
    *bins = (struct gau_region_bins){0};
}

/* --- JSON ---------------------------------------------------------------------------------- */

/* Rounded to 1 ps: less is nothing but digits. */
static void put_time(double time_s, FILE *out)
{
    char text[GAU_NUMBER_SIZE] = "null";

    if (isfinite(time_s))
        gau_number_real_text(text, fabs(time_s) < 1e6 ? round(time_s * 1e12) / 1e12 : time_s);
    fputs(text, out);
}

/* An array with a value of each bin, which is @p offset bytes behind its beginning. */
static void put_column(const struct gau_region_bins *bins, const char *name, size_t offset,
                       FILE *out)
{
    fprintf(out, ",\n\"%s\": [", name);
    for (size_t i = 0; i < bins->n; i++) {
        fputs(i > 0 ? "," : "", out);
        put_time(*(const double *)((const char *)&bins->bins[i] + offset), out);
    }
    fputs("]", out);
}

static void put_area(const struct gau_region_bins *bins, int area, FILE *out)
{
    static const char *const names[GAU_REGION_CHARGES] = {"of_steps_s", "at_location_s",
                                                          "by_birth_s", "by_origin_s"};
    const char *name;

    gau_region_area(bins->data, bins->data->charge, area, &name);
    fputs("{\"region\": ", out);
    gau_json_text_write(name, out);
    for (size_t charge = 0; charge < GAU_REGION_CHARGES; charge++)
        if (gau_region_is_charged(bins->data, (enum gau_region_charge)charge))
            put_column(bins, names[charge],
                       offsetof(struct gau_region_bin, areas_s) +
                           (charge * GAU_REGION_AREAS + (size_t)area) * sizeof(double),
                       out);
    fputs("}", out);
}

void gau_region_bins_write(const struct gau_region_bins *bins, FILE *out)
{
    char first[GAU_REGION_NUMBER_SIZE];

    gau_region_number_text(first, bins->data, bins->data->first);
    fprintf(out, "{\"first\": %s, \"width\": %llu, \"events\": [", first,
            (unsigned long long)bins->width);
    for (size_t i = 0; i < bins->n; i++)
        fprintf(out, "%s%llu", i > 0 ? "," : "", (unsigned long long)bins->bins[i].n);
    fputs("]", out);
    put_column(bins, "wall_s", offsetof(struct gau_region_bin, wall_s), out);
    put_column(bins, "unaccounted_s", offsetof(struct gau_region_bin, unaccounted_s), out);
    fputs(",\n\"regions\": [", out);
    for (int area = 0, n = 0; area < GAU_REGION_AREAS; area++) {
        if (!gau_region_has_area(bins->data, area))
            continue;
        fputs(n++ > 0 ? ",\n" : "", out);
        put_area(bins, area, out);
    }
    fputs("]}", out);
}
