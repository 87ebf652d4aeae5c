/* SPDX-License-Identifier: Apache-2.0 */
#include "view_table.h"

#include "documents/document.h"
#include "table/number_format.h"
#include "table/utf8.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAMED_MOST = 3, LEAST_PERCENT = 1 };
#define NEARLY_ALL 0.95

struct named_group {
    struct gau_hotspots_group group;
    struct gau_hotspots_group above; /* the root, if it is worth no name */
};

/* Does one group of the first key hold nearly all of the time? */
static bool is_of_one_group(const struct gau_hotspots_grouping *grouping)
{
    const uint64_t whole = grouping->groups[0].total.weight_ns;
    struct gau_hotspots_iterator visit = {.grouping = grouping};

    while (gau_hotspots_iterator_next(&visit))
        if (visit.depth == 1 && (double)visit.group.total.weight_ns > NEARLY_ALL * (double)whole)
            return true;
    return false;
}

/* Returns the level of the groups that are named: those of the first key, such as branches, or if
 * one of these holds nearly all of the time, what is in it. Call stacks are not named. */
static uint32_t named_level(const struct gau_hotspots_query *query,
                            const struct gau_hotspots_grouping *grouping)
{
    uint32_t level = 0;

    if (!is_of_one_group(grouping))
        return 0;
    while (level + 1 < query->keys.count && query->keys.items[level + 1] != GAU_HOTSPOTS_CALLSTACK)
        level++;
    return level;
}

/* Finds the heaviest groups of the level. Returns their number. */
static size_t find_heaviest(struct named_group heaviest[NAMED_MOST],
                            const struct gau_hotspots_table *table,
                            const struct gau_hotspots_grouping *grouping)
{
    const uint32_t level = named_level(table->query, grouping);
    struct gau_hotspots_iterator visit = {.grouping = grouping};
    size_t count = 0;

    while (gau_hotspots_iterator_next(&visit)) {
        size_t place = count;

        if (visit.depth != level + 1 || (visit.group.others && visit.group.all_count > 1))
            continue;
        while (place > 0 && heaviest[place - 1].group.total.weight_ns < visit.group.total.weight_ns)
            place--;
        if (place == NAMED_MOST)
            continue;
        count += count < NAMED_MOST;
        for (size_t i = count - 1; i > place; i--)
            heaviest[i] = heaviest[i - 1];
        heaviest[place] =
            (struct named_group){visit.group,
                                 gau_hotspots_iterator_at(&visit, level > 0 ? level : 1)};
        if (level == 0 || grouping->groups[0].count == 1)
            heaviest[place].above.level = GAU_HOTSPOTS_ROOT;
    }
    return count;
}

static void put_name(const struct gau_hotspots_table *table, const struct gau_hotspots_group *group,
                     FILE *sentence)
{
    char room[GAU_HOTSPOTS_TEXT_SIZE];

    gau_glyphs_write(gau_hotspots_short_name(table, group, room, sizeof room), sentence);
}

static void put_group(const struct gau_hotspots_table *table, const struct named_group *named,
                      FILE *sentence)
{
    put_name(table, &named->group, sentence);
    if (named->above.level == GAU_HOTSPOTS_ROOT)
        return;
    fputs(" of ", sentence);
    put_name(table, &named->above, sentence);
}

static void put_sentence(const struct gau_hotspots_table *table,
                         const struct gau_hotspots_grouping *grouping, FILE *sentence)
{
    const struct gau_hotspots_measure *const whole = &grouping->groups[0].total;
    const double percent = 100 / (double)whole->weight_ns;
    struct named_group heaviest[NAMED_MOST];
    const size_t count = find_heaviest(heaviest, table, grouping);
    char time[64];

    gau_quantity_text(time, sizeof time, (double)whole->weight_ns / 1e9, "s");
    for (size_t i = 0; i < count; i++) {
        const struct gau_hotspots_measure *const part = &heaviest[i].group.total;
        const double share = percent * (double)part->weight_ns;
        const double error = percent * part->share_error_ns;
        const int decimals = error < 1;

        if (i > 0 && share < LEAST_PERCENT)
            break;
        fprintf(sentence, "%s%.*f %s %.*f %%", i > 0 ? ", " : "", decimals, share,
                gau_hotspots_table_sign(table, "\u00b1", "+-"), decimals, error);
        if (i == 0)
            fprintf(sentence, " of %s CPU time is", time);
        fputs(" in ", sentence);
        put_group(table, &heaviest[i], sentence);
    }
    if (count > 0)
        fprintf(sentence, " (%" PRIu64 " sample%s)", whole->samples,
                whole->samples == 1 ? "" : "s");
}

void gau_hotspots_sentence_write(const struct gau_hotspots_table *table,
                                 const struct gau_hotspots_grouping *grouping)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const sentence = open_memstream(&text, &size);

    if (sentence)
        put_sentence(table, grouping, sentence);
    if (!sentence || fclose(sentence) != 0) {
        gau_fail_memory(table->error, "view of '%.*s'", GAU_QUOTE(table->result->folder));
    } else if (size > 0) {
        gau_wrap_write(table->out, text, table->options->width);
        fputc('\n', table->out);
    }
    free(text);
}
