/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_PROPERTY_HPP
#define GAUDIT_PROPERTY_HPP

/**
 * @file property.hpp
 * Members of C++ components as properties. C++17 and later; include <gaudit/component.hpp>.
 *
 *     static void declare(gau::properties<HardMuons> &p)
 *     {
 *         p("MinPt", &HardMuons::min_pt, 3, "Smallest momentum").range(0,
 * gau::infinity).unit("GeV"); p.counter("hard", &HardMuons::hard);
 *     }
 *
 * Texts given here are kept by address: literals, or others that live as long as the module. The
 * default of a property is in its range.
 */

#include <gaudit/context.hpp>
#include <gaudit/property.h>
#include <gaudit/result.hpp>

#include <algorithm>
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
    E &operator[](gau_branch branch) const noexcept
    {
        return items_[branch];
    }
    void set_items(void *items) noexcept
    {
        items_ = static_cast<E *>(items);
    }

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

/* How a type of member is a property: its type, what a default is, and the value of a slot. */
template <class M, class = void> struct property_type {
    static_assert(std::is_constructible_v<M, const char *> &&
                      std::is_assignable_v<M &, const char *>,
                  "a property is a bool, number, text, enumeration, or a std::vector of double or "
                  "std::string");
    static constexpr gau_property_type type = GAU_TYPE_STRING;
    using initial = const char *;
    static void describe(gau_property &p, initial value)
    {
        p.initial.s = value;
    }
    static void set(M &member, const slot &from)
    {
        member = static_cast<const char *>(from.s);
    }
};

template <> struct property_type<bool> {
    static constexpr gau_property_type type = GAU_TYPE_BOOL;
    using initial = bool;
    static void describe(gau_property &p, bool value)
    {
        p.initial.b = value;
    }
    static void set(bool &member, const slot &from)
    {
        member = from.b;
    }
};

template <class M> struct property_type<M, std::enable_if_t<std::is_integral_v<M>>> {
    static constexpr gau_property_type type = GAU_TYPE_INT;
    using initial = M;
    static void describe(gau_property &p, M value)
    {
        constexpr auto largest = std::numeric_limits<std::int64_t>::max();

        p.initial.i = static_cast<std::int64_t>(value);
        p.min.i = static_cast<std::int64_t>(std::numeric_limits<M>::min());
        p.max.i = sizeof(M) == sizeof largest
                      ? largest
                      : static_cast<std::int64_t>(std::numeric_limits<M>::max());
    }
    static void set(M &member, const slot &from)
    {
        member = static_cast<M>(from.i);
    }
};

template <class M> struct property_type<M, std::enable_if_t<std::is_floating_point_v<M>>> {
    static constexpr gau_property_type type = GAU_TYPE_DOUBLE;
    using initial = double;
    static void describe(gau_property &p, double value)
    {
        p.initial.d = value;
        if (sizeof(M) < sizeof(double)) { /* what it can hold */
            p.min.d = -static_cast<double>(std::numeric_limits<M>::max());
            p.max.d = static_cast<double>(std::numeric_limits<M>::max());
        }
    }
    static void set(M &member, const slot &from)
    {
        member = static_cast<M>(from.d);
    }
};

template <class M> struct property_type<M, std::enable_if_t<std::is_enum_v<M>>> {
    static constexpr gau_property_type type = GAU_TYPE_ENUM;
    using initial = M;
    static void describe(gau_property &p, M value)
    {
        p.initial.e = static_cast<int>(value);
    }
    static void set(M &member, const slot &from)
    {
        member = static_cast<M>(from.e);
    }
};

template <> struct property_type<std::vector<std::string>> {
    static constexpr gau_property_type type = GAU_TYPE_STRINGS;
    using initial = const char *;
    static void describe(gau_property &p, initial value)
    {
        p.initial.s = value;
    }
    static void set(std::vector<std::string> &member, const slot &from)
    {
        member.assign(from.strings.items, from.strings.items + from.strings.count);
    }
};

template <> struct property_type<std::vector<double>> {
    static constexpr gau_property_type type = GAU_TYPE_NUMBERS;
    using initial = const char *;
    static void describe(gau_property &p, initial value)
    {
        p.initial.s = value;
    }
    static void set(std::vector<double> &member, const slot &from)
    {
        member.assign(from.numbers.items, from.numbers.items + from.numbers.count);
    }
};

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

inline std::int64_t whole(double bound)
{
    return bound >= 9.2e18    ? std::numeric_limits<std::int64_t>::max()
           : bound <= -9.2e18 ? std::numeric_limits<std::int64_t>::min()
                              : static_cast<std::int64_t>(bound);
}

} // namespace detail
#pragma GCC visibility pop

/** A property that was just declared: what else is known of it. */
template <class T> class __attribute__((__visibility__("hidden"))) property
{
  public:
    explicit property(detail::declaration<T> &of) : of_(of), index_(of.table.size() - 1)
    {
    }
    /** Of each number, inclusive; infinity: open. */
    property &range(double min, double max)
    {
        gau_property &p = of_.table[index_];

        if (p.type == GAU_TYPE_INT) {
            p.min.i = std::max(p.min.i, detail::whole(min));
            p.max.i = std::min(p.max.i, detail::whole(max));
        } else {
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
        of_.choices.emplace_back(words).push_back(nullptr);
        of_.table[index_].choices = of_.choices.back().data();
        return *this;
    }
    /** Of an auditor's bool: its hooks have context::cpu_ns(), which costs a system call each. */
    property &wants_cpu_time()
    {
        of_.cpu_property = index_ + 1;
        return *this;
    }

  private:
    detail::declaration<T> &of_;
    std::size_t index_;
};

/** What declare() gets. */
template <class T> class __attribute__((__visibility__("hidden"))) properties
{
  public:
    explicit properties(detail::declaration<T> &of) : of_(of)
    {
    }

    /** The member is set before initialize(). Lists have their default as a text, "1, 2". */
    template <class M, class Base>
    property<T> operator()(const char *name, M Base::*member,
                           typename detail::property_type<M>::initial value, const char *help)
    {
        static_assert(std::is_base_of_v<Base, T>, "a member of another class");
        gau_property p{};

        p.name = name;
        p.help = help;
        p.unit = "";
        p.type = detail::property_type<M>::type;
        p.offset = detail::slot_offset(of_.table.size());
        detail::property_type<M>::describe(p, value);
        of_.table.push_back(p);
        of_.setters.push_back([member](T &object, const detail::slot &from) {
            detail::property_type<M>::set(object.*member, from);
        });
        return property<T>(of_);
    }

    /** The member, a number, is added up over all instances, and is a field of a result document
     * with the name of the class. */
    template <class M, class Base>
    void counter(const char *name, M Base::*member, const char *unit = "")
    {
        static_assert(std::is_arithmetic_v<M> && std::is_base_of_v<Base, T>,
                      "a counter is a number");
        of_.adders.push_back([member](T &to, const T &other) {
            to.*member = static_cast<M>(to.*member + other.*member);
        });
        of_.writers.push_back([name, member, unit](result &to, const T &object) {
            to.add(name, object.*member, unit);
        });
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
