/* SPDX-License-Identifier: Apache-2.0 */
#include "suggest.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

enum { MAX_LENGTH = 64, WHOLE = 4, LEAST_BEGINNING = 4 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Returns the cost in quarters of a letter: another letter costs 4, another case 1. */
static unsigned cost(char a, char b)
{
    if (a == b)
        return 0;
    return tolower((unsigned char)a) == tolower((unsigned char)b) ? 1 : WHOLE;
}

/* The distance is optimal string alignment: insert, delete, change, swap neighbours. */
static unsigned distance_of(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows[3][MAX_LENGTH + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];

    for (size_t j = 0; j <= m; j++)
        last[j] = (unsigned)(WHOLE * j);
    for (size_t i = 1; i <= n; i++) {
        unsigned *const spare = before;

        now[0] = (unsigned)(WHOLE * i);
        for (size_t j = 1; j <= m; j++) {
            now[j] =
                least(last[j - 1] + cost(a[i - 1], b[j - 1]), least(last[j], now[j - 1]) + WHOLE);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = least(now[j], before[j - 2] + WHOLE);
        }
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

static bool begins(const char *known, const char *wanted, size_t n)
{
    return n >= LEAST_BEGINNING && strncmp(known, wanted, n) == 0;
}

/* Returns the length of the word that @p text begins with, such as Max in MaxPt. */
static size_t word_length(const char *text)
{
    size_t n = 1;

    while (islower((unsigned char)text[n]) || (n > 0 && isdigit((unsigned char)text[n])))
        n++;
    return n;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    for (; *text; text += word_length(text))
        if (word_length(text) == length && strncasecmp(text, word, length) == 0)
            return true;
    return false;
}

static bool has_words(const char *known, const char *wanted)
{
    for (; *wanted; wanted += word_length(wanted))
        if (!has_word(known, wanted, word_length(wanted)))
            return false;
    return true;
}

struct gau_suggest gau_suggest_for(const char *wanted)
{
    return (struct gau_suggest){.wanted = wanted, .distance = UINT_MAX};
}

struct gau_suggest gau_suggest_by_words(const char *wanted)
{
    return (struct gau_suggest){.wanted = wanted, .distance = UINT_MAX, .by_words = true};
}

void gau_suggest_offer(struct gau_suggest *suggest, const char *known)
{
    const size_t n = strlen(suggest->wanted), m = strlen(known);
    unsigned distance;

    if (n == 0 || n > MAX_LENGTH || m > MAX_LENGTH)
        return;
    distance = distance_of(suggest->wanted, n, known, m);
    if (3 * distance > WHOLE * (n > m ? n : m) && !begins(known, suggest->wanted, n) &&
        !(suggest->by_words && has_words(known, suggest->wanted)))
        return;
    if (distance >= suggest->distance)
        return;
    suggest->best = known;
    suggest->distance = distance;
}
