/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_EVENT_HPP
#define GAUDIT_EVENT_HPP

/**
 * @file event.hpp
 * Events of a program with its own event loop, in C++11 and later: a guard for <gaudit/event.h>.
 *
 *     for (std::uint64_t i = 1; reader.next(); i++) {
 *         gau::event event(i);
 *         event.decide(filter(reader.get())); // accepted if it is never called
 *     }
 *
 * An exception that leaves the block ends the event as a failed one.
 */

#include <gaudit/event.h>

#include <cstdint>
#include <exception>

namespace gau
{

/** An event that ends with the object, in the thread that made it. */
class event
{
  public:
    /** @p number: from 1 to INT64_MAX; 0: the next one. */
    explicit event(std::uint64_t number = 0) noexcept : exceptions_(exceptions())
    {
        gau_event_begin(number);
    }

    ~event() { gau_event_end(exceptions() > exceptions_ ? GAU_ERR_FAILED : decision_); }

    void decide(bool accepted) noexcept { decision_ = accepted ? GAU_OK : GAU_REJECT; }

    event(const event &) = delete;
    event &operator=(const event &) = delete;

  private:
    static int exceptions() noexcept
    {
#if __cplusplus >= 201703L
        return std::uncaught_exceptions();
#else
        return std::uncaught_exception() ? 1 : 0;
#endif
    }

    int exceptions_;
    gau_status decision_ = GAU_OK;
};

} // namespace gau

#endif
