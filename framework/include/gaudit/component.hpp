/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COMPONENT_HPP
#define GAUDIT_COMPONENT_HPP

/**
 * @file component.hpp
 * Algorithms, auditors and inputs as C++ classes. C++17 and later.
 *
 *     class HardMuons
 *     {
 *       public:
 *         static void declare(gau::properties<HardMuons> &p); // see property.hpp
 *         void initialize(gau::context ctx);
 *         bool execute(gau::context ctx);                     // true accepts
 *         void merge(const HardMuons &other);
 *         void finalize(gau::context ctx);
 *     };
 *     GAU_COMPONENTS(gau::algorithm<HardMuons>("HardMuons", "Accepts events with hard muons"));
 *
 * There is no base class. Functions that a class does not have are not called; each may leave out
 * its context. What component.h, algorithm.h, auditor.h and input.h say of the function of the same
 * name holds.
 *
 * - initialize, start, stop, finalize: void or gau_status.
 * - execute: void, bool (false rejects) or gau_status.
 * - merge(const T &other): adds the data of another worker's object.
 * - An auditor: branch_added(gau_branch), begin_event(ctx), end_event(ctx), before(ctx),
 *   after(ctx, gau_outcome), not_called(ctx, gau_outcome), snapshot(const T &live, ctx), and static
 *   constexpr bool wants_timestamps, every_event, only_events, prints, at_once.
 * - An input: read(ctx): void, bool (false: no more events) or gau_status; decode(ctx) const; skip(
 *   std::uint64_t n, ctx), as read; std::uint64_t count() const; std::uint64_t take(std::uint64_t
 * n, ctx), which returns how many, 0 for none.
 *
 * There is an object per worker, of an input one. It is constructed before initialize, and
 * destroyed before the results are closed. An exception is an error with its text, and in an event
 * with event and branch. One of merge or of a hook is an error of the next step that can fail;
 * later hooks of that object are not called.
 */

#include <gaudit/algorithm.h>
#include <gaudit/auditor.h>
#include <gaudit/component.h>
#include <gaudit/component_calls.hpp>
#include <gaudit/input.h>
#include <gaudit/section.hpp>
#include <gaudit/store.hpp>

#include <deque>

namespace gau
{
#pragma GCC visibility push(hidden)
namespace detail
{

/* --- what an event calls --------------------------------------------------------------------
 */

/* execute, read, decode: false is @p no. */
template <class T, class Call, gau_status no> gau_status in_event(void *self, gau_context *c)
{
    try {
        return status_of<Call>(no, *block_of<std::remove_const_t<T>>(self).object, c);
    } catch (...) {
        return report(c, true);
    }
}

/* --- auditors -------------------------------------------------------------------------------
 */

/* Leaves errno as it found it. */
template <class T, class Call, class... A> void hook(void *self, const gau_context *c, A... a)
{
    block<T> &of = block_of<T>(self);
    gau_context *const ctx = const_cast<gau_context *>(c);
    const int number = errno;

    if (of.problem)
        return;
    try {
        call<Call, T, A...>(*of.object, ctx, a...);
    } catch (...) {
        keep_problem(of, ctx);
    }
    errno = number;
}

template <class T> void branch_added(void *self, gau_branch branch)
{
    gau_context none{};

    hook<T, branch_added_call, gau_branch>(self, &none, branch);
}

template <class T> void snapshot(void *into, const void *live, const gau_context *c)
{
    const T *const from = static_cast<const block<T> *>(live)->object;

    if (from)
        hook<T, snapshot_call, const T &>(into, c, *from);
}

#define GAU_FLAG_(name)                                                                      \
    template <class T, class = void> constexpr bool name##_seen = false;                     \
    template <class T> constexpr bool name##_seen<T, std::void_t<decltype(T::name)>> = true; \
    template <class T> constexpr bool name##_of()                                            \
    {                                                                                        \
        static_assert(name##_seen<T> || !name##_call::template is_named<T>(),                \
                      "gaudit: " #name " of an auditor is private");                         \
        if constexpr (name##_seen<T>)                                                        \
            return T::name;                                                                  \
        else                                                                                 \
            return false;                                                                    \
    }
GAU_FLAG_(wants_timestamps)
GAU_FLAG_(every_event)
GAU_FLAG_(only_events)
GAU_FLAG_(prints)
GAU_FLAG_(at_once)
#undef GAU_FLAG_

template <class T> gau_auditor_ops auditor_ops()
{
    gau_auditor_ops ops{};

    ops.struct_size = sizeof ops;
    ops.wants_timestamps = wants_timestamps_of<T>();
    ops.every_event = every_event_of<T>();
    ops.only_events = only_events_of<T>();
    ops.prints = prints_of<T>();
    ops.at_once = at_once_of<T>();
    if constexpr (has<branch_added_call, T, gau_branch>())
        ops.branch_added = branch_added<T>;
    if constexpr (has<begin_event_call, T>())
        ops.begin_event = hook<T, begin_event_call>;
    if constexpr (has<end_event_call, T>())
        ops.end_event = hook<T, end_event_call>;
    if constexpr (has<before_call, T>())
        ops.before = hook<T, before_call>;
    if constexpr (has<after_call, T, gau_outcome>())
        ops.after = hook<T, after_call, gau_outcome>;
    if constexpr (has<not_called_call, T, gau_outcome>())
        ops.not_called = hook<T, not_called_call, gau_outcome>;
    if constexpr (has<snapshot_call, T, const T &>())
        ops.snapshot = snapshot<T>;
    ops.branches_offset = offsetof(block<T>, branches);
    ops.branches_size = declared<T>().branch_size;
    if (declared<T>().cpu_property) {
        ops.cpu_offset = slot_offset(declared<T>().cpu_property - 1);
        ops.cpu_size = sizeof(bool);
    }
    return ops;
}

/* --- inputs ---------------------------------------------------------------------------------
 */

template <class T> gau_status skip(void *self, std::uint64_t n, gau_context *c)
{
    try {
        return status_of<skip_call, T, std::uint64_t>(GAU_END, *block_of<T>(self).object, c, n);
    } catch (...) {
        return report(c, false);
    }
}

template <class T> gau_status take(void *self, std::uint64_t *n, gau_context *c)
{
    try {
        const auto taken = call<take_call, T, std::uint64_t>(*block_of<T>(self).object, c, *n);

        if (taken > *n)
            throw failure(GAU_ERR_FAILED, "take() took more events than it was asked for");
        *n = taken;
        return taken > 0 ? GAU_OK : GAU_END;
    } catch (...) {
        return report(c, false);
    }
}

template <class T> std::uint64_t count(const void *self)
{
    const T *const object = static_cast<const block<T> *>(self)->object;

    try {
        return object ? static_cast<std::uint64_t>(call<count_call>(*object, nullptr)) : 0;
    } catch (...) {
        return 0; /* not known */
    }
}

template <class T> gau_input_ops input_ops()
{
    gau_input_ops ops{};

    static_assert(has<read_call, T>(), "gaudit: an input has a public read()");
    ops.struct_size = sizeof ops;
    ops.read = in_event<T, read_call, GAU_END>;
    if constexpr (has<decode_call, const T>())
        ops.decode = in_event<const T, decode_call, GAU_ERR_FAILED>;
    if constexpr (has<take_call, T, std::uint64_t>() && can_call<take_call, T, std::uint64_t>())
        ops.take = take<T>;
    if constexpr (has<skip_call, T, std::uint64_t>())
        ops.skip = skip<T>;
    if constexpr (has<count_call, const T>())
        ops.count = count<T>;
    return ops;
}

/* --- registration ---------------------------------------------------------------------------
 */

template <class T, class = void> constexpr bool has_declare = false;
template <class T>
constexpr bool has_declare<T, std::void_t<decltype(T::declare(std::declval<properties<T> &>()))>> =
    true;

/* What is wrong with the default of a property; NULL: nothing. */
inline const char *problem_of_default(const gau_property &p)
{
    int n = 0;

    if (p.type == GAU_TYPE_INT)
        return p.initial.i < p.min.i || p.initial.i > p.max.i ? "is out of range" : nullptr;
    if (p.type == GAU_TYPE_DOUBLE && (p.min.d < 0 || p.min.d > 0 || p.max.d < 0 || p.max.d > 0))
        return p.initial.d >= p.min.d && p.initial.d <= p.max.d ? nullptr : "is out of range";
    if (p.type != GAU_TYPE_ENUM || !p.choices)
        return nullptr;
    while (p.choices[n])
        n++;
    return p.initial.e < 0 || p.initial.e >= n ? "has no word among its choices" : nullptr;
}

/* An exception is kept for initialize(): while a module is loaded it would end the program. */
template <class T> void declare_members(declaration<T> &d)
{
    static_assert(
        has_declare<T> || !declare_call::template is_named<T>(),
        "gaudit: declare() is public, static, and takes a gau::properties<T> & of its class");
    if constexpr (has_declare<T>) {
        try {
            properties<T> p(d);

            T::declare(p);
        } catch (const std::exception &e) {
            d.problem = text_of_exception(e);
        } catch (...) {
            d.problem = "it threw something that is no std::exception";
        }
    }
    if (!d.problem.empty() && !d.table.empty()) { /* the last one is not complete */
        d.table.pop_back();
        d.setters.pop_back();
    }
    for (const gau_property &p : d.table)
        if (d.problem.empty() && problem_of_default(p))
            d.problem = std::string("the default of '") + p.name + "' " + problem_of_default(p);
    d.table.push_back(gau_property{});
}

/* The class as C describes it, without what makes it one of three kinds; valid as long as the
 * module. */
template <class T> gau_class &describe(const char *name, const char *summary)
{
    static std::deque<gau_class> classes;
    declaration<T> &d = declared<T>();

    static_assert(std::is_class_v<T> && std::is_default_constructible_v<T> &&
                      std::is_destructible_v<T>,
                  "gaudit: a component has a public constructor without parameters and a public "
                  "destructor, and is not abstract");
    static_assert(!initialise_call::is_named<T>() && !finalise_call::is_named<T>(),
                  "gaudit: the functions are called initialize() and finalize()");
    if (d.table.empty())
        declare_members(d);
    else
        d.problem =
            std::string("the class is '") + d.name + "' already; derive another one from it";
    classes.push_back(gau_class{});
    gau_class &c = classes.back();
    d.name = name;
    c.struct_size = sizeof c;
    c.property_size = sizeof(gau_property);
    c.instance_size = slot_offset(d.setters.size());
    c.name = name;
    c.summary = summary;
    c.properties = d.table.data();
    c.initialize = initialize<T>;
    if constexpr (has<start_call, T>())
        c.start = step<T, start_call>;
    c.stop = step<T, stop_call>;
    c.finalize = finalize<T>;
    c.destroy = destroy<T>;
    if constexpr (has<merge_call, T, const T &>())
        c.merge = merge<T>;
    if (!d.adders.empty())
        c.merge = merge<T>;
    return c;
}

} // namespace detail

/** A class as an algorithm; for GAU_COMPONENTS(), or for gau_registry_add(). The texts are kept by
 * address. */
template <class T> const gau_class *algorithm(const char *name, const char *summary)
{
    static const gau_algorithm_ops ops = {sizeof ops,
                                          detail::in_event<T, detail::execute_call, GAU_REJECT>};
    gau_class &c = detail::describe<T>(name, summary);

    static_assert(detail::has<detail::execute_call, T>(),
                  "gaudit: an algorithm has a public execute()");
    c.algorithm = &ops;
    return &c;
}

template <class T> const gau_class *auditor(const char *name, const char *summary)
{
    gau_class &c = detail::describe<T>(name, summary);
    static const gau_auditor_ops ops = detail::auditor_ops<T>();

    c.auditor = &ops;
    return &c;
}

template <class T> const gau_class *input(const char *name, const char *summary)
{
    static const gau_input_ops ops = detail::input_ops<T>();
    gau_class &c = detail::describe<T>(name, summary);

    c.input = &ops;
    return &c;
}

#pragma GCC visibility pop
} // namespace gau

/** Makes a shared object a module with these classes; once per module, at the end of a file. */
#define GAU_COMPONENTS(...)                                                   \
    static const gau_class *const gau_components_[] = {__VA_ARGS__, nullptr}; \
    extern "C" {                                                              \
    extern GAU_API const gau_module gau_module_abi0;                          \
    const gau_module gau_module_abi0 = {sizeof(gau_module), gau_components_}; \
    }                                                                         \
    static_assert(true, "so that a semicolon follows")

#endif
