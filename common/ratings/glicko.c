/* glicko.c: see glicko.h. Steps and symbols are those of the paper. */
#include "common/ratings/glicko.h"

#include <math.h>

static const double pi = 3.14159265358979323846;
static const double scale = 173.7178; /* points per unit of the internal scale (step 2) */
static const double middle = 1500;    /* points at its 0 */
static const double tau = 0.5;        /* how fast volatility may change; the paper suggests 0.3 to 1.2 */
static const double precision = 0.0000001;
enum { ROUNDS_MAX = 200 }; /* of step 5, which needs about ten */

const struct rating rating_new = {.value = 1500, .deviation = 350, .volatility = 0.06};

static double square(double value)
{
    return value * value;
}

/* g(phi): how much a game counts, given the deviation of the opponent. */
static double weight_of(double phi)
{
    return 1 / sqrt(1 + 3 * square(phi / pi));
}

/* E(mu, mu_j, phi_j). */
static double expected(double mu, const struct rating *opponent)
{
    double mu_j = (opponent->value - middle) / scale;
    double phi_j = opponent->deviation / scale;
    return 1 / (1 + exp(-weight_of(phi_j) * (mu - mu_j)));
}

double rating_expect(const struct rating *one, const struct rating *opponent)
{
    return expected((one->value - middle) / scale, opponent);
}

static double at_most(double value, double limit)
{
    return value < limit ? value : limit;
}

struct rating rating_age(const struct rating *rating, double periods)
{
    struct rating aged = *rating;
    double phi = sqrt(square(rating->deviation / scale) + periods * square(rating->volatility));
    aged.deviation = at_most(phi * scale, rating_new.deviation);
    return aged;
}

/* What f(x) in step 5 depends on besides x. */
struct change {
    double delta2, phi2, v, a;
};

static double f(const struct change *of, double x)
{
    double power = exp(x);
    double sum = of->phi2 + of->v + power;
    return power * (of->delta2 - sum) / (2 * square(sum)) - (x - of->a) / square(tau);
}

/* Step 5: the new volatility, by the Illinois algorithm. */
static double new_volatility(const struct change *of)
{
    double a = of->a;
    double b = a - tau;
    if (of->delta2 > of->phi2 + of->v) {
        b = log(of->delta2 - of->phi2 - of->v);
    } else {
        for (unsigned i = 1; i < ROUNDS_MAX && f(of, b) < 0; i++) {
            b = a - (i + 1) * tau;
        }
    }
    double f_a = f(of, a);
    double f_b = f(of, b);
    for (unsigned i = 0; i < ROUNDS_MAX && fabs(b - a) > precision; i++) {
        double c = a + (a - b) * f_a / (f_b - f_a);
        double f_c = f(of, c);
        if (f_c * f_b <= 0) {
            a = b;
            f_a = f_b;
        } else {
            f_a /= 2;
        }
        b = c;
        f_b = f_c;
    }
    return exp(a / 2);
}

struct rating rating_update(const struct rating *rating, const struct rated_game *games, size_t count)
{
    double mu = (rating->value - middle) / scale;
    double phi = rating->deviation / scale;
    double information = 0; /* 1 / v of step 3 */
    double surprise = 0;    /* the sum of step 4 */
    if (count == 0) {
        return *rating;
    }
    for (size_t i = 0; i < count; i++) {
        double weight = weight_of(games[i].opponent.deviation / scale);
        double chance = expected(mu, &games[i].opponent);
        information += square(weight) * chance * (1 - chance);
        surprise += weight * (games[i].score - chance);
    }
    double v = 1 / information;
    struct change change = {
        .delta2 = square(v * surprise), .phi2 = square(phi), .v = v, .a = log(square(rating->volatility))};
    double sigma = new_volatility(&change);
    double before = square(phi) + square(sigma);       /* step 6 */
    double after = 1 / sqrt(1 / before + information); /* step 7 */
    return (struct rating){.value = (mu + square(after) * surprise) * scale + middle,
                           .deviation = at_most(after * scale, rating_new.deviation),
                           .volatility = sigma};
}

struct rating rating_of_team(const struct rating *members, size_t count)
{
    struct rating sum = {0};
    if (count == 0) {
        return rating_new;
    }
    for (size_t i = 0; i < count; i++) {
        sum.value += members[i].value;
        sum.deviation += square(members[i].deviation);
        sum.volatility += members[i].volatility;
    }
    return (struct rating){.value = sum.value / (double)count,
                           .deviation = sqrt(sum.deviation / (double)count),
                           .volatility = sum.volatility / (double)count};
}
