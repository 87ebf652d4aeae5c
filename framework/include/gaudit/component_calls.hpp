/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_COMPONENT_CALLS_HPP
#define GAUDIT_COMPONENT_CALLS_HPP

/**
 * @file component_calls.hpp
 * How the framework's calls reach a C++ object. C++17 and later; include <gaudit/component.hpp>.
 *
 * Everything here is hidden: with default visibility the loader would merge what two modules have
 * for two classes of the same name.
 */

#include <gaudit/context.hpp>
#include <gaudit/property.hpp>

#include <cctype>
#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <type_traits>
#include <utility>

namespace gau
{
#pragma GCC visibility push(hidden)
namespace detail
{

/* --- which functions a class has ------------------------------------------------------------
 */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Weffc++"
#pragma GCC diagnostic ignored "-Wnon-virtual-dtor"

/*
 * Per function: how it is called, and whether the class has a member of that name, also a private
 * one: then it must be possible to call it. If it has, the name below is ambiguous.
 */
#define GAU_CALL_(name)                                                                            \
    struct name##_call {                                                                           \
        template <class T, class... A>                                                             \
        auto operator()(T &object, A &&...a) const -> decltype(object.name(std::forward<A>(a)...)) \
        {                                                                                          \
            return object.name(std::forward<A>(a)...);                                             \
        }                                                                                          \
        struct named {                                                                             \
            int name;                                                                              \
        };                                                                                         \
        template <class T> struct both : T, named {                                                \
        };                                                                                         \
        template <class U> static std::false_type look(decltype(&U::name) *);                      \
        template <class U> static std::true_type look(...);                                        \
        template <class T> static constexpr bool is_named()                                        \
        {                                                                                          \
            if constexpr (std::is_final_v<T>)                                                      \
                return false;                                                                      \
            else                                                                                   \
                return decltype(look<both<T>>(nullptr))::value;                                    \
        }                                                                                          \
        template <class T, bool callable> static constexpr bool found()                            \
        {                                                                                          \
            static_assert(callable || !is_named<T>(),                                              \
                          "gaudit: " #name "() is private, not const, or has other parameters "    \
                          "than component.hpp says");                                              \
            return callable || is_named<T>(); /* one error is enough */                            \
        }                                                                                          \
        static constexpr const char *text() { return #name "()"; }                                 \
    }
GAU_CALL_(initialize);
GAU_CALL_(start);
GAU_CALL_(execute);
GAU_CALL_(stop);
GAU_CALL_(finalize);
GAU_CALL_(merge);
GAU_CALL_(branch_added);
GAU_CALL_(begin_event);
GAU_CALL_(end_event);
GAU_CALL_(before);
GAU_CALL_(after);
GAU_CALL_(not_called);
GAU_CALL_(snapshot);
GAU_CALL_(read);
GAU_CALL_(decode);
GAU_CALL_(skip);
GAU_CALL_(count);
GAU_CALL_(take);
GAU_CALL_(initialise);
GAU_CALL_(finalise);
GAU_CALL_(declare);
GAU_CALL_(wants_timestamps);
GAU_CALL_(every_event);
GAU_CALL_(only_events);
GAU_CALL_(prints);
GAU_CALL_(at_once);
#undef GAU_CALL_
#pragma GCC diagnostic pop

/* With the context in front, behind, or without. */
template <class Call, class T, class... A> constexpr bool can_call()
{
    return std::is_invocable_v<Call, T &, context, A...> ||
           std::is_invocable_v<Call, T &, A..., context> || std::is_invocable_v<Call, T &, A...>;
}

template <class Call, class T, class... A> constexpr bool has()
{
    return Call::template found<std::remove_const_t<T>, can_call<Call, T, A...>()>();
}

/* Void for what is not callable, of which an error has been printed. */
template <class Call, class T, class... A> decltype(auto) call(T &object, context ctx, A... a)
{
    if constexpr (std::is_invocable_v<Call, T &, context, A...>)
        return Call{}(object, ctx, a...);
    else if constexpr (std::is_invocable_v<Call, T &, A..., context>)
        return Call{}(object, a..., ctx);
    else if constexpr (can_call<Call, T, A...>())
        return Call{}(object, a...);
}

/* Of a call that returns nothing, a status, or a bool: false is @p no; as an error it is reported.
 */
template <class Call, class T, class... A>
gau_status status_of(gau_status no, T &object, context ctx, A... a)
{
    using returned = decltype(call<Call>(object, ctx, a...));

    static_assert(std::is_void_v<returned> || std::is_same_v<returned, bool> ||
                      std::is_same_v<returned, gau_status>,
                  "gaudit: functions return void, bool or gau_status");
    if constexpr (std::is_same_v<returned, bool>) {
        if (call<Call>(object, ctx, a...))
            return GAU_OK;
        if (no < 0)
            throw failure(no, std::string(Call::text()) + " returned false");
        return no;
    } else if constexpr (std::is_same_v<returned, gau_status>) {
        return call<Call>(object, ctx, a...);
    } else {
        call<Call>(object, ctx, a...);
        return GAU_OK;
    }
}

/* --- an instance ----------------------------------------------------------------------------
 */

/* Filled when the module is loaded, before the static data of its files are complete. */
template <class T> inline declaration<T> &declared()
{
    static declaration<T> of{};

    return of;
}

/* What the framework has as self. Behind it: a slot per property. */
template <class T> struct block {
    void *branches; /* set by the framework */
    T *object;      /* NULL: not constructed, or destroyed */
    char *problem;  /* of a function that cannot fail; malloc */
    slot *slots() noexcept { return reinterpret_cast<slot *>(this + 1); }
};

template <class T> inline block<T> &block_of(void *self) noexcept
{
    return *static_cast<block<T> *>(self);
}

/* The exception that is being handled is reported by the next step that can fail. */
template <class T> inline void keep_problem(block<T> &of, gau_context *c, const char *before = "")
{
    gau_context own = *c;
    gau_error error{};

    own.error = &error;
    report(&own, c->event > 0, before);
    if (!of.problem)
        of.problem = strdup(error.message);
}

template <class T> gau_status problem_of(block<T> &of, gau_context *c)
{
    if (!of.problem)
        return GAU_OK;
    gau_error_set(c->error, GAU_ERR_FAILED, __FILE__, __LINE__, "%s", of.problem);
    std::free(of.problem);
    of.problem = nullptr;
    return GAU_ERR_FAILED;
}

/* --- steps ----------------------------------------------------------------------------------
 */

template <class T> gau_status initialize(void *self, gau_context *c)
{
    block<T> &of = block_of<T>(self);

    try {
        if (!declared<T>().problem.empty())
            throw failure(GAU_ERR_MODULE, "in declare(): " + declared<T>().problem);
        if constexpr (std::is_default_constructible_v<T>) /* else: an error of the compiler */
            of.object = ::new T();
        for (std::size_t i = 0; i < declared<T>().setters.size(); i++)
            declared<T>().setters[i](*of.object, of.slots()[i]);
        if (declared<T>().aim)
            declared<T>().aim(*of.object, of.branches);
        if constexpr (has<initialize_call, T>())
            return status_of<initialize_call>(GAU_ERR_FAILED, *of.object, c);
    } catch (...) {
        return report(c, false);
    }
    return GAU_OK;
}

template <class T, class Call> gau_status step(void *self, gau_context *c)
{
    gau_status status = GAU_OK;

    try {
        if constexpr (has<Call, T>())
            status = status_of<Call>(GAU_ERR_FAILED, *block_of<T>(self).object, c);
    } catch (...) {
        status = report(c, false);
    }
    return status < 0 ? status : problem_of(block_of<T>(self), c);
}

/* "HardMuons" is "hard-muons". */
inline std::string document_name(const char *name)
{
    std::string text;

    for (const char *c = name; *c; c++) {
        const bool begins = std::isupper(static_cast<unsigned char>(*c)) != 0;

        if (begins && c > name && !std::isupper(static_cast<unsigned char>(c[-1])))
            text += '-';
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
    }
    return text;
}

template <class T> gau_status finalize(void *self, gau_context *c)
{
    const gau_status status = step<T, finalize_call>(self, c);

    if (status < 0 || declared<T>().writers.empty())
        return status;
    try {
        result counters(c, document_name(declared<T>().name).c_str());

        for (const auto &write : declared<T>().writers)
            write(counters, *block_of<T>(self).object);
    } catch (...) {
        return report(c, false);
    }
    return status;
}

/* Its context is of no call: it only takes the error. */
template <class T> void merge(void *self, void *other)
{
    block<T> &into = block_of<T>(self), &from = block_of<T>(other);
    gau_context none{};

    if (!into.problem)
        std::swap(into.problem, from.problem);
    if (into.problem)
        return;
    try {
        for (const auto &add : declared<T>().adders)
            add(*into.object, *from.object);
        if constexpr (has<merge_call, T, const T &>())
            call<merge_call, T, const T &>(*into.object, nullptr, *from.object);
    } catch (...) {
        keep_problem(into, &none);
    }
}

/* --- the end --------------------------------------------------------------------------------
 */

struct destruction {
    std::jmp_buf back;
    gau_context *ctx;
};
inline thread_local destruction *destroying = nullptr;
inline std::terminate_handler terminate_before = nullptr;

/* A destructor that must not throw has thrown: what it left is lost, but not the job. */
[[noreturn]] inline void leave_destructor()
{
    destruction *const here = destroying;

    if (!here) {
        if (terminate_before)
            terminate_before();
        std::abort();
    }
    if (std::current_exception())
        report(here->ctx, false, "its destructor threw: ");
    else
        set_error(here->ctx, GAU_ERR_FAILED, "its destructor ended in std::terminate()", false);
    std::longjmp(here->back, 1);
}

template <class T> gau_status end_object(T *object, gau_context *c)
{
    try {
        if constexpr (std::is_destructible_v<T>)
            object->~T();
    } catch (...) {
        return report(c, false, "its destructor threw: ");
    }
    return GAU_OK;
}

template <class T> void free_memory(T *object)
{
    if constexpr (alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
        ::operator delete(object, std::align_val_t(alignof(T)));
    else
        ::operator delete(object);
}

template <class T> gau_status destroy(void *self, gau_context *c)
{
    block<T> &of = block_of<T>(self);
    T *const object = of.object;
    destruction here{};
    gau_status status;

    if (!object)
        return problem_of(of, c);
    of.object = nullptr;
    here.ctx = c;
    destroying = &here;
    terminate_before = std::set_terminate(leave_destructor);
    if (setjmp(here.back) == 0)
        status = end_object(object, c);
    else
        status = GAU_ERR_FAILED;
    std::set_terminate(terminate_before);
    destroying = nullptr;
    free_memory(object);
    if (status == GAU_OK)
        return problem_of(of, c);
    std::free(of.problem);
    return status;
}

} // namespace detail
#pragma GCC visibility pop
} // namespace gau

#endif
