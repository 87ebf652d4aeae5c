/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- towers -------------------------------------------------------------------------------- */

static double largest_tower(const struct gau_display_event *event)
{
    double largest = 0;

    for (int k = 0; k < GAU_DISPLAY_CALOS; k++) {
        for (int i = 0; i < GAU_DISPLAY_PHI; i++)
            largest = fmax(largest, event->calos[k].around[i]);
        for (int i = 0; i < GAU_DISPLAY_ETA; i++)
            largest = fmax(largest, fmax(event->calos[k].along[0][i], event->calos[k].along[1][i]));
    }
    return largest;
}

/* The largest tower of both views fills its ring. */
static void choose_rings(struct gau_display_page *page)
{
    const double largest = largest_tower(page->event);

    page->n_rings = 0;
    for (int i = 0; i < GAU_DISPLAY_CALOS; i++)
        if (*page->event->calos[i].count.table)
            page->n_rings = i + 1;
    page->ring = page->n_rings > 1 ? 36 : 56;
    page->per_gev = largest > 0 ? (page->ring - 3) / largest : 0;
}

/* --- words --------------------------------------------------------------------------------- */

static const char *turning_text(double field)
{
    if (field == 0)
        return ": tracks are straight";
    return field > 0 ? ", along z: seen along the beam, z towards the viewer, positive charges "
                       "turn clockwise"
                     : ", against z: seen along the beam, z towards the viewer, positive charges "
                       "turn counterclockwise";
}

static void write_title(const struct gau_display_page *page)
{
    const struct gau_display_event *const event = page->event;
    struct gau_display_text style = {.x = 24,
                                     .y = 38,
                                     .size = 24,
                                     .room = GAU_DISPLAY_WIDTH - 48,
                                     .anchor = "start",
                                     .colour = GAU_DISPLAY_INK,
                                     .bold = true};
    char text[512], field[GAU_DISPLAY_NUMBER_SIZE];
    int n = 0;

    gau_display_write(page->out, &style, *page->title ? page->title : page->name);
    if (isfinite(event->run) && isfinite(event->number))
        n = snprintf(text, sizeof text,
                     "run %.0f, event %.0f: ", fmin(fmax(event->run, -1e15), 1e15),
                     fmin(fmax(event->number, -1e15), 1e15));
    gau_display_number_text(field, 3, page->inputs->field);
    snprintf(text + n, sizeof text - (size_t)n, "event %" PRIu64 " of the job; field %s T%s",
             event->event, field, turning_text(page->inputs->field));
    style.y = 64;
    style.size = 15;
    style.bold = false;
    style.colour = GAU_DISPLAY_FAINT;
    gau_display_write(page->out, &style, text);
}

/* --- the page ------------------------------------------------------------------------------ */

static double write_body(const struct gau_display_page *page)
{
    double left, right;

    write_title(page);
    gau_display_along_beam(page);
    left = gau_display_list(page, 722);
    right = gau_display_rz(page);
    right = gau_display_beam_line(page, right + 14);
    right = gau_display_legend(page, right + 16);
    return ceil(fmax(left, right) + 12);
}

static void write_around(FILE *out, const char *body, size_t size, double height)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
            "height=\"%.0f\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
            "<g font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n",
            GAU_DISPLAY_WIDTH, height, GAU_DISPLAY_WIDTH, height);
    fwrite(body, 1, size, out);
    fputs("</g>\n</svg>\n", out);
}

/* False: what the stream has made is of no use. */
static bool finish(FILE *stream)
{
    const bool good = !ferror(stream);

    return fclose(stream) == 0 && good;
}

/* The height is known when the body has been written. */
bool gau_display_page_write(char **out, size_t *size, struct gau_display_page *page)
{
    char *body = NULL, *text = NULL;
    size_t body_size = 0;
    FILE *whole = NULL;
    double height;
    bool good = false;

    choose_rings(page);
    page->out = open_memstream(&body, &body_size);
    if (page->out) {
        height = write_body(page);
        if (finish(page->out))
            whole = open_memstream(&text, size);
    }
    if (whole) {
        write_around(whole, body, body_size, height);
        good = finish(whole);
    }
    free(body);
    if (good)
        *out = text;
    else
        free(text);
    return good;
}
