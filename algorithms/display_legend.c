/* SPDX-License-Identifier: Apache-2.0 */
#include "display_page.h"

#include <stdarg.h>
#include <string.h>

/* What is drawn, what is not, and the muons in numbers. */

enum { LEFT = 650, SIGN = 40, LINE = 22, DETAIL = 16, RIGHT = 1384 };

struct text {
    char bytes[400];
    size_t n;
};

/* What does not fit is left away. */
__attribute__((__format__(__printf__, 2, 3))) static void add(struct text *text, const char *format,
                                                              ...)
{
    const size_t room = sizeof text->bytes - text->n;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text->bytes + text->n, room, format, args);
    va_end(args);
    if (n > 0)
        text->n += (size_t)n < room ? (size_t)n : room - 1;
}

static void add_number(struct text *text, int digits, double value)
{
    char number[GAU_DISPLAY_NUMBER_SIZE];

    gau_display_number_text(number, digits, value);
    add(text, "%s", number);
}

/* --- entries ------------------------------------------------------------------------------- */

struct entry {
    const struct gau_display_count *count;
    const char *one, *many; /* "hit", "hits" */
    const char *choice;     /* how those are chosen that are drawn of too many */
    const char *note;       /* what else is to be said, or "" */
};

/* Why some are not drawn; empty: all are. */
static void tell_missing(struct text *text, const struct entry *entry)
{
    const struct gau_display_count *const count = entry->count;
    const size_t good = count->rows - count->damaged - count->outside;
    const char *comma = "";

    if (count->drawn < good) {
        add(text, "%zu of %zu are drawn: %s", count->drawn, good, entry->choice);
        comma = ", ";
    }
    if (count->outside) {
        add(text, "%s%zu outside of the picture", comma, count->outside);
        comma = ", ";
    }
    if (count->damaged)
        add(text, "%s%zu without valid numbers", comma, count->damaged);
}

/* "26 hits (hits)", "2 muons (muons kind=G): ..." */
static void tell_count(struct text *text, const struct entry *entry)
{
    const struct gau_display_count *const count = entry->count;

    if (!count->made) {
        add(text, "no %s: '%.100s' was not made in this event", entry->many, count->table);
        return;
    }
    add(text, "%zu %s (%.100s", count->rows, count->rows == 1 ? entry->one : entry->many,
        count->table);
    for (size_t i = 0; count->select && i < count->select->count; i++)
        add(text, "%s %.60s", i ? "," : "", count->select->items[i]);
    add(text, ")%s", entry->note);
}

static double write_entry(const struct gau_display_page *page, const struct entry *entry, double y)
{
    struct gau_display_text style = {.x = LEFT + SIGN,
                                     .y = y + 15,
                                     .size = 15,
                                     .room = RIGHT - LEFT - SIGN,
                                     .anchor = "start",
                                     .colour = GAU_DISPLAY_INK};
    struct text text = {.n = 0}, missing = {.n = 0};

    tell_count(&text, entry);
    gau_display_write(page->out, &style, text.bytes);
    tell_missing(&missing, entry);
    if (missing.n == 0)
        return y + LINE;
    style.size = 13;
    style.y += DETAIL;
    style.colour = GAU_DISPLAY_FAINT;
    gau_display_write(page->out, &style, missing.bytes);
    return y + LINE + DETAIL;
}

/* A sign is drawn from the left end of its line on, 30 x 20. */
static void write_sign(FILE *out, double y, const char *sign)
{
    fprintf(out, "<g transform=\"translate(%d ", LEFT);
    gau_display_number(out, y);
    fprintf(out, ")\">%s</g>\n", sign);
}

#define STROKE(colour, width, path) \
    "<path fill=\"none\" stroke=\"" colour "\" stroke-width=\"" width "\" d=\"" path "\"/>"

static const char track_sign[] = STROKE(GAU_DISPLAY_POSITIVE, "1.6", "M2 7q13 0 26-6")
    STROKE(GAU_DISPLAY_NEGATIVE, "1.6", "M2 13q13 0 26 6");
static const char hit_sign[] =
    "<g fill=\"" GAU_DISPLAY_FAINT "\"><circle cx=\"7\" cy=\"10\" r=\"1.6\"/><circle cx=\"15\" "
    "cy=\"10\" r=\"1.6\"/><circle cx=\"23\" cy=\"10\" r=\"1.6\"/></g>";
static const char muon_sign[] = STROKE(GAU_DISPLAY_MUON, "3", "M2 10h26");
static const char level1_sign[] =
    "<path fill=\"" GAU_DISPLAY_LEVEL1 "\" stroke=\"" GAU_DISPLAY_LEVEL1
    "\" stroke-width=\"2\" d=\"M5 10H16V5l9 5-9 5V10z\"/>";
static const char vertex_sign[] = "<path fill=\"" GAU_DISPLAY_VERTEX
                                  "\" d=\"M15 15l-4-9 4-9 4 9z\" transform=\"translate(0 4)\"/>";

static double write_calo(const struct gau_display_page *page, int i, double y)
{
    const struct gau_display_calo *const calo = &page->event->calos[i];
    struct text note = {.n = 0}, sign = {.n = 0};
    struct entry entry = {&calo->count, "energy", "energies", "", note.bytes};

    if (!*calo->count.table)
        return y;
    add(&sign, "<path fill=\"%s\" d=\"M6 18v-8h5v8zM12.5 18v-16h5v16zM19 18v-6h5v6z\"/>",
        gau_display_calo_colours[i]);
    write_sign(page->out, y, sign.bytes);
    add(&note, ", transverse sum ");
    add_number(&note, 4, calo->sum);
    add(&note, " GeV");
    return write_entry(page, &entry, y);
}

static void tell_level1(struct text *text, const struct gau_display_particles *level1)
{
    const size_t n = level1->count.drawn;

    for (size_t i = 0; i < n && i < GAU_DISPLAY_LISTED; i++) {
        add(text, "%s", i ? ", " : ": pT ");
        add_number(text, 3, level1->items[i].pt);
    }
    if (n > 0)
        add(text, "%s GeV", n > GAU_DISPLAY_LISTED ? " ..." : "");
}

double gau_display_legend(const struct gau_display_page *page, double top)
{
    const struct gau_display_event *const event = page->event;
    struct text level1 = {.n = 0};
    const struct {
        struct entry entry;
        const char *sign;
    } entries[] = {
        {{&event->muons.count, "muon", "muons", "those with the largest pt", ""}, muon_sign},
        {{&event->level1.count, "muon of level 1", "muons of level 1", "those with the largest pt",
          level1.bytes},
         level1_sign},
        {{&event->tracks.count, "track", "tracks", "those with the largest pt",
          ": dark of positive, light of negative charge"},
         track_sign},
        {{&event->hits, "hit", "hits", "one of each few, in their order", ""}, hit_sign},
        {{&event->vertices, "vertex", "vertices", "the first ones", ""}, vertex_sign},
    };
    double y = top;

    tell_level1(&level1, &event->level1);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (!*entries[i].entry.count->table)
            continue;
        write_sign(page->out, y, entries[i].sign);
        y = write_entry(page, &entries[i].entry, y);
    }
    for (int i = 0; i < page->n_rings; i++)
        y = write_calo(page, i, y);
    return y;
}

/* --- muons --------------------------------------------------------------------------------- */

static void tell_muon(struct text *text, const struct gau_display_particle *muon)
{
    add(text, "pT ");
    add_number(text, 3, muon->pt);
    add(text, " GeV, η ");
    add_number(text, 3, muon->eta);
    add(text, ", φ ");
    add_number(text, 3, muon->phi);
    add(text, ", charge %s", muon->charge > 0 ? "+" : muon->charge < 0 ? "−" : "0");
}

static void tell_masses(struct text *text, const struct gau_display_page *page)
{
    const struct gau_display_event *const event = page->event;

    add(text, "mass (%.60s): ", page->inputs->mass);
    for (size_t i = 0; i < event->n_masses; i++) {
        add(text, "%s", i ? ", " : "");
        add_number(text, 4, event->masses[i]);
    }
    add(text, " GeV");
}

double gau_display_list(const struct gau_display_page *page, double top)
{
    const struct gau_display_particles *const muons = &page->event->muons;
    struct gau_display_text style = {
        .x = 50, .size = 15, .room = 570, .anchor = "start", .colour = GAU_DISPLAY_INK};
    double y = top;

    for (size_t i = 0; i < muons->count.drawn && i < GAU_DISPLAY_LISTED; i++) {
        struct gau_display_labels labels = {.n = 0};
        struct text text = {.n = 0};

        gau_display_badge(page->out, &labels, &(struct gau_display_point){34, y + 10},
                          &(struct gau_display_point){0, 0}, i + 1);
        tell_muon(&text, &muons->items[i]);
        style.y = y + 15;
        gau_display_write(page->out, &style, text.bytes);
        y += LINE;
    }
    if (page->event->n_masses > 0) {
        struct text text = {.n = 0};

        tell_masses(&text, page);
        style.y = y + 15;
        style.bold = true;
        gau_display_write(page->out, &style, text.bytes);
        y += LINE;
    }
    return y;
}
