/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/test.h"

#include "errors/errors.h"

#include <string.h>

static const char *const known[] = {"TimerAuditor", "CountAuditor", "NameAuditor", "Prescaler",
                                    "Threshold",    "PairMass",     "Spin"};

static const struct guess {
    const char *wanted, *best;
} guesses[] = {
    {"TimerAuditor", "TimerAuditor"},
    {"TimreAuditor", "TimerAuditor"}, /* neighbours swapped */
    {"TimerAudito", "TimerAuditor"},
    {"timerauditor", "TimerAuditor"},
    {"TimingAuditor", "TimerAuditor"},
    {"Prescale", "Prescaler"},
    {"Spim", "Spin"},
    {"sPin", "Spin"},
    {"SPIN", "Spin"},          /* only the case differs */
    {"Spxx", NULL},            /* two of four letters */
    {"Timer", "TimerAuditor"}, /* the beginning */
    {"Tim", NULL},             /* of less than four letters */
    {"Auditor", NULL},         /* the end */
    {"Histogram", NULL},
    {"", NULL},
};

static const char *best_of(const char *wanted)
{
    struct gau_suggest suggest = gau_suggest_for(wanted);

    for (size_t i = 0; i < COUNT_OF(known); i++)
        gau_suggest_offer(&suggest, known[i]);
    return suggest.best;
}

static void the_nearest_name_is_suggested_if_one_is_near(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(guesses); i++) {
        const char *const best = best_of(guesses[i].wanted);

        if (guesses[i].best) {
            assert_non_null(best);
            assert_string_equal(best, guesses[i].best);
        } else {
            assert_null(best);
        }
    }
}

static void names_of_properties_are_near_by_their_words(void **state)
{
    static const char *const properties[] = {"MinMass", "MinPt", "MaxEta", "Input"};
    static const char *const by_words[][2] = {
        {"Min", "MinPt"}, {"Mass", "MinMass"}, {"eta", "MaxEta"}, {"PtMin", "MinPt"}, {"Mi", NULL}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(by_words); i++) {
        struct gau_suggest suggest = gau_suggest_by_words(by_words[i][0]);

        for (size_t k = 0; k < COUNT_OF(properties); k++)
            gau_suggest_offer(&suggest, properties[k]);
        if (by_words[i][1]) {
            assert_non_null(suggest.best);
            assert_string_equal(suggest.best, by_words[i][1]);
        } else {
            assert_null(suggest.best);
        }
    }
}

static void of_equally_near_names_the_first_is_taken(void **state)
{
    struct gau_suggest suggest = gau_suggest_for("Mas");

    (void)state;
    gau_suggest_offer(&suggest, "Mass");
    gau_suggest_offer(&suggest, "Mask");
    assert_string_equal(suggest.best, "Mass");
}

static void very_long_names_are_not_compared(void **state)
{
    char text[2000] = "";
    struct gau_suggest suggest = gau_suggest_for(text);

    (void)state;
    memset(text, 'a', sizeof text - 1);
    gau_suggest_offer(&suggest, text);
    assert_null(suggest.best);
}

static void a_message_gets_the_suggestion_only_if_there_is_one(void **state)
{
    struct gau_suggest suggest = gau_suggest_for("Spim");
    gau_error err = {.message = "no 'Spim'"};

    (void)state;
    gau_suggest_append(&suggest, &err);
    assert_string_equal(err.message, "no 'Spim'");
    gau_suggest_offer(&suggest, "Spin");
    gau_suggest_append(&suggest, &err);
    assert_string_equal(err.message, "no 'Spim'; did you mean 'Spin'?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_name_is_suggested_if_one_is_near),
        cmocka_unit_test(names_of_properties_are_near_by_their_words),
        cmocka_unit_test(of_equally_near_names_the_first_is_taken),
        cmocka_unit_test(very_long_names_are_not_compared),
        cmocka_unit_test(a_message_gets_the_suggestion_only_if_there_is_one),
    };

    return cmocka_run_group_tests_name("suggest", tests, NULL, NULL);
}
