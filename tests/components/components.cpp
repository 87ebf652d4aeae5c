// SPDX-License-Identifier: Apache-2.0
// Components of C++ whose properties, store, results and errors components.sh compares.
#include <gaudit/component.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

struct jet { // as in c_reader.c
    double pt;
    int constituents;
};

namespace
{

enum class side { left, right };

// Has all types of properties, and says what they were set to.
class EveryType
{
  protected:
    bool flag_ = false;
    int small_ = 0;
    std::int64_t large_ = 0;
    unsigned char byte_ = 0;
    float single_ = 0;
    double real_ = 0;
    std::string text_{};
    side side_ = side::left;
    std::vector<double> numbers_{};
    std::vector<std::string> words_{};

  public:
    static void declare(gau::properties<EveryType> &p)
    {
        p("Flag", &EveryType::flag_, true, "A flag");
        p("Small", &EveryType::small_, -1, "A whole number");
        p("Large", &EveryType::large_, 7, "A large one").range(-10, gau::infinity).unit("mm");
        p("Byte", &EveryType::byte_, 3, "A byte");
        p("Single", &EveryType::single_, 0.5, "Of single precision");
        p("Real", &EveryType::real_, 2.5, "A number").range(-gau::infinity, 100);
        p("Text", &EveryType::text_, "a text", "A text");
        p("Side", &EveryType::side_, side::right, "A side").choices({"Left", "Right"});
        p("Numbers", &EveryType::numbers_, "1, 2.5", "Some numbers").range(0, 10);
        p("Words", &EveryType::words_, "b", "Some words").choices({"a", "b", "c"});
    }
    void execute() {}
    void finalize(gau::context ctx) const
    {
        std::string words;

        for (const std::string &word : words_)
            words += word + ";";
        gau::result(ctx, "every-type")
            .add("flag", flag_)
            .add("small", small_)
            .add("large", large_, "mm")
            .add("byte", byte_)
            .add("single", single_)
            .add("real", real_)
            .add("text", text_)
            .add("side", static_cast<int>(side_))
            .add("sum", std::accumulate(numbers_.begin(), numbers_.end(), 0.0))
            .add("words", words);
    }
};

// An input with a type that owns memory, a plain one, a column, and texts.
class Generated
{
    std::uint64_t events_ = 0, next_ = 0;
    gau::writes<std::vector<std::string>> names_{};
    gau::writes<jet> jets_{};
    gau::writes<double> pt_{};
    gau::writes<gau::string_id> kind_{};

  public:
    static void declare(gau::properties<Generated> &p)
    {
        p("Events", &Generated::events_, 100, "Number of events");
    }
    void initialize(gau::context ctx)
    {
        names_ = {ctx, "names"};
        jets_ = {ctx, "jets"};
        pt_ = {ctx, "muons", "pt"};
        kind_ = {ctx, "muons", "kind"};
    }
    bool read() { return next_++ < events_; }
    void decode(gau::context ctx) const
    {
        const std::size_t n = ctx->event % 5;
        std::vector<std::string> &names = names_.put(ctx);
        const auto jets = jets_.put(ctx, n);
        const auto pt = pt_.put(ctx, n);
        const auto kind = kind_.put(ctx, n);

        names.resize(n);
        for (std::size_t i = 0; i < n; i++) {
            names[i].assign(100 + i, 'x');
            jets[i] = {static_cast<double>(ctx->event), static_cast<int>(i)};
            pt[i] = static_cast<double>(i);
            kind[i] = ctx.intern(i % 2 ? "odd" : "even");
        }
    }
    bool skip(std::uint64_t n)
    {
        next_ += n;
        return next_ <= events_;
    }
    std::uint64_t count() const { return events_; }
};

// Reads all of that; private functions are never called, and over-aligned ones are aligned.
class alignas(128) Reader
{
    gau::reads<std::vector<std::string>> names_{};
    gau::reads<jet> jets_{};
    gau::reads<double> pt_{};
    gau::reads<gau::string_id> kind_{};
    gau::reads_rows muons_{};
    std::int64_t letters_ = 0, constituents_ = 0, odd_ = 0, rows_ = 0, misaligned_ = 0;
    double pt_sum_ = 0;

  public:
    static void declare(gau::properties<Reader> &p)
    {
        p.counter("letters", &Reader::letters_);
        p.counter("constituents", &Reader::constituents_);
        p.counter("odd", &Reader::odd_);
        p.counter("rows", &Reader::rows_);
        p.counter("misaligned", &Reader::misaligned_);
        p.counter("pt", &Reader::pt_sum_, "GeV");
    }
    void initialize(gau::context ctx)
    {
        names_ = {ctx, "names"};
        jets_ = {ctx, "jets"};
        pt_ = {ctx, "muons", "pt"};
        kind_ = {ctx, "muons", "kind"};
        muons_ = {ctx, "muons"};
        misaligned_ = reinterpret_cast<std::uintptr_t>(this) % alignof(Reader) != 0;
    }
    void execute(gau::context ctx)
    {
        GAU_CLASS_SECTION("sum");
        const std::vector<std::string> *const names = names_.get(ctx);

        for (const std::string &name : *names)
            letters_ += static_cast<std::int64_t>(name.size());
        for (const jet &j : jets_.get(ctx))
            constituents_ += j.constituents;
        for (const double pt : pt_.get(ctx))
            pt_sum_ += pt;
        for (const gau::string_id kind : kind_.get(ctx))
            odd_ += std::string(ctx.string(kind)) == "odd";
        rows_ += static_cast<std::int64_t>(muons_.get(ctx));
    }
};

// Counts what each branch rejects.
class Rejections
{
    gau::per_branch<std::uint64_t> counts_{};
    gau_branch branches_ = 0;
    std::uint64_t events_ = 0, begun_ = 0;
    bool cpu_ = false;
    std::uint64_t largest_cpu_ns_ = 0;

  public:
    static constexpr bool wants_timestamps = true;
    static void declare(gau::properties<Rejections> &p)
    {
        p("Cpu", &Rejections::cpu_, false, "Reads the CPU clock").wants_cpu_time();
        p.per_branch(&Rejections::counts_);
        p.counter("events", &Rejections::events_);
        p.counter("begun", &Rejections::begun_);
    }
    void branch_added(gau_branch branch) { branches_ = branch + 1; }
    void begin_event() { begun_++; }
    void end_event(gau::context) { events_++; }
    void before(gau::context ctx)
    {
        largest_cpu_ns_ = std::max<std::uint64_t>(largest_cpu_ns_, ctx->cpu_ns);
        if (ctx->timestamp == 0)
            throw gau::failure("no timestamp");
    }
    void after(gau::context ctx, gau_outcome outcome)
    {
        counts_[ctx->branch] += outcome.final == GAU_REJECT;
    }
    void merge(const Rejections &other)
    {
        for (gau_branch b = 0; b < other.branches_; b++)
            counts_[b] += other.counts_[b];
        largest_cpu_ns_ = std::max(largest_cpu_ns_, other.largest_cpu_ns_);
    }
    void finalize(gau::context ctx) const
    {
        gau::result result(ctx, "rejections");

        result.add("cpu", largest_cpu_ns_ > 0).table("branches");
        for (gau_branch b = 0; b < branches_; b++)
            if (counts_[b])
                result.row()
                    .add("branch", gau_branch_at(ctx, b)->path)
                    .add("rejections", counts_[b]);
    }
};

// Rejects each second event, by a status.
struct EachSecond {
    gau_status execute(gau::context ctx) const { return ctx->event % 2 ? GAU_OK : GAU_REJECT; }
};

struct alien {
};

// What is thrown, and where.
enum class what { exception, memory, failure, input, number, text, lines, alien };
enum class where { nowhere, initialize, start, execute, stop, finalize, merge, destructor };

void throw_it(what kind)
{
    switch (kind) {
    case what::exception: throw std::out_of_range("index 7 of 3");
    case what::memory: throw std::bad_alloc();
    case what::failure: throw gau::failure("no field map");
    case what::input: throw gau::failure(GAU_ERR_IO, "the file ends in an event");
    case what::number: throw 7;
    case what::text: throw "only a text";
    case what::lines: throw std::runtime_error("two\nlines");
    case what::alien: throw alien();
    }
}

class Throws
{
  protected:
    where where_ = where::nowhere;
    what what_ = what::exception;
    std::int64_t event_ = 0;

    void maybe(where here) const
    {
        if (where_ == here)
            throw_it(what_);
    }

  public:
    static void declare(gau::properties<Throws> &p)
    {
        p("Where", &Throws::where_, where::nowhere, "Function that throws")
            .choices({"Nowhere", "Initialize", "Start", "Execute", "Stop", "Finalize", "Merge",
                      "Destructor"});
        p("What", &Throws::what_, what::exception, "What is thrown")
            .choices(
                {"Exception", "Memory", "Failure", "Input", "Number", "Text", "Lines", "Alien"});
        p("Event", &Throws::event_, 7, "Event in which execute throws");
    }
    void initialize() const { maybe(where::initialize); }
    void start() const { maybe(where::start); }
    void execute(gau::context ctx) const
    {
        if (ctx->event == static_cast<std::uint64_t>(event_))
            maybe(where::execute);
    }
    void stop() const { maybe(where::stop); }
    void merge(const Throws &) const { maybe(where::merge); }
    void finalize() const { maybe(where::finalize); }
};

// Its destructor may throw, as it says.
class ThrowsLate : public Throws
{
  public:
    static void declare(gau::properties<ThrowsLate> &p)
    {
        p("Where", &ThrowsLate::where_, where::nowhere, "Function that throws")
            .choices({"Nowhere", "Initialize", "Start", "Execute", "Stop", "Finalize", "Merge",
                      "Destructor"});
    }
    ~ThrowsLate() noexcept(false) { maybe(where::destructor); }
};

// Its destructor throws although it must not.
class ThrowsAtEnd : public Throws
{
  public:
    static void declare(gau::properties<ThrowsAtEnd> &p)
    {
        p("Where", &ThrowsAtEnd::where_, where::nowhere, "Function that throws")
            .choices({"Nowhere", "Initialize", "Start", "Execute", "Stop", "Finalize", "Merge",
                      "Destructor"});
    }
    ~ThrowsAtEnd() { maybe(where::destructor); }
};

struct ThrowsFirst {
    ThrowsFirst() { throw std::runtime_error("no such table"); }
    void execute() {}
};

// An auditor whose hook throws, once: the later ones are not called.
class ThrowsInHook
{
    std::int64_t event_ = 0;

  public:
    static void declare(gau::properties<ThrowsInHook> &p)
    {
        p("Event", &ThrowsInHook::event_, 7, "Event in which after throws");
    }
    void after(gau::context ctx, gau_outcome)
    {
        if (ctx->event >= static_cast<std::uint64_t>(event_))
            throw std::runtime_error("the auditor is tired in " + std::to_string(ctx->event));
    }
};

// An input that throws.
class ThrowsInRead
{
  public:
    void read(gau::context ctx) const
    {
        if (ctx->event == 7)
            throw_it(what::input);
    }
};

} // namespace

GAU_COMPONENTS(gau::algorithm<EveryType>("EveryType", "Has properties of every type"),
               gau::input<Generated>("Generated", "Makes events"),
               gau::algorithm<Reader>("Reader", "Reads what Generated makes"),
               gau::auditor<Rejections>("RejectionsCpp", "Counts how often each branch rejects"),
               gau::algorithm<EachSecond>("EachSecond", "Rejects each second event"),
               gau::algorithm<Throws>("Throws", "Throws"),
               gau::algorithm<ThrowsLate>("ThrowsLate", "Has a destructor that may throw"),
               gau::algorithm<ThrowsAtEnd>("ThrowsAtEnd", "Has a destructor that throws"),
               gau::algorithm<ThrowsFirst>("ThrowsFirst", "Has a constructor that throws"),
               gau::auditor<ThrowsInHook>("ThrowsInHook", "Throws in a hook"),
               gau::input<ThrowsInRead>("ThrowsInRead", "Throws in read"));
