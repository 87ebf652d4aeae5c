/* SPDX-License-Identifier: Apache-2.0 */
#include "display_file.h"
#include "display_page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * @file event_display.c
 * EventDisplay: pictures of events, as SVG. Accepts every event.
 *
 *     <algorithm type="EventDisplay" name="Display">
 *       <property name="Events" value="1, 17"/>
 *       <property name="Tracks" value="TrackFitL0"/>
 *       <property name="Vertices" value="HltPVsPV3D"/>
 *     </algorithm>
 *
 * Events are the numbers of the events that are drawn, at most 20. Each becomes a file
 * event-NUMBER.svg, or event-NUMBER-NAME.svg for an instance with a name of its own, in the result
 * folder, or without one in the working directory. Other events cost nothing.
 *
 * A picture has two views: along the beam (x and y), and from the side (r and z, where what has y
 * < 0 is below the beam line), and the beam line around the vertices. What is drawn are tables of
 * the store; "" leaves one out, and what was not made in an event is said in the picture:
 * - Hits: x, y, z (mm).
 * - Tracks, Muons: pt (GeV), eta, phi (radians), charge, and where they begin: d0, z0 (mm), the
 *   point closest to the beam line (helix.h); or else x, y, z, a point on the track in units of
 *   LengthUnit mm, the beam line being at BeamX, BeamY. A muon without them begins where a track
 *   with the same pt, eta and phi does, or else at 0.
 * - Level1: muons of level 1: pt, eta, phi. They are arrows outside of everything.
 * - Calo, OuterCalo: et, or energy, eta, phi: cells, clusters or towers. Their transverse energy is
 *   added up in 72 parts around the beam and, from the side, in 60 parts of |eta| < 3, each half of
 *   the view for itself. A sum below 0 is not drawn.
 * - Vertices: z and, if there is one, z_error (mm).
 * - Mass: a column of masses (GeV), of which the first three are told. Info: a table of which the
 *   columns run and event are.
 * MuonSelect, Level1Select, CaloSelect and OuterCaloSelect are conditions COLUMN=VALUE or
 * COLUMN=VALUE|VALUE on rows.
 *
 * The field is along z, in a tracker of radius Radius and half length HalfLength. A track is a
 * circle of radius R with R / m = pt / GeV / (0.299792458 B / T): with B > 0 a positive charge
 * turns clockwise seen from z > 0, as in the left view. Tracks end at the wall of the tracker, or
 * after half a turn; muons go on to the edge. Barrels, BarrelLengths, Discs, DiscInner and
 * DiscOuter are the layers in the background. Outside of the tracker nothing is to scale.
 *
 * At most 4000 hits (every second, third ... one), 600 tracks and 16 muons (the largest pt) and 200
 * vertices are drawn; a row with a number that is not finite, or with pt <= 0, is not. The picture
 * tells how many are missing and why. It depends on the event alone.
 *
 * The document "display" has the table "pictures": event, file, and how many of what were drawn;
 * and the field missing: events that the job has not seen, for which there is a warning, too.
 */

enum { MAX_EVENTS = 20 };

struct picture {
    uint64_t event;
    char *svg; /* NULL: not seen */
    size_t size;
    size_t hits, tracks, muons, level1, vertices;
    double et;
};

struct event_display {
    gau_numbers events;
    char *title;
    struct gau_display_inputs inputs;
    struct gau_display_layers layers;
    struct picture pictures[MAX_EVENTS]; /* by rising number */
    size_t n_pictures;
};

#define TABLE(field, name, initial, what) \
    GAU_STRING(struct event_display, inputs.field, name, initial, what "; empty: not drawn")
#define SELECT(field, name, what) \
    GAU_STRINGS(struct event_display, inputs.field, name, "", "Conditions on " what)
#define LAYERS(field, name, what) \
    GAU_NUMBERS(struct event_display, layers.field, name, "", 0, 1e6, "mm", what)

static const gau_property event_display_properties[] = {
    GAU_NUMBERS(struct event_display, events, "Events", "1", 1, 1e15, "",
                "Numbers of the events that are drawn, at most 20"),
    GAU_STRING(struct event_display, title, "Title", "",
               "First line of the pictures; empty: the name of the algorithm"),
    TABLE(hits, "Hits", "", "Table of hits"),
    TABLE(tracks.table, "Tracks", "", "Table of tracks"),
    TABLE(muons.table, "Muons", "", "Table of muons"),
    SELECT(muons.select, "MuonSelect", "muons, such as kind=G"),
    TABLE(level1.table, "Level1", "", "Table of muons of level 1"),
    SELECT(level1.select, "Level1Select", "muons of level 1, such as vid=-81"),
    TABLE(calos[0].table, "Calo", "", "Table of energies in the calorimeter"),
    SELECT(calos[0].select, "CaloSelect", "rows of Calo, such as det=EB|EE"),
    TABLE(calos[1].table, "OuterCalo", "", "Table of energies in the calorimeter behind it"),
    SELECT(calos[1].select, "OuterCaloSelect", "rows of OuterCalo, such as det=HB|HE"),
    TABLE(vertices, "Vertices", "", "Table of vertices"),
    GAU_STRING(struct event_display, inputs.mass, "Mass", "",
               "Column of masses that are told, as TABLE.COLUMN"),
    GAU_STRING(struct event_display, inputs.info, "Info", "",
               "Table with the numbers of run and event"),
    GAU_DOUBLE(struct event_display, inputs.length_unit, "LengthUnit", 1, 1e-6, 1e6, "mm",
               "Unit of x, y, z of tracks and muons"),
    GAU_DOUBLE(struct event_display, inputs.beam_x, "BeamX", 0, -1e3, 1e3, "mm",
               "Where the beam line is, for tracks and muons with x, y, z"),
    GAU_DOUBLE(struct event_display, inputs.beam_y, "BeamY", 0, -1e3, 1e3, "mm", "The same, in y"),
    GAU_DOUBLE(struct event_display, inputs.field, "Field", 2, -100, 100, "T",
               "Magnetic field along z"),
    GAU_DOUBLE(struct event_display, inputs.wall.radius, "Radius", 1050, 1, 1e6, "mm",
               "Radius of the tracker"),
    GAU_DOUBLE(struct event_display, inputs.wall.half_length, "HalfLength", 3000, 1, 1e6, "mm",
               "Half of the length of the tracker"),
    LAYERS(barrels, "Barrels", "Radii of layers around the beam"),
    LAYERS(barrel_lengths, "BarrelLengths", "Half of the length of each of them"),
    LAYERS(discs, "Discs", "|z| of layers across the beam"),
    LAYERS(disc_inner, "DiscInner", "Inner radius of each of them"),
    LAYERS(disc_outer, "DiscOuter", "Outer radius of each of them"),
    GAU_PROPERTY_END,
};

/* --- beginning ----------------------------------------------------------------------------- */

static gau_status check_layers(const struct gau_display_layers *layers, gau_context *ctx)
{
    const struct {
        const char *name;
        size_t n, wanted;
        const char *like;
    } lists[] = {
        {"BarrelLengths", layers->barrel_lengths.count, layers->barrels.count, "Barrels"},
        {"DiscInner", layers->disc_inner.count, layers->discs.count, "Discs"},
        {"DiscOuter", layers->disc_outer.count, layers->discs.count, "Discs"},
    };

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].n != lists[i].wanted)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "%s has %zu numbers, but %s has %zu",
                            lists[i].name, lists[i].n, lists[i].like, lists[i].wanted);
    return GAU_OK;
}

static gau_status take_events(struct event_display *display, gau_context *ctx)
{
    const gau_numbers *const events = &display->events;

    if (events->count > MAX_EVENTS)
        return gau_fail(ctx->error, GAU_ERR_RANGE, "Events has %zu numbers, more than %d",
                        events->count, MAX_EVENTS);
    display->n_pictures = 0;
    for (size_t i = 0; i < events->count; i++) {
        const uint64_t event = (uint64_t)events->items[i];
        size_t at = display->n_pictures;

        if ((double)event != events->items[i])
            return gau_fail(ctx->error, GAU_ERR_RANGE, "Events: %g is not a whole number",
                            events->items[i]);
        for (; at > 0 && display->pictures[at - 1].event > event; at--)
            display->pictures[at] = display->pictures[at - 1];
        if (at > 0 && display->pictures[at - 1].event == event)
            return gau_fail(ctx->error, GAU_ERR_RANGE, "Events names %" PRIu64 " twice", event);
        display->pictures[at] = (struct picture){.event = event};
        display->n_pictures++;
    }
    return GAU_OK;
}

static gau_status event_display_initialize(void *self, gau_context *ctx)
{
    struct event_display *const display = self;

    GAU_TRY(take_events(display, ctx));
    GAU_TRY(check_layers(&display->layers, ctx));
    return gau_display_inputs_open(&display->inputs, ctx);
}

static void event_display_release(void *self)
{
    struct event_display *const display = self;

    gau_display_inputs_close(&display->inputs);
    for (size_t i = 0; i < display->n_pictures; i++)
        free(display->pictures[i].svg);
    display->n_pictures = 0;
}

/* --- drawing ------------------------------------------------------------------------------- */

static gau_status draw(struct picture *picture, const struct event_display *display,
                       const struct gau_display_event *event, gau_context *ctx)
{
    struct gau_display_page page = {.title = display->title,
                                    .name = ctx->name,
                                    .event = event,
                                    .inputs = &display->inputs,
                                    .layers = &display->layers};

    if (!gau_display_page_write(&picture->svg, &picture->size, &page))
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for a picture");
    picture->hits = event->hits.drawn;
    picture->tracks = event->tracks.count.drawn;
    picture->muons = event->muons.count.drawn;
    picture->level1 = event->level1.count.drawn;
    picture->vertices = event->vertices.drawn;
    picture->et = event->calos[0].sum + event->calos[1].sum;
    return GAU_OK;
}

static gau_status event_display_execute(void *self, gau_context *ctx)
{
    struct event_display *const display = self;
    struct gau_display_event event;
    gau_status status;
    size_t i = 0;

    while (i < display->n_pictures && display->pictures[i].event != ctx->event)
        i++;
    if (i == display->n_pictures || display->pictures[i].svg)
        return GAU_OK;
    status = gau_display_event_open(&event, &display->inputs, ctx);
    if (status == GAU_OK)
        status = draw(&display->pictures[i], display, &event, ctx);
    gau_display_event_close(&event);
    return status;
}

static void event_display_merge(void *self, void *other)
{
    struct event_display *const all = self, *const more = other;

    for (size_t i = 0; i < all->n_pictures; i++) {
        if (!more->pictures[i].svg)
            continue;
        all->pictures[i] = more->pictures[i];
        more->pictures[i].svg = NULL; /* all owns it now */
    }
}

/* --- end ----------------------------------------------------------------------------------- */

static void tell(const struct picture *picture, const char *file, gau_result *result)
{
    gau_result_row(result);
    gau_result_integer(result, "event", "", (int64_t)picture->event);
    gau_result_text(result, "file", file);
    gau_result_integer(result, "hits", "", (int64_t)picture->hits);
    gau_result_integer(result, "tracks", "", (int64_t)picture->tracks);
    gau_result_integer(result, "muons", "", (int64_t)picture->muons);
    gau_result_integer(result, "level1", "", (int64_t)picture->level1);
    gau_result_integer(result, "vertices", "", (int64_t)picture->vertices);
    gau_result_real(result, "et", "GeV", picture->et);
}

static gau_status save(const struct picture *picture, gau_result *result, gau_context *ctx)
{
    char name[40];
    char *path;
    const char *slash;
    gau_status status;

    snprintf(name, sizeof name, "event-%" PRIu64, picture->event);
    path = gau_result_file(ctx, name, "svg");
    if (!path)
        return gau_fail(ctx->error, GAU_ERR_MEMORY, "no memory for the name of a picture");
    status = gau_display_file_write(path, picture->svg, picture->size, ctx);
    slash = strrchr(path, '/');
    if (status == GAU_OK)
        tell(picture, slash ? slash + 1 : path, result);
    free(path);
    return status;
}

static gau_status event_display_finalize(void *self, gau_context *ctx)
{
    const struct event_display *const display = self;
    gau_result *const result = gau_result_open(ctx, "display");
    int64_t missing = 0;
    gau_status status = GAU_OK;

    for (size_t i = 0; i < display->n_pictures; i++)
        missing += !display->pictures[i].svg;
    gau_result_integer(result, "missing", "", missing);
    gau_result_table(result, "pictures");
    for (size_t i = 0; i < display->n_pictures && status == GAU_OK; i++) {
        const struct picture *const picture = &display->pictures[i];

        if (picture->svg)
            status = save(picture, result, ctx);
        else
            gau_warning(ctx, "event %" PRIu64 " is not drawn: the job has not seen it",
                        picture->event);
    }
    gau_result_end(result);
    return status;
}

static const gau_class event_display_class = {
    GAU_CLASS("EventDisplay", struct event_display, "Draws pictures of events, as SVG."),
    .properties = event_display_properties,
    .initialize = event_display_initialize,
    .merge = event_display_merge,
    .finalize = event_display_finalize,
    .release = event_display_release,
    .algorithm = GAU_ALGORITHM(.execute = event_display_execute),
};
GAU_MODULE(&event_display_class);
