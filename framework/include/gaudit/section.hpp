/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SECTION_HPP
#define GAUDIT_SECTION_HPP

/**
 * @file section.hpp
 * Sections in C++11 and later: GAU_SECTION() of <gaudit/section.h>, as a guard that also ends its
 * section when an exception leaves the block, and gau::section for names made at run time.
 *
 *     void solve(const std::string &system)
 *     {
 *         GAU_SECTION("solve", 2, "Solving");      // until the end of the block
 *         const gau::section inner("solve " + system); // the same; finds its name each time
 *
 * In a member function GAU_CLASS_SECTION("solve", 2) is the section "Newton::solve" of the class
 * Newton, the one that the function is a member of. A class that has a static function
 * section_prefix() is called by its text. In a static one, which has no object, it is
 * GAU_CLASS_SECTION_OF(Newton, "solve", 2). A prefix of a single object is a name made at run time:
 *
 *         const gau::section guard(prefix + "::solve");
 *
 * Nothing here throws or allocates. A guard must be destroyed by the thread that made it, so
 * none may be open in a coroutine across a point where it can change its thread.
 */

#include <gaudit/section.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace gau
{

/** A text for the time of a call; of nullptr, none. */
class text
{
  public:
    text(const char *characters) noexcept : characters_(characters) {}
    text(const std::string &string) noexcept : characters_(string.c_str()) {}
    const char *c_str() const noexcept { return characters_; }

  private:
    const char *characters_;
};

/** A section that ends with the object. */
class section
{
  public:
    /** What GAU_SECTION() uses. */
    explicit section(gau_section_site &site) noexcept : section_(gau_section_open(&site)) {}

    /**
     * The section of that name, which is copied when it is new. Names are never freed: use a
     * bounded number of them. The rest is as for GAU_SECTION().
     */
    explicit section(text name, unsigned level = 1, text message = nullptr,
                     bool no_dots = false) noexcept
        : section_(open(name, level, message, no_dots))
    {
    }

    ~section() { gau_section_close(&section_); }

    section(const section &) = delete;
    section &operator=(const section &) = delete;

  private:
    static gau_section open(text name, unsigned level, text message, bool no_dots) noexcept
    {
        gau_section_site site = {name.c_str(), level, 0, message.c_str(), no_dots, 0};

        return gau_section_open(&site);
    }

    gau_section section_;
};

/** What makes the section of GAU_SECTION() known before a thread reaches it; @p Holder has its
 * site.
 */
template <class Holder> class listed
{
  public:
    static gau_section_site &site() noexcept
    {
        (void)&list_; /* so that it exists */
        return Holder::site();
    }

  private:
    listed() noexcept : sites_{&Holder::site(), &Holder::site() + 1, nullptr, nullptr}
    {
        gau_section_sites_add(&sites_);
    }
    ~listed() { gau_section_sites_remove(&sites_); }

    gau_section_sites sites_;
    static listed list_;
};

template <class Holder> listed<Holder> listed<Holder>::list_;

/** The class of the object that a reference is to. */
template <class T> struct plain;
template <class T> struct plain<T &> {
    using type = T;
};
template <class T> struct plain<const T &> {
    using type = T;
};

/** The name of a class as the compiler writes it, such as "solvers::Newton". */
template <class T> void write_class_name(char *out, unsigned long size) noexcept
{
    const char *const name = std::strstr(__PRETTY_FUNCTION__, "T = ") + 4;
    const unsigned long length = std::strcspn(name, ";]");

    std::snprintf(out, size, "%.*s", static_cast<int>(length), name);
}

/** The prefix of a class: T::section_prefix() if it has that, else its name. */
template <class T>
auto write_prefix(char *out, unsigned long size, int) noexcept
    -> decltype(T::section_prefix(), void())
{
    std::snprintf(out, size, "%s", text(T::section_prefix()).c_str());
}
template <class T> void write_prefix(char *out, unsigned long size, long) noexcept
{
    write_class_name<T>(out, size);
}

/** @p site with the prefix of the class T, written once for each @p Holder. */
template <class T, class Holder> gau_section_site prefixed(gau_section_site site) noexcept
{
    static char name[1024];
    char prefix[sizeof name / 2];

    write_prefix<T>(prefix, sizeof prefix, 0);
    std::snprintf(name, sizeof name, "%s::%s", prefix, site.name);
    site.name = name;
    return site;
}

} // namespace gau

#undef GAU_SECTION_OPEN_
#define GAU_SECTION_OPEN_(n, ...)                                          \
    struct GAU_SECTION_NAME_(gau_holder_, n) {                             \
        static gau_section_site &site() noexcept                           \
        {                                                                  \
            static gau_section_site here = GAU_SECTION_SITE_(__VA_ARGS__); \
            return here;                                                   \
        }                                                                  \
    };                                                                     \
    const ::gau::section GAU_SECTION_NAME_(gau_section_, n)(               \
        ::gau::listed<GAU_SECTION_NAME_(gau_holder_, n)>::site())

/** GAU_SECTION("name"...) in a member function, as the section "Class::name". */
#define GAU_CLASS_SECTION(...) \
    GAU_CLASS_SECTION_OPEN_(__COUNTER__, typename ::gau::plain<decltype(*this)>::type, __VA_ARGS__)

/** The same where there is no object, as in a static member function: @p type is the class. */
#define GAU_CLASS_SECTION_OF(type, ...) GAU_CLASS_SECTION_OPEN_(__COUNTER__, type, __VA_ARGS__)

#define GAU_CLASS_SECTION_OPEN_(n, type, ...)                                                  \
    using GAU_SECTION_NAME_(gau_class_, n) = type;                                             \
    struct GAU_SECTION_NAME_(gau_holder_, n) {                                                 \
        static gau_section_site &site() noexcept                                               \
        {                                                                                      \
            static gau_section_site here = ::gau::prefixed<GAU_SECTION_NAME_(gau_class_, n),   \
                                                           GAU_SECTION_NAME_(gau_holder_, n)>( \
                GAU_SECTION_SITE_(__VA_ARGS__));                                               \
            return here;                                                                       \
        }                                                                                      \
    };                                                                                         \
    const ::gau::section GAU_SECTION_NAME_(gau_section_, n)(                                   \
        ::gau::listed<GAU_SECTION_NAME_(gau_holder_, n)>::site())

#endif
