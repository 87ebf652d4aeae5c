// SPDX-License-Identifier: Apache-2.0
// An input, algorithms and an auditor. With the classes of the standard library as data of a
// component, and as what one component hands to another.
#include "particles.hpp"

#include <gaudit/component.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace
{

const double pi = std::acos(-1.0);

// Random numbers that depend on the event and nothing else, so not on the worker: splitmix64.
class random_numbers
{
    std::uint64_t state_;

    std::uint64_t bits()
    {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

  public:
    random_numbers(std::uint64_t seed, std::uint64_t event) : state_(seed)
    {
        state_ = bits() ^ event;
    }
    double between(double low, double high)
    {
        return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53;
    }
    std::size_t whole(std::size_t low, std::size_t high) { return low + bits() % (high - low + 1); }
    double exponential(double mean) { return -mean * std::log(1 - between(0, 1)); }
};

struct kind {
    int id;
    double mass;
    const char *name;
};
const std::array<kind, 4> kinds = {
    {{211, 0.13957, "pion"}, {-211, 0.13957, "pion"}, {22, 0, "photon"}, {130, 0.49761, "kaon"}}};

particle make_particle(random_numbers &random, double pt, double rapidity, double azimuth)
{
    const kind &k = kinds[random.whole(0, kinds.size() - 1)];
    const double transverse_mass = std::hypot(pt, k.mass);

    return {pt * std::cos(azimuth), pt * std::sin(azimuth), transverse_mass * std::sinh(rapidity),
            transverse_mass * std::cosh(rapidity), k.id};
}

// Makes events: particles close to a few hard partons, and soft ones everywhere.
class ParticleGun
{
    std::uint64_t events_ = 0, seed_ = 0, next_ = 0;
    gau::writes<particle> particles_{};

  public:
    static void declare(gau::properties<ParticleGun> &p)
    {
        p("Events", &ParticleGun::events_, 200, "Number of events");
        p("Seed", &ParticleGun::seed_, 1, "Other numbers make other events");
    }
    void initialize(gau::context ctx) { particles_ = {ctx, "particles"}; }
    bool read() { return next_++ < events_; }
    // For several events at the same time: it only reads the members.
    void decode(gau::context ctx) const
    {
        random_numbers random(seed_, ctx->event);
        const std::size_t partons = random.whole(2, 4), fragments = random.whole(10, 30),
                          soft = random.whole(100, 200);
        const auto all = particles_.put(ctx, partons * fragments + soft);
        particle *next = all.begin();

        for (std::size_t i = 0; i < partons; i++) {
            const double pt = random.between(20, 200), rapidity = random.between(-2.5, 2.5),
                         azimuth = random.between(-pi, pi);

            for (std::size_t j = 0; j < fragments; j++) {
                const double distance = random.exponential(0.1), angle = random.between(-pi, pi),
                             part = random.exponential(pt / static_cast<double>(fragments));

                *next++ = make_particle(random, part, rapidity + distance * std::cos(angle),
                                        azimuth + distance * std::sin(angle));
            }
        }
        while (next < all.end()) {
            // In this order: that of arguments in a call would be the compiler's choice.
            const double pt = random.exponential(0.7), rapidity = random.between(-4, 4),
                         azimuth = random.between(-pi, pi);

            *next++ = make_particle(random, pt, rapidity, azimuth);
        }
    }
    bool skip(std::uint64_t n)
    {
        next_ += n;
        return next_ <= events_;
    }
    std::uint64_t count() const { return events_; }
};

// The particles of an event by their kind: numbers of rows of "particles".
using particle_groups = std::map<std::string, std::vector<std::size_t>>;

class ParticleGrouper
{
    std::map<int, std::string> names_{};
    gau::reads<particle> particles_{};
    gau::writes<particle_groups> groups_{};

  public:
    void initialize(gau::context ctx)
    {
        particles_ = {ctx, "particles"};
        groups_ = {ctx, "particle_groups"};
        for (const kind &k : kinds)
            names_[k.id] = k.name;
    }
    void execute(gau::context ctx)
    {
        const auto particles = particles_.get(ctx);
        particle_groups &groups =
            groups_.put(ctx); // with what the event before this one left in it

        for (auto &group : groups)
            group.second.clear();
        for (std::size_t i = 0; i < particles.size(); i++)
            groups[names_.at(particles[i].id)].push_back(i); // at() throws if there is none
    }
};

// Counts particles of each kind. Accepts events with at least Least of the kinds that are named.
class ParticleCounter
{
    struct count {
        std::int64_t particles = 0;
        double pt_sum = 0;
    };
    std::vector<std::string> required_{};
    std::size_t least_ = 0;
    gau::reads<particle> particles_{};
    gau::reads<particle_groups> groups_{};
    std::map<std::string, count> counts_{};

  public:
    static void declare(gau::properties<ParticleCounter> &p)
    {
        p("Required", &ParticleCounter::required_, "photon", "Kinds that an event must have")
            .choices({"pion", "photon", "kaon"});
        p("Least", &ParticleCounter::least_, 40, "Smallest number of each of them");
    }
    void initialize(gau::context ctx)
    {
        particles_ = {ctx, "particles"};
        groups_ = {ctx, "particle_groups"};
    }
    bool execute(gau::context ctx)
    {
        const particle_groups *const groups = groups_.get(ctx);
        const auto particles = particles_.get(ctx);

        if (!groups)
            throw gau::failure("the particles have no groups");
        for (const auto &group : *groups) {
            count &c = counts_[group.first];

            c.particles += static_cast<std::int64_t>(group.second.size());
            for (const std::size_t i : group.second)
                c.pt_sum += particles[i].pt();
        }
        return std::all_of(required_.begin(), required_.end(), [&](const std::string &name) {
            const auto found = groups->find(name);

            return found != groups->end() && found->second.size() >= least_;
        });
    }
    // Every worker has an object of its own; at the end they are added up.
    void merge(const ParticleCounter &other)
    {
        for (const auto &entry : other.counts_) {
            counts_[entry.first].particles += entry.second.particles;
            counts_[entry.first].pt_sum += entry.second.pt_sum;
        }
    }
    void finalize(gau::context ctx) const
    {
        gau::result result(ctx, "particle-counts");

        result.table("kinds");
        for (const auto &entry : counts_)
            result.row()
                .add("kind", entry.first)
                .add("particles", entry.second.particles)
                .add("pt", entry.second.pt_sum, "GeV");
    }
};

// An auditor: how often each branch was called, and how often it rejected the event.
class DecisionAuditor
{
    struct decisions {
        std::uint64_t calls, rejections;
    };
    gau::per_branch<decisions> of_{};
    gau_branch branches_ = 0;

  public:
    static void declare(gau::properties<DecisionAuditor> &p)
    {
        p.per_branch(&DecisionAuditor::of_);
    }
    void branch_added(gau_branch branch) { branches_ = branch + 1; }
    void after(gau::context ctx, gau_outcome outcome)
    {
        of_[ctx->branch].calls++;
        of_[ctx->branch].rejections += outcome.final == GAU_REJECT;
    }
    void merge(const DecisionAuditor &other)
    {
        for (gau_branch b = 0; b < other.branches_; b++) {
            of_[b].calls += other.of_[b].calls;
            of_[b].rejections += other.of_[b].rejections;
        }
    }
    void finalize(gau::context ctx) const
    {
        gau::result result(ctx, "decisions");

        result.table("branches");
        for (gau_branch b = 0; b < branches_; b++)
            if (of_[b].calls > 0)
                result.row()
                    .add("branch", gau_branch_at(ctx, b)->path)
                    .add("calls", of_[b].calls)
                    .add("rejections", of_[b].rejections);
    }
};

} // namespace

GAU_COMPONENTS(gau::input<ParticleGun>("ParticleGun", "Generates particles of jets"),
               gau::algorithm<ParticleGrouper>("ParticleGrouper", "Groups particles by their kind"),
               gau::algorithm<ParticleCounter>("ParticleCounter", "Counts particles of each kind"),
               gau::auditor<DecisionAuditor>("DecisionAuditor", "Counts decisions of each branch"));
