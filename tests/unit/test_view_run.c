/* SPDX-License-Identifier: Apache-2.0 */
#include "test.h"

#include "timer_rows.h"

/* What a run prints: the times first, with the decisions beside them, then what else there is. */

#define DECISIONS                                                      \
    "{'schema':2,'events':100002,'accepted':50000,'branches':[" COUNT( \
        0, -1, "Event", "Event", 100002, 50000,                        \
        50002) "," COUNT(2, 0, "Hlt", "Hlt", 100002, 50000,            \
                         50002) "," COUNT(3, 2, "Hlt Mass", "Mass", 50001, 50000, 1) "]}"

#define HISTOGRAM                                                                               \
    "{'schema':2,'instance':'M','input':'m','weight':'','unit':'GeV','entries':591,'un"         \
    "derflow':0,'overflow':1,'nan_entries':0,'mean':36.3792,'stddev':39.933,'bins':[{'low':0,'" \
    "high':3,'count':590}]}"

struct given {
    const char *name, *quoted;
    bool of_algorithm;
};

/* Returns what is printed of documents, to be freed. */
static char *print(const struct gau_run_document *documents, size_t n, const char *folder,
                   unsigned width)
{
    const struct gau_view_options options = {.width = width};
    gau_error error = {0};
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    assert_int_equal(gau_run_documents_write(documents, n, folder, &options, out, &error), GAU_OK);
    fclose(out);
    return text;
}

/* The last of what is given has no name. */
static char *print_given(const struct given *given, const char *folder, unsigned width)
{
    struct gau_run_document documents[8] = {0};
    size_t n = 0;
    char *text;

    for (; given[n].name; n++)
        documents[n] =
            (struct gau_run_document){given[n].name, parse(given[n].quoted), given[n].of_algorithm};
    text = print(documents, n, folder, width);
    for (size_t i = 0; i < n; i++)
        json_decref(documents[i].root);
    return text;
}

static void check(const struct given *given, const char *folder, unsigned width,
                  const char *expected)
{
    char *const text = print_given(given, folder, width);

    assert_string_equal(text, expected);
    free(text);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        assert_string_equal(text, part);
}

static void times_come_first_with_decisions_beside_them(void **state)
{
    const struct given given[] = {{"masses", MASSES, true},
                                  {"histogram-M", HISTOGRAM, true},
                                  {"counts", DECISIONS, false},
                                  {"timer", TIMER(BRANCHES, WARM_UP), false},
                                  {"memory", "{'schema':2,'rows':[{'a':1}]}", false},
                                  {NULL, NULL, false}};

    (void)state;
    check(
        given, "out", 0,
        "event loop: events 76.6 %, input 12.5 %, waiting 6.2 %, merging 3.1 %, unaccounted "
        "1.6 %; auditors about 0.5 %\n"
        "\n"
        "Branch      Calls  Total [s]    [%]              Mean [us]  p99 [us]  Slowest  Rate [%]\n"
        "---------------------------------------------------------------------------------------"
        "\n"
        "Event      100002       3.00  100.0  ##########         30        60       17   49.9990\n"
        "  Hlt      100000       2.50   83.3  --------           25        50       17   49.9990\n"
        "    Mass    50000       2.25   75.0  --------           45        90       17   99.9980\n"
        "      fit   50000       0.25    8.3  -                   5        10       17         -\n"
        "---------------------------------------------------------------------------------------"
        "\n"
        "times are without 2 warm-up events\n"
        "\n"
        "memory: rows\n"
        "\n"
        "a\n"
        "-\n"
        "1\n"
        "\n"
        "masses       pairs 8577, least 2.5 GeV, ok yes, edges 2 values, windows 2 rows\n"
        "histogram-M  591 entries, mean 36.4 GeV, standard deviation 39.9 GeV, 1 overflow\n"
        "\n"
        "all tables and histograms: -v, or 'gaudit report NAME out'\n");
}

/* Of an algorithm alone the first line is empty, and so is the one behind its facts. */
static size_t lines_of_facts(const char *text)
{
    size_t lines = 0;

    assert_int_equal(*text++, '\n');
    for (; *text != '\n'; text = strchr(text, '\n') + 1)
        lines++;
    return lines;
}

static void an_algorithm_has_three_lines_at_most(void **state)
{
    const struct given given[] = {
        {"pairs",
         "{'schema':2,'instance':'P','events':2710,'accepted':591,'opposite':1159,'same':348,"
         "'passing':591,'passing_opposite':591,'passing_same':0,'mass_min_GeV':1.99,"
         "'mass_max_GeV':121.5,'mass_sum_GeV':21585.2,'none':null,'ok':true}",
         true},
        {NULL, NULL, false}};

    (void)state;
    check(given, NULL, 60,
          "\n"
          "pairs  events 2710, accepted 591, opposite 1159, same 348,\n"
          "       passing 591, passing_opposite 591, passing_same 0,\n"
          "       mass_min 1.99 GeV, mass_max 121.5 GeV, ...\n"
          "\n"
          "all tables and histograms: -v; for 'gaudit report', -o DIR keeps them\n");
    for (unsigned width = 50; width < 150; width++) {
        char *const text = print_given(given, NULL, width);

        if (lines_of_facts(text) > 3)
            fail_msg("width %u: more than three lines:%s", width, text);
        free(text);
    }
}

static void decisions_of_branches_without_times_have_their_own_table(void **state)
{
    const struct given given[] = {{"timer", TIMER(BRANCHES, WARM_UP), false},
                                  {"counts", COUNTS, false},
                                  {NULL, NULL, false}};

    char *const text = print_given(given, "out", 0);

    (void)state;
    assert_has(text, "p99 [us]  Slowest\n");
    assert_has(text, "\n\nDecisions per branch\n");
    free(text);
}

/* --- a mean far above the median ------------------------------------------------------------ */

/* Prints a timer whose branch "fit" has a median of a fifth of its mean, and that CPU time. */
static char *print_fit(bool has_cpu, double cpu_s)
{
    json_t *const timer = parse(TIMER(BRANCHES, WARM_UP));
    json_t *const rows = json_object_get(timer, "branches");
    const struct gau_run_document document = {"timer", timer, false};
    char *text;

    for (size_t i = 0; i < json_array_size(rows); i++) {
        json_t *const row = json_array_get(rows, i);
        const bool fit = strcmp(json_string_value(json_object_get(row, "name")), "fit") == 0;

        if (fit)
            json_object_set_new(row, "p50_s", json_real(1e-6));
        for (int self = 0; has_cpu && self < 2; self++)
            json_object_set_new(row, self ? "cpu_self_s" : "cpu_total_s",
                                json_real(fit ? cpu_s : 0));
    }
    text = print(&document, 1, NULL, 0);
    json_decref(timer);
    return text;
}

static void a_mean_far_above_the_median_has_a_note(void **state)
{
    static const struct {
        bool has_cpu;
        double cpu_s;
        const char *note;
    } cases[] = {
        {false, 0,
         "\nnote: the mean of 'fit' is far above its median: the machine was busy, or few events "
         "are slow (slowest event 17); -s TimerAuditor.CpuTime=true shows which\n"},
        {true, 0.1,
         "\nnote: the mean of 'fit' is far above its median, and it had a processor for 40 % of "
         "its time: the machine was busy, or it waited; use the CPU time (-v shows it)\n"},
        {true, 0.25,
         "\nnote: the mean of 'fit' is far above its median: few events are slow, the slowest is "
         "event 17\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *const text = print_fit(cases[i].has_cpu, cases[i].cpu_s);

        assert_has(text, cases[i].note);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_come_first_with_decisions_beside_them),
        cmocka_unit_test(an_algorithm_has_three_lines_at_most),
        cmocka_unit_test(decisions_of_branches_without_times_have_their_own_table),
        cmocka_unit_test(a_mean_far_above_the_median_has_a_note),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
