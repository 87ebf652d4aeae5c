/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_PROPERTY_HPP
#define GAUDIT_PROPERTY_HPP

/**
 * @file property.hpp
 * Members of C++ components as properties. C++17 and later; include <gaudit/component.hpp>.
 *
 *     static void declare(gau::properties<HardMuons> &p)
 *     {
 *         p("MinPt", &HardMuons::min_pt, 3, "Smallest momentum").range(0, 100).unit("GeV");
 *         p.counter("hard", &HardMuons::hard);
 *     }
 *
 * Texts given here are kept by address: literals, or others that live as long as the module. The
 * default of a property is in its range.
 */

#include <gaudit/context.hpp>
#include <gaudit/property.h>
#include <gaudit/result.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace gau
{

constexpr double infinity = std::numeric_limits<double>::infinity();

/** Elements, one per branch, zeroed at first; a member of an auditor, see properties::per_branch().
 */
template <class E> class per_branch
{
    static_assert(std::is_trivially_copyable_v<E> && std::is_trivially_destructible_v<E>,
                  "elements per branch are zeroed memory");

  public:
    E &operator[](gau_branch branch) const noexcept { return items_[branch]; }
    void set_items(void *items) noexcept { items_ = static_cast<E *>(items); }

  private:
    E *items_ = nullptr;
};

#pragma GCC visibility push(hidden)
namespace detail
{

/* What the framework sets; one per property, outside of the user's class. */
union slot {
    bool b;
    std::int64_t i;
    double d;
    char *s;
    int e;
    gau_strings strings;
    gau_numbers numbers;
};

/* How a type of member is a property. */
template <class M> constexpr gau_property_type property_type()
{
    if constexpr (std::is_same_v<M, bool>)
        return GAU_TYPE_BOOL;
    else if constexpr (std::is_integral_v<M>)
        return GAU_TYPE_INT;
    else if constexpr (std::is_floating_point_v<M>)
        return GAU_TYPE_DOUBLE;
    else if constexpr (std::is_enum_v<M>)
        return GAU_TYPE_ENUM;
    else if constexpr (std::is_same_v<M, std::vector<std::string>>)
        return GAU_TYPE_STRINGS;
    else if constexpr (std::is_same_v<M, std::vector<double>>)
        return GAU_TYPE_NUMBERS;
    else
        return GAU_TYPE_STRING;
}

template <class M>
using initial_of = std::conditional_t<
    std::is_integral_v<M> && !std::is_same_v<M, bool>, std::int64_t,
    std::conditional_t<
        std::is_floating_point_v<M>, double,
        std::conditional_t<std::is_arithmetic_v<M> || std::is_enum_v<M>, M, const char *>>>;

/* The default, and what the member can hold. */
template <class M> void describe_member(gau_property &p, initial_of<M> value)
{
    using limits = std::numeric_limits<M>;

    p.type = property_type<M>();
    if constexpr (std::is_same_v<M, bool>) {
        p.initial.b = value;
    } else if constexpr (std::is_integral_v<M>) {
        p.initial.i = value;
        p.min.i = static_cast<std::int64_t>(limits::min());
        p.max.i =
            sizeof(M) == sizeof p.max.i ? INT64_MAX : static_cast<std::int64_t>(limits::max());
    } else if constexpr (std::is_floating_point_v<M>) {
        p.initial.d = value;
        p.min.d = sizeof(M) < sizeof value ? static_cast<double>(limits::lowest()) : 0;
        p.max.d = sizeof(M) < sizeof value ? static_cast<double>(limits::max()) : 0;
    } else if constexpr (std::is_enum_v<M>) {
        p.initial.e = static_cast<int>(value);
    } else {
        p.initial.s = value;
    }
}

template <class M> void set_member(M &member, const slot &from)
{
    constexpr gau_property_type type = property_type<M>();

    if constexpr (type == GAU_TYPE_BOOL)
        member = from.b;
    else if constexpr (type == GAU_TYPE_INT)
        member = static_cast<M>(from.i);
    else if constexpr (type == GAU_TYPE_DOUBLE)
        member = static_cast<M>(from.d);
    else if constexpr (type == GAU_TYPE_ENUM)
        member = static_cast<M>(from.e);
    else if constexpr (type == GAU_TYPE_STRINGS)
        member.assign(from.strings.items, from.strings.items + from.strings.count);
    else if constexpr (type == GAU_TYPE_NUMBERS)
        member.assign(from.numbers.items, from.numbers.items + from.numbers.count);
    else
        member = static_cast<const char *>(from.s);
}

/* What the C side and the calls need to know of the class T; filled once, when it is
 * registered. */
template <class T> struct declaration {
    std::vector<gau_property> table{};
    std::vector<std::function<void(T &, const slot &)>> setters{};
    std::vector<std::function<void(T &, const T &)>> adders{};
    std::vector<std::function<void(result &, const T &)>> writers{};
    std::function<void(T &, void *)> aim{}; /* the array per branch */
    std::size_t branch_size = 0;
    std::size_t cpu_property = 0; /* its number from 1; 0: none */
    const char *name = "";
    std::string problem{}; /* of declare(); initialize() reports it */
    std::deque<std::vector<const char *>> choices{};
};

/* Behind the three pointers of component_calls.hpp's block. */
constexpr std::size_t slot_offset(std::size_t property)
{
    return 3 * sizeof(void *) + property * sizeof(slot);
}

/* A bound of an integer; NaN is found before. */
inline std::int64_t whole(double bound)
{
    return bound >= 9.2e18    ? INT64_MAX
           : bound <= -9.2e18 ? INT64_MIN
                              : static_cast<std::int64_t>(bound);
}

} // namespace detail
#pragma GCC visibility pop

/** A property that was just declared: what else is known of it. */
template <class T> class __attribute__((__visibility__("hidden"))) property
{
  public:
    explicit property(detail::declaration<T> &of) : of_(of), index_(of.table.size() - 1) {}
    /** Of each number, inclusive; infinity: open. */
    property &range(double min, double max)
    {
        gau_property &p = of_.table[index_];

        if (p.type == GAU_TYPE_INT) {
            demand(min <= max, "range", "whose smallest value is not above its largest");
            p.min.i = std::max(p.min.i, detail::whole(std::ceil(min)));
            p.max.i = std::min(p.max.i, detail::whole(std::floor(max)));
        } else {
            demand(p.type == GAU_TYPE_DOUBLE || p.type == GAU_TYPE_NUMBERS, "range", "of numbers");
            demand(min <= max, "range", "whose smallest value is not above its largest");
            p.min.d = min;
            p.max.d = max;
        }
        return *this;
    }
    property &unit(const char *text)
    {
        of_.table[index_].unit = text;
        return *this;
    }
    /** Of an enumeration: the words for 0, 1 ...; of a list of texts: the words that it takes. */
    property &choices(std::initializer_list<const char *> words)
    {
        const gau_property_type type = of_.table[index_].type;

        demand(type == GAU_TYPE_ENUM || type == GAU_TYPE_STRINGS, "choices",
               "of an enumeration or a list of texts");
        demand(words.size() > 0, "choices", "that are not empty");
        of_.choices.emplace_back(words).push_back(nullptr);
        of_.table[index_].choices = of_.choices.back().data();
        return *this;
    }
    /** Of an auditor's bool: its hooks have context::cpu_ns(), which costs a system call each. */
    property &wants_cpu_time()
    {
        demand(of_.table[index_].type == GAU_TYPE_BOOL, "wants_cpu_time()", "of a bool");
        of_.cpu_property = index_ + 1;
        return *this;
    }

  private:
    void demand(bool is_so, const char *what, const char *expected)
    {
        if (!is_so)
            throw std::invalid_argument("property '" + std::string(of_.table[index_].name) +
                                        "': expected " + what + " " + expected);
    }

    detail::declaration<T> &of_;
    std::size_t index_;
};

/** What declare() gets. */
template <class T> class __attribute__((__visibility__("hidden"))) properties
{
  public:
    explicit properties(detail::declaration<T> &of) : of_(of) {}

    /** The member is set before initialize(). Lists have their default as a text, "1, 2". */
    template <class M, class Base>
    property<T> operator()(const char *name, M Base::*member, detail::initial_of<M> value,
                           const char *help)
    {
        static_assert(std::is_base_of_v<Base, T>, "gaudit: a property is a member of this class");
        static_assert(
            detail::property_type<M>() != GAU_TYPE_STRING ||
                std::is_assignable_v<M &, const char *>,
            "gaudit: a property is a bool, number, text, enumeration, or a std::vector of "
            "double or std::string");
        gau_property p{};

        p.name = name;
        p.help = help;
        p.unit = "";
        p.offset = detail::slot_offset(of_.table.size());
        detail::describe_member<M>(p, value);
        of_.table.push_back(p);
        of_.setters.push_back([member](T &object, const detail::slot &from) {
            detail::set_member(object.*member, from);
        });
        return property<T>(of_);
    }

    /** The member, a number, is added up over all instances, and is a field of a result document
     * with the name of the class. */
    template <class M, class Base>
    void counter(const char *name, M Base::*member, const char *unit = "")
    {
        static_assert(std::is_base_of_v<Base, T> && std::is_arithmetic_v<M> && sizeof(M) >= 4,
                      "gaudit: a counter is a floating point or whole number of at least 32 bits, "
                      "and a member of this class");
        if constexpr (std::is_arithmetic_v<M>) {
            of_.adders.push_back([member](T &to, const T &other) {
                to.*member = static_cast<M>(to.*member + other.*member);
            });
            of_.writers.push_back([name, member, unit](result &to, const T &object) {
                to.add(name, object.*member, unit);
            });
        }
    }

    /** The member, a gau::per_branch, gets an element per branch. One per class, of auditors. */
    template <class E, class Base> void per_branch(gau::per_branch<E> Base::*member)
    {
        of_.branch_size = sizeof(E);
        of_.aim = [member](T &object, void *items) { (object.*member).set_items(items); };
    }

  private:
    detail::declaration<T> &of_;
};

} // namespace gau

#endif
