/* SPDX-License-Identifier: Apache-2.0 */
#include "event_scene.h"

#include "folder.h"
#include "table/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* EventDisplay on events that are ordinary, empty, huge, or full of what is no number. */

extern const gau_module gau_module_event_display;

static struct scene scene;
static gau_node *display;

static void begin(void)
{
    scene_begin(&scene);
}

/* Behind the tables of the event. */
static void add_display(void)
{
    display = scene_algorithm(&scene, &gau_module_event_display, "Display");
}

static void set(const char *name, const char *value)
{
    job_set(&scene.job, display, name, value);
}

/* The picture of the event; the caller frees it. */
static char *draw(void)
{
    char *text;

    assert_true(scene_accepts(&scene));
    text = folder_read("event-1-Display.svg");
    scene_end(&scene);
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf"));
    assert_null(strstr(text, "-0.0"));
    assert_non_null(strstr(text, "</svg>\n"));
    return text;
}

static void assert_says(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("the picture does not say '%s':\n%s", what, text);
}

/* --- what is seen -------------------------------------------------------------------------- */

static size_t count_of(const char *text, const char *what)
{
    size_t n = 0;

    for (; (text = strstr(text, what)); text++)
        n++;
    return n;
}

static void give_muons(void)
{
    SCENE_NUMBERS("muons", "pt", 40, 30);
    SCENE_NUMBERS("muons", "eta", 0.1, -1.1);
    SCENE_NUMBERS("muons", "phi", 1, -2);
    SCENE_NUMBERS("muons", "charge", 1, -1);
}

static void a_muon_is_an_arc_with_the_radius_of_its_momentum(void **state)
{
    /* 40 GeV in 1 T is 133.4 m; 1000 mm are 240 pixels; 1 is clockwise on the page. */
    static const char *const fields[][4] = {
        {"1", "A32022.2 32022.2 0 0 1 ", "A24016.6 24016.6 0 0 0 ", "charges turn clockwise"},
        {"-1", "A32022.2 32022.2 0 0 0 ", "A24016.6 24016.6 0 0 1 ", "turn counterclockwise"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        char *text;

        begin();
        give_muons();
        add_display();
        set("Muons", "muons");
        set("Radius", "1000");
        set("Field", fields[i][0]);
        text = draw();
        for (size_t k = 1; k < 4; k++)
            assert_says(text, fields[i][k]);
        assert_says(text, "2 muons (muons)");
        assert_says(text, "pT 40 GeV, η 0.1, φ 1, charge +");
        free(text);
    }
}

static void a_muon_begins_where_its_track_does(void **state)
{
    char *text;

    (void)state;
    begin();
    give_muons();
    SCENE_NUMBERS("tracks", "pt", 40, 2);
    SCENE_NUMBERS("tracks", "eta", 0.1, 0);
    SCENE_NUMBERS("tracks", "phi", 1, 0);
    SCENE_NUMBERS("tracks", "charge", 1, 1);
    SCENE_NUMBERS("tracks", "d0", 0, 0);
    SCENE_NUMBERS("tracks", "z0", 50, 100);
    SCENE_NUMBERS("v", "z", 100);
    add_display();
    set("Muons", "muons");
    set("Tracks", "tracks");
    set("Vertices", "v");
    text = draw();
    /* Of the axis to 108 mm, 708 pixels from 660 on: one muon, the other is not known. */
    assert_says(text, "\""
                      "#d55e00"
                      "\" d=\"M1177.9 ");
    free(text);
}

static void towers_are_sums_around_and_along(void **state)
{
    char *text;

    (void)state;
    begin();
    SCENE_NUMBERS("calo", "et", 3, 2, -4, 1, 1, 1);
    SCENE_NUMBERS("calo", "eta", 0.01, 0.02, 1, 2.9, 3.5, 0);
    SCENE_NUMBERS("calo", "phi", 0.01, 0.02, 2, 9, 0, 1e9);
    add_display();
    set("Calo", "calo");
    text = draw();
    assert_says(text, "6 energies (calo), transverse sum 2 GeV");
    assert_says(text, "1 outside of the picture, 1 without valid numbers");
    assert_says(text, "towers: 5 GeV");
    free(text);
}

static void what_is_not_made_is_told(void **state)
{
    char *text;

    (void)state;
    begin();
    add_display();
    set("Title", "a < b & \"c\"");
    text = draw();
    assert_says(text, "a &lt; b &amp; &quot;c&quot;");
    assert_null(strstr(text, "(")); /* nothing was asked for */
    free(text);
}

/* --- hostile ------------------------------------------------------------------------------- */

static void rows_without_numbers_are_counted_and_not_drawn(void **state)
{
    const double huge = 1e308;
    static double pt[10], eta[10], phi[10], charge[10], d0[10], z0[10], hits[10], z[10];
    static const char *const names[] = {"t", "m"};
    char *text;

    (void)state;
    for (int i = 0; i < 10; i++) {
        pt[i] = i == 1 ? (double)NAN : i == 2 ? 0 : i == 3 ? -5 : i == 4 ? HUGE_VAL : 3;
        eta[i] = i == 5 ? (double)NAN : i == 6 ? 1000 : 1;
        phi[i] = i == 7 ? HUGE_VAL : 1;
        charge[i] = i == 8 ? (double)NAN : 1;
        d0[i] = 0;
        z0[i] = i == 9 ? huge : 0;
        hits[i] = i == 1 ? (double)NAN : i == 2 ? -HUGE_VAL : i == 3 ? huge : i;
        z[i] = hits[i];
    }
    begin();
    for (size_t i = 0; i < 2; i++) {
        scene_numbers(names[i], "pt", pt, 10);
        scene_numbers(names[i], "eta", eta, 10);
        scene_numbers(names[i], "phi", phi, 10);
        scene_numbers(names[i], "charge", charge, 10);
        scene_numbers(names[i], "d0", d0, 10);
        scene_numbers(names[i], "z0", z0, 10);
        scene_numbers(names[i], "energy", pt, 10);
        scene_numbers(names[i], "x", hits, 10);
        scene_numbers(names[i], "y", hits, 10);
        scene_numbers(names[i], "z", z, 10);
        scene_numbers(names[i], "z_error", pt, 10);
    }
    add_display();
    set("Tracks", "t");
    set("Muons", "m");
    set("Level1", "m");
    set("Calo", "t");
    set("OuterCalo", "m");
    set("Hits", "t");
    set("Vertices", "m");
    set("Mass", "t.pt");
    text = draw();
    assert_says(text, "10 tracks (t)");
    assert_int_equal(count_of(text, "1 outside of the picture, 8 without valid numbers"), 2);
    assert_int_equal(count_of(text, "1 outside of the picture, 2 without valid numbers"), 1);
    assert_says(text, "pT 3 GeV, η 1, φ 1, charge +");
    assert_says(text, "mass (t.pt): 3, 0, −5 GeV");
    free(text);
}

static void tiny_and_huge_momenta_have_a_place(void **state)
{
    char *text;

    (void)state;
    begin();
    SCENE_NUMBERS("t", "pt", 1e-300, 5e-324, 1e300, 1e-6, 2, 2);
    SCENE_NUMBERS("t", "eta", 0, 0, 0, 0, 300, -300);
    SCENE_NUMBERS("t", "phi", 0, 0, 0, 0, 0, 0);
    SCENE_NUMBERS("t", "charge", 1, 1, 1, 1, 1e300, 0);
    SCENE_NUMBERS("t", "x", 0, 0, 900, -1, 0, 0);
    SCENE_NUMBERS("t", "y", 0, 0, 900, 1e4, 0, 0);
    SCENE_NUMBERS("t", "z", 0, 0, 2999, 0, 0, 0);
    add_display();
    set("Tracks", "t");
    set("Muons", "t");
    set("Level1", "t");
    set("Field", "-100");
    text = draw();
    assert_says(text, "6 tracks (t)");
    assert_int_equal(count_of(text, "4 without valid numbers"), 2);
    free(text);
}

static void of_too_much_a_part_is_drawn(void **state)
{
    enum { MANY = 100000 };
    static double x[MANY], ones[MANY], pt[MANY];
    char *text;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (double)(i % 700);
        ones[i] = i % 2 ? 1 : -1;
        pt[i] = 0.1 + (double)(i % 977);
    }
    begin();
    scene_numbers("t", "x", x, MANY);
    scene_numbers("t", "y", ones, MANY);
    scene_numbers("t", "z", x, MANY);
    scene_numbers("t", "pt", pt, MANY);
    scene_numbers("t", "eta", ones, MANY);
    scene_numbers("t", "phi", x, MANY);
    scene_numbers("t", "charge", ones, MANY);
    scene_numbers("t", "energy", ones, MANY);
    add_display();
    set("Hits", "t");
    set("Tracks", "t");
    set("Muons", "t");
    set("Level1", "t");
    set("Calo", "t");
    set("Vertices", "t");
    text = draw();
    assert_says(text, "4000 of 100000 are drawn: one of each few, in their order");
    assert_says(text, "600 of 100000 are drawn: those with the largest pt");
    assert_says(text, "16 of 100000 are drawn: those with the largest pt");
    assert_says(text, "200 of 100000 are drawn: the first ones");
    assert_true(strlen(text) < 400000);
    free(text);
}

/* --- words --------------------------------------------------------------------------------- */

struct box {
    double left, right, top, bottom;
};

static double attribute(const char *element, const char *name)
{
    const char *const at = strstr(element, name);

    assert_non_null(at);
    return strtod(at + strlen(name), NULL);
}

/* Where the next text is; false: there is none. Moves @p at behind it. */
static bool next_box(struct box *box, const char **at)
{
    const char *const element = strstr(*at, "<text "),
                      *const begin = element ? strchr(element, '>') : NULL,
                      *const end = begin ? strstr(begin, "</text>") : NULL;
    double size, width, x;
    char words[600];

    if (!end)
        return false;
    size = attribute(element, " font-size=\"");
    x = attribute(element, " x=\"");
    snprintf(words, sizeof words, "%.*s", (int)(end - begin - 1), begin + 1);
    width = gau_svg_width(words, size) * 0.8; /* which is rather too large */
    if (strncmp(strstr(element, "text-anchor=\"") + 13, "middle", 6) == 0)
        x -= width / 2;
    box->left = x;
    box->right = x + width;
    box->bottom = attribute(element, " y=\"");
    box->top = box->bottom - size * 0.7;
    *at = end;
    return true;
}

static void no_text_overlaps_another_in_a_crowd(void **state)
{
    static double pt[16], eta[16], phi[16], charge[16];
    struct box boxes[100];
    const char *at;
    size_t n = 0;
    char *text;

    (void)state;
    for (int i = 0; i < 16; i++) {
        pt[i] = 20 + i;
        eta[i] = 0.5 + 0.001 * i;
        phi[i] = 1;
        charge[i] = i % 2 ? 1 : -1;
    }
    begin();
    scene_numbers("muons", "pt", pt, 16);
    scene_numbers("muons", "eta", eta, 16);
    scene_numbers("muons", "phi", phi, 16);
    scene_numbers("muons", "charge", charge, 16);
    scene_numbers("muons", "et", pt, 16);
    add_display();
    set("Title", "A title that is far too long for the width of the page, so that it has to be cut "
                 "where there is no room for more of it, and that goes on and on and on and on");
    set("Muons", "muons");
    set("Level1", "muons");
    set("Calo", "muons");
    set("OuterCalo", "muons");
    text = draw();
    at = text;
    while (n < COUNT_OF(boxes) && next_box(&boxes[n], &at))
        n++;
    assert_in_range(n, 25, COUNT_OF(boxes) - 1);
    for (size_t i = 0; i < n; i++) {
        assert_true(boxes[i].left >= 0 && boxes[i].right <= 1400);
        for (size_t k = 0; k < i; k++)
            if (boxes[i].left < boxes[k].right && boxes[k].left < boxes[i].right &&
                boxes[i].top < boxes[k].bottom && boxes[k].top < boxes[i].bottom)
                fail_msg("texts %zu and %zu overlap", k, i);
    }
    free(text);
}

/* --- mistakes ------------------------------------------------------------------------------ */

static void wrong_properties_are_refused(void **state)
{
    static const struct {
        const char *name, *value, *message;
    } wrongs[] = {
        {"Events", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
         "job.xml:2: Display: Events has 21 numbers, more than 20"},
        {"Events", "3,1,3", "job.xml:2: Display: Events names 3 twice"},
        {"Events", "1.5", "job.xml:2: Display: Events: 1.5 is not a whole number"},
        {"Barrels", "3,4,5", "job.xml:2: Display: BarrelLengths has 0 numbers, but Barrels has 3"},
        {"DiscOuter", "9", "job.xml:2: Display: DiscOuter has 1 numbers, but Discs has 0"},
        {"Mass", "DiMuon", "job.xml:2: Display: Mass: 'DiMuon' is not a column (TABLE.COLUMN)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrongs); i++) {
        begin();
        add_display();
        set(wrongs[i].name, wrongs[i].value);
        assert_string_equal(scene_failure(&scene), wrongs[i].message);
        scene_end(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_muon_is_an_arc_with_the_radius_of_its_momentum),
        cmocka_unit_test(a_muon_begins_where_its_track_does),
        cmocka_unit_test(towers_are_sums_around_and_along),
        cmocka_unit_test(what_is_not_made_is_told),
        cmocka_unit_test(rows_without_numbers_are_counted_and_not_drawn),
        cmocka_unit_test(tiny_and_huge_momenta_have_a_place),
        cmocka_unit_test(of_too_much_a_part_is_drawn),
        cmocka_unit_test(no_text_overlaps_another_in_a_crowd),
        cmocka_unit_test(wrong_properties_are_refused),
    };

    return cmocka_run_group_tests_name("event display", tests, folder_enter, folder_leave);
}
