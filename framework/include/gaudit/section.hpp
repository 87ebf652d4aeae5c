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
 * Nothing here throws or allocates. A guard must be destroyed by the thread that made it, so
 * none may be open in a coroutine across a point where it can change its thread.
 */

#include <gaudit/section.h>

#include <string>

namespace gau
{

/** A text for the time of a call; of nullptr, none. */
class text
{
  public:
    text(const char *characters) noexcept : characters_(characters)
    {
    }
    text(const std::string &string) noexcept : characters_(string.c_str())
    {
    }
    const char *c_str() const noexcept
    {
        return characters_;
    }

  private:
    const char *characters_;
};

/** A section that ends with the object. */
class section
{
  public:
    /** What GAU_SECTION() uses. */
    explicit section(gau_section_site &site) noexcept : section_(gau_section_open(&site))
    {
    }

    /**
     * The section of that name, which is copied when it is new. Names are never freed: use a
     * bounded number of them. The rest is as for GAU_SECTION().
     */
    explicit section(text name, unsigned level = 1, text message = nullptr,
                     bool no_dots = false) noexcept
        : section_(open(name, level, message, no_dots))
    {
    }

    ~section()
    {
        gau_section_close(&section_);
    }

    section(const section &) = delete;
    section &operator=(const section &) = delete;

  private:
    static gau_section open(text name, unsigned level, text message, bool no_dots) noexcept
    {
        gau_section_site site = {name.c_str(), level, message.c_str(), no_dots, 0};

        return gau_section_open(&site);
    }

    gau_section section_;
};

} // namespace gau

#undef GAU_SECTION_OPEN_
#define GAU_SECTION_OPEN_(n, ...)                                                             \
    static gau_section_site GAU_SECTION_NAME_(gau_site_, n) = GAU_SECTION_SITE_(__VA_ARGS__); \
    const ::gau::section GAU_SECTION_NAME_(gau_section_, n)(GAU_SECTION_NAME_(gau_site_, n))

#endif
