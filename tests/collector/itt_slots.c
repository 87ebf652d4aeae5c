/* SPDX-License-Identifier: Apache-2.0 */
#include "itt_client.h"

#include <string.h>

/* As in clients; collectors do not read it. */
struct gau_itt_clock_domain {
    uint64_t frequency, base;
    void (*read)(void *info, void *data);
    void *data;
    int extra1;
    void *extra2;
    gau_itt_clock_domain *next;
};

static const enum raw_age ages[] = {RAW_184, RAW_192, RAW_200};

/* --- which slots --------------------------------------------------------------------------- */

/* What must be bound; all other slots must have fallbacks. */
static const char bound[] =
    " api_version counter_create counter_create_typed counter_create_v3 counter_dec "
    "counter_dec_delta counter_dec_delta_v3 counter_dec_v3 counter_destroy counter_inc "
    "counter_inc_delta counter_inc_delta_v3 counter_inc_v3 counter_set_value counter_set_value_ex "
    "counter_set_value_v3 detach domain_create event_create event_end event_start frame_begin "
    "frame_begin_v3 frame_create frame_end frame_end_v3 frame_submit_v3 get_timestamp mark "
    "mark_create mark_global marker marker_ex pause pause_scoped region_begin region_end resume "
    "resume_scoped string_handle_create task_begin task_begin_ex task_begin_fn task_begin_fn_ex "
    "task_begin_overlapped task_begin_overlapped_ex task_end task_end_ex task_end_overlapped "
    "task_end_overlapped_ex task_group thr_ignore thr_name_set thread_ignore thread_set_name ";

static bool is_to_be_bound(const char *name)
{
    char word[64] = " ";

    strncat(word, name + strlen("__itt_"), sizeof word - 3);
    strcat(word, " ");
    return strstr(bound, word) != NULL;
}

static bool is_ours(const void *value, const void *fallback)
{
    return value != fallback && value && value != (const void *)0x5555555555555555;
}

static void reverse(struct raw_part *part)
{
    gau_itt_entry *first = part->entries, *last = first;

    while (last[1].name)
        last++;
    for (; first < last; first++, last--) {
        const gau_itt_entry entry = *first;

        *first = *last;
        *last = entry;
    }
}

static void check_slots(struct raw_part *part)
{
    memset(part->slots, 0x55, sizeof part->slots);
    raw_part_load(part, -1);
    for (const gau_itt_entry *entry = part->entries; entry->name; entry++)
        check_that(is_to_be_bound(entry->name) ? is_ours(*entry->slot, entry->fallback)
                                               : *entry->slot == entry->fallback,
                   entry->name, __FILE__, __LINE__);
    CHECK(!strcmp(hooks->call_log(), "init "));
}

void every_slot_is_ours_or_nobodys(void)
{
    for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
        struct raw_part *const part = raw_part_new(ages[i]);

        check_slots(part);
        raw_part_unload(part);
        reverse(part);
        check_slots(part); /* again, in another order */
    }
}

/* --- what they take ------------------------------------------------------------------------ */

#define ITT(name) RAW_FUNCTION(part, name)

static struct raw_part *part;

static void call_names(void)
{
    const int event = ITT(event_create)("an event, cut here", 8);

    CHECK(event > 0 && event == ITT(event_create)("an event", 100));
    CHECK(event == ITT(event_create)("an event", 0) && ITT(event_create)(NULL, 3) > 0);
    CHECK(ITT(event_start)(event) == 0 && ITT(event_end)(event) == 0);
    CHECK(ITT(event_start)(-1) == 0 && ITT(event_end)(1 << 30) == 0);
    CHECK(ITT(mark_create)("a mark") > 0 && ITT(mark_create)(NULL) > 0);
    CHECK(ITT(mark)(ITT(mark_create)("a mark"), NULL) == 0 && ITT(mark)(0, "x") == 0);
    CHECK(ITT(mark_global)(ITT(mark_create)("a mark"), "x") == 0);
    CHECK(ITT(mark_global)(event, "x") == 0); /* is none */
    CHECK(ITT(domain_create)("d")->flags != 0 && ITT(domain_create)(NULL));
    CHECK(ITT(domain_create)("d") == ITT(domain_create)("d"));
    CHECK(!strcmp(ITT(string_handle_create)("s")->text, "s") && ITT(string_handle_create)(NULL));
    CHECK(*ITT(api_version)() != '\0');
    ITT(thread_set_name)("worker");
    ITT(thread_set_name)(NULL);
    CHECK(ITT(thr_name_set)("worker 2", 6) == 0 && ITT(thr_name_set)(NULL, 1) == 0);
    ITT(thread_ignore)();
    ITT(thr_ignore)();
    CHECK(!strcmp(hooks->call_log(), "init name(worker) name(worker) "));
}

static void call_tasks(const gau_itt_domain *domain, gau_itt_string *name)
{
    const gau_itt_id id = {1, 2, 0};
    gau_itt_clock_domain clock = {.extra1 = 1};

    ITT(task_begin)(domain, id, no_id, name);
    ITT(task_begin_ex)(domain, &clock, 1, id, id, name);
    ITT(task_end)(domain);
    ITT(task_end_ex)(domain, NULL, 1);
    ITT(task_begin_fn)(domain, id, no_id, (void *)(uintptr_t)0x7f00abcd1234);
    ITT(task_begin_fn_ex)(domain, NULL, 1, id, no_id, NULL);
    ITT(task_end)(domain);
    ITT(task_end)(domain);
    ITT(task_end)(domain); /* of none */
    ITT(task_group)(domain, id, no_id, name);
    ITT(task_begin_overlapped)(domain, id, no_id, name);
    ITT(task_begin_overlapped_ex)(domain, &clock, 1, no_id, no_id, name);
    ITT(task_end_overlapped)(domain, id);
    ITT(task_end_overlapped_ex)(domain, NULL, 1, no_id);
    ITT(task_end_overlapped)(domain, id); /* of none */
    ITT(region_begin)(domain, id, no_id, name);
    ITT(region_end)(domain, id);
    ITT(region_end)(domain, id); /* of none */
    ITT(marker)(domain, id, name, 4 /* of a task */);
    ITT(marker_ex)(domain, NULL, 1, id, name, 99);
}

static void call_frames(const gau_itt_domain *domain)
{
    const uint64_t now = ITT(get_timestamp)();
    void *const frame = ITT(frame_create)("an old frame");
    gau_itt_id id = {1, 2, 0};

    CHECK(now > 0 && ITT(get_timestamp)() >= now);
    ITT(frame_begin_v3)(domain, NULL);
    ITT(frame_begin_v3)(domain, &id);
    ITT(frame_end_v3)(domain, NULL);
    ITT(frame_end_v3)(domain, &id);
    ITT(frame_end_v3)(domain, &id); /* of none */
    ITT(frame_submit_v3)(domain, &id, now, now + 1000);
    ITT(frame_submit_v3)(domain, NULL, now, now - 1);
    CHECK(frame && frame == ITT(frame_create)("an old frame") && ITT(frame_create)(NULL));
    ITT(frame_begin)(frame);
    ITT(frame_end)(frame);
    ITT(frame_begin)(NULL);
    ITT(frame_end)((void *)part); /* is none */
}

static void call_counter(void *counter, const gau_itt_domain *domain, gau_itt_string *name)
{
    double value = 1;

    ITT(counter_inc)(counter);
    ITT(counter_dec)(counter);
    ITT(counter_inc_delta)(counter, 3);
    ITT(counter_dec_delta)(counter, 3);
    ITT(counter_set_value)(counter, &value);
    ITT(counter_set_value_ex)(counter, NULL, 1, NULL);
    if (ITT(counter_set_value_v3))
        ITT(counter_set_value_v3)(counter, &value);
    ITT(counter_destroy)(counter);
    ITT(counter_inc_v3)(domain, name);
    ITT(counter_dec_v3)(domain, name);
    ITT(counter_inc_delta_v3)(domain, name, 1);
    ITT(counter_dec_delta_v3)(domain, name, 1);
}

static void call_control(void)
{
    ITT(pause)();
    ITT(pause_scoped)(2); /* of offloaded code */
    ITT(resume_scoped)(2);
    ITT(resume)();
    ITT(pause_scoped)(1);
    ITT(resume_scoped)(0x7fffffff);
    CHECK(!strcmp(hooks->call_log(), "pause resume pause resume "));
}

static void check_counts(uint64_t rounds, const char *own)
{
    const struct gau_trace_task_total frames = hooks->total(GAU_TRACE_FRAME, own, own);

    CHECK(entries(GAU_TRACE_EVENT, "", "an event") == rounds);
    CHECK(entries(GAU_TRACE_MARK, "", "a mark") == 2 * rounds);
    CHECK(entries(GAU_TRACE_TASK, own, own) == 3 * rounds);
    CHECK(entries(GAU_TRACE_TASK, own, "fn@0x7f00abcd1234") == rounds);
    CHECK(entries(GAU_TRACE_TASK, "", "fn@0x0") == rounds);
    CHECK(entries(GAU_TRACE_OVERLAPPED_TASK, own, own) == 2 * rounds);
    CHECK(entries(GAU_TRACE_REGION, own, own) == rounds);
    CHECK(entries(GAU_TRACE_REGION, "", "region") == rounds);
    CHECK(entries(GAU_TRACE_MARK, own, own) == 2 * rounds);
    CHECK(frames.entries == 4 * rounds && frames.total_ns >= 1000 * rounds);
    CHECK(entries(GAU_TRACE_FRAME, "", "an old frame") >= rounds);
}

void every_function_takes_what_comes(void)
{
    for (size_t i = 0; i < sizeof ages / sizeof *ages; i++) {
        gau_itt_counter counter = {.name = "c", .domain = "d"};
        gau_itt_domain *before, *own;
        gau_itt_string *string;

        part = raw_part_new(ages[i]);
        before = raw_part_domain(part, "before");
        string = raw_part_string(part, "before");
        raw_part_load(part, -1);
        own = ITT(domain_create)("own");
        call_names();
        call_tasks(NULL, NULL);
        call_tasks(before, string);
        call_tasks(own, ITT(string_handle_create)("own"));
        call_frames(NULL);
        call_frames(before);
        call_frames(own);
        call_counter(&counter, before, string);
        call_counter(ITT(counter_create)("own", "own"), own, ITT(string_handle_create)("own"));
        call_counter(NULL, NULL, NULL);
        CHECK(ITT(counter_create_typed)(NULL, NULL, GAU_ITT_DOUBLE));
        if (ITT(counter_create_v3))
            CHECK(ITT(counter_create_v3)(own, "own", 1) == ITT(counter_create)("own", "own"));
        call_control();
        check_counts(i + 1, "own");
        check_counts(i + 1, "before");
    }
    CHECK(entries(GAU_TRACE_COUNTER, "d", "c") == 6 + 6 + 7); /* two ages lack one function */
    CHECK(entries(GAU_TRACE_COUNTER, "before", "before") == 3 * 4);
    CHECK(entries(GAU_TRACE_COUNTER, "own", "own") == 6 + 6 + 7 + 3 * 4);
    CHECK(hooks->calls() > 300);
}

/* --- who is bound -------------------------------------------------------------------------- */

void groups_are_respected(void)
{
    part = raw_part_new(RAW_184);
    raw_part_load(part, 0x1414);
    CHECK(ITT(task_begin) && ITT(thread_set_name));
    CHECK(!ITT(event_create) && !ITT(detach) && !ITT(stack_caller_create));
    CHECK(raw_part_function(part, RAW_pause) == raw_part_own_code);
    hooks->call_log();
}

static void check_untouched(void)
{
    memset(part->slots, 0x55, sizeof part->slots);
    raw_part_load(part, -1);
    for (int i = 0; i < RAW_N_SLOTS; i++)
        CHECK((uintptr_t)part->slots[i] == 0x5555555555555555);
    CHECK(!strcmp(hooks->call_log(), ""));
}

void what_is_no_client_is_left_alone(void)
{
    part = raw_part_new(RAW_200);
    part->global->magic[7] ^= 1;
    check_untouched();
    part->global->magic[7] ^= 1;
    part->global->version_major = 2;
    check_untouched();
    part->global->version_major = 3;
    part->global->version_build = 20101231;
    check_untouched();
}

void without_a_collection_no_client_is_bound(void)
{
    part = raw_part_new(RAW_200);
    memset(part->slots, 0x55, sizeof part->slots);
    hooks->fail_to_begin(true);
    raw_part_load(part, -1);
    hooks->fail_to_begin(false);
    for (const gau_itt_entry *entry = part->entries; entry->name; entry++)
        CHECK(*entry->slot == entry->fallback);
    CHECK(!strcmp(hooks->call_log(), ""));
}
