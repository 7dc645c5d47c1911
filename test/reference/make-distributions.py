"""Values of scipy and mpmath for the distributions. Run: python make-distributions.py > distributions.json
Made with Python 3.11, scipy, numpy and mpmath of the versions in the output."""
import json, math
import mpmath as mp
import numpy, scipy
from scipy import stats

mp.mp.dps = 60
PROBABILITIES = [1e-300, 1e-200, 1e-100, 1e-30, 1e-16, 1e-9, 1e-4, 0.01, 0.1, 0.3, 0.499, 0.5, 0.5001, 0.7, 0.9, 0.99, 0.9999, 1 - 1e-9, 1 - 2**-50]

def normal_cdf(x):
    return mp.erfc(-mp.mpf(x) / mp.sqrt(2)) / 2

def normal_quantile(p):
    if p > 0.5:
        return -normal_quantile(1 - mp.mpf(p))
    start = mp.mpf(float(stats.norm.ppf(float(p))))
    p = mp.mpf(p)
    for _ in range(8):
        start -= (normal_cdf(start) - p) / (mp.exp(-start * start / 2) / mp.sqrt(2 * mp.pi))
    return start

def truncated(low, high):
    a = normal_cdf(low) if low is not None else mp.mpf(0)
    b = normal_cdf(high) if high is not None else mp.mpf(1)
    return a, b

def num(v):
    return float(mp.mpf(v))

cases = []
def add(generator, settings, quantile, cdf, pdf, mean, variance, points):
    cases.append({
        "generator": generator, "settings": settings,
        "quantiles": [[p, num(quantile(p))] for p in PROBABILITIES],
        "cdf": [[x, num(cdf(x)), num(pdf(x))] for x in points],
        "mean": num(mean), "variance": num(variance)})

def phi(z):
    return mp.exp(-mp.mpf(z) ** 2 / 2) / mp.sqrt(2 * mp.pi)

for mean, sd in [(0, 1), (29000000.0, 1450000.0)]:
    add("Normal", {"mean": mean, "stddev": sd},
        lambda p: mp.mpf(mean) + mp.mpf(sd) * normal_quantile(p),
        lambda x: normal_cdf((mp.mpf(x) - mean) / sd), lambda x: phi((mp.mpf(x) - mean) / sd) / sd,
        mean, mp.mpf(sd) ** 2, [mean + sd * k for k in (-37, -8, -5.5, -3, -1, -0.5, -0.1, 0, 0.3, 1, 2.5, 5, 8)])

for low, high in [(-1.0, 2.0), (None, 0.5), (1.0, None), (3.0, 4.0), (-9.0, -8.0), (6.0, None), (0.25, 0.26)]:
    settings = {"mean": 0, "stddev": 1}
    if low is not None: settings["minvalue"] = low
    if high is not None: settings["maxvalue"] = high
    a, b = truncated(low, high)
    lo = mp.mpf(low) if low is not None else -mp.inf
    hi = mp.mpf(high) if high is not None else mp.inf
    z = b - a
    pl = phi(low) if low is not None else mp.mpf(0)
    ph = phi(high) if high is not None else mp.mpf(0)
    m = (pl - ph) / z
    v = 1 + ((low or 0) * pl - (high or 0) * ph) / z - m * m
    ends = [low if low is not None else -12.0, high if high is not None else 12.0]
    add("Normal", settings, lambda p: normal_quantile(a + mp.mpf(p) * z) if p < 2 else None,
        lambda x: (normal_cdf(x) - a) / z, lambda x: phi(x) / z, m, v,
        [ends[0] + (ends[1] - ends[0]) * k / 7 for k in range(1, 7)])

for mu, sigma in [(0, 1), (-2.5, 0.25)]:
    add("LogNormal", {"mu": mu, "sigma": sigma},
        lambda p: mp.exp(mu + mp.mpf(sigma) * normal_quantile(p)),
        lambda x: normal_cdf((mp.log(x) - mu) / sigma), lambda x: phi((mp.log(x) - mu) / sigma) / (sigma * mp.mpf(x)),
        mp.exp(mu + mp.mpf(sigma) ** 2 / 2), mp.expm1(mp.mpf(sigma) ** 2) * mp.exp(2 * mp.mpf(mu) + mp.mpf(sigma) ** 2),
        [math.exp(mu + sigma * k) for k in (-8, -3, -1, 0, 0.5, 2, 6)])
for mean, sd in [(10.0, 3.0), (5000.0, 1.0)]:
    s2 = mp.log1p((mp.mpf(sd) / mean) ** 2)
    mu = mp.log(mean) - s2 / 2
    add("LogNormal", {"mean": mean, "stddev": sd},
        lambda p: mp.exp(mu + mp.sqrt(s2) * normal_quantile(p)),
        lambda x: normal_cdf((mp.log(x) - mu) / mp.sqrt(s2)), lambda x: phi((mp.log(x) - mu) / mp.sqrt(s2)) / (mp.sqrt(s2) * mp.mpf(x)),
        mean, mp.mpf(sd) ** 2, [mean - sd, mean, mean + 2 * sd])
a, b = normal_cdf(mp.log(mp.mpf(0.5))), normal_cdf(mp.log(mp.mpf(4)))
z = b - a
m1 = mp.exp(mp.mpf(1) / 2) * (normal_cdf(mp.log(4) - 1) - normal_cdf(mp.log(mp.mpf(0.5)) - 1)) / z
m2 = mp.exp(2) * (normal_cdf(mp.log(4) - 2) - normal_cdf(mp.log(mp.mpf(0.5)) - 2)) / z
add("LogNormal", {"mu": 0, "sigma": 1, "minvalue": 0.5, "maxvalue": 4},
    lambda p: mp.exp(normal_quantile(a + mp.mpf(p) * z)), lambda x: (normal_cdf(mp.log(x)) - a) / z,
    lambda x: phi(mp.log(x)) / x / z, m1, m2 - m1 * m1, [0.6, 1, 2, 3.5])

def uniform(lo, hi):
    lo, hi = mp.mpf(lo), mp.mpf(hi)
    return lambda p: lo + mp.mpf(p) * (hi - lo)
add("Uniform", {"minvalue": 1, "maxvalue": 4}, uniform(1, 4), lambda x: (mp.mpf(x) - 1) / 3, lambda x: mp.mpf(1) / 3, 2.5, 0.75, [1.5, 2, 3.9])
lo, mode, hi = mp.mpf(1), mp.mpf(2), mp.mpf(5)
def tri(p):
    p = mp.mpf(p)
    return lo + mp.sqrt(p * (hi - lo) * (mode - lo)) if p < (mode - lo) / (hi - lo) else hi - mp.sqrt((1 - p) * (hi - lo) * (hi - mode))
t = stats.triang(0.25, loc=1, scale=4)
add("Triangular", {"minvalue": 1, "mode": 2, "maxvalue": 5}, tri, lambda x: t.cdf(x), lambda x: t.pdf(x), (lo + mode + hi) / 3,
    (lo**2 + mode**2 + hi**2 - lo*mode - lo*hi - mode*hi) / 18, [1.25, 2, 3, 4.75])

def root(f, start):
    """x > 0 at which increasing f is 0, by secants in log x."""
    return mp.exp(mp.findroot(lambda y: f(mp.exp(y)), (mp.log(start), mp.log(start) + mp.mpf("1e-6")), tol=mp.mpf("1e-60"), maxsteps=100))

def weibull(shape, scale):
    k, s = mp.mpf(shape), mp.mpf(scale)
    return dict(lower=lambda x: -mp.expm1(-(x / s) ** k), quantile=lambda p: s * (-mp.log1p(-p)) ** (1 / k),
        pdf=lambda x: k / s * (x / s) ** (k - 1) * mp.exp(-(x / s) ** k), support=(0, mp.inf),
        mean=s * mp.gamma(1 + 1 / k), variance=s**2 * (mp.gamma(1 + 2 / k) - mp.gamma(1 + 1 / k) ** 2))

def gumbel(location, scale):
    m, s = mp.mpf(location), mp.mpf(scale)
    z = lambda x: mp.exp((m - x) / s)
    return dict(lower=lambda x: mp.exp(-z(x)), quantile=lambda p: m - s * mp.log(-mp.log(p)), pdf=lambda x: z(x) * mp.exp(-z(x)) / s,
        support=(-mp.inf, mp.inf), mean=m + mp.euler * s, variance=(mp.pi * s) ** 2 / 6)

def gamma(shape, scale):
    k, s = mp.mpf(shape), mp.mpf(scale)
    lower = lambda x: mp.gammainc(k, 0, x / s, regularized=True)
    upper = lambda x: mp.gammainc(k, x / s, regularized=True)
    law = stats.gamma(shape, scale=scale)
    def quantile(p):
        p = mp.mpf(p)
        if p < 0.5:
            start = float(law.ppf(float(p))) or float(mp.exp((mp.log(p) + mp.loggamma(k + 1)) / k) * s)
            return 0 if start == 0 else root(lambda x: mp.log(lower(x)) - mp.log(p), start)
        return root(lambda x: mp.log(1 - p) - mp.log(upper(x)), float(law.ppf(float(p))))
    return dict(lower=lower, quantile=quantile, pdf=lambda x: mp.exp((k - 1) * mp.log(x / s) - x / s - mp.loggamma(k)) / s,
        support=(0, mp.inf), mean=k * s, variance=k * s * s)

def beta(a, b, lo, hi):
    a, b, lo, hi = map(mp.mpf, (a, b, lo, hi))
    lower = lambda u: mp.betainc(a, b, 0, u, regularized=True)
    upper = lambda v: mp.betainc(b, a, 0, v, regularized=True)
    law = stats.beta(float(a), float(b))
    def start(law, a, b, p):
        guess = float(law.ppf(float(p))) if p > 1e-250 else 0
        return guess or mp.exp((mp.log(p) + mp.log(a) + mp.log(mp.beta(a, b))) / a)
    def quantile(p):
        p = mp.mpf(p)
        if p < 0.5:
            return lo + (hi - lo) * root(lambda u: mp.log(lower(u)) - mp.log(p), start(law, a, b, p))
        return hi - (hi - lo) * root(lambda v: mp.log(upper(v)) - mp.log(1 - p), start(stats.beta(float(b), float(a)), b, a, 1 - p))
    return dict(lower=lambda x: lower((x - lo) / (hi - lo)), quantile=quantile,
        pdf=lambda x: (x - lo) ** (a - 1) * (hi - x) ** (b - 1) / mp.beta(a, b) / (hi - lo) ** (a + b - 1), support=(lo, hi),
        mean=lo + (hi - lo) * a / (a + b), variance=(hi - lo) ** 2 * a * b / ((a + b) ** 2 * (a + b + 1)))

def add_law(generator, settings, law, points):
    add(generator, settings, law["quantile"], lambda x: law["lower"](mp.mpf(x)), lambda x: law["pdf"](mp.mpf(x)), law["mean"], law["variance"], points)

def add_cut(generator, settings, law, lo, hi, points):
    below = law["lower"](mp.mpf(lo)) if lo is not None else mp.mpf(0)
    mass = (law["lower"](mp.mpf(hi)) if hi is not None else mp.mpf(1)) - below
    # Beyond -9 and 400 these laws have less than 1e-50.
    nodes = [mp.mpf(lo if lo is not None else -9), *map(mp.mpf, points), *([50] if hi is None else []), mp.mpf(hi if hi is not None else 400)]
    with mp.workdps(25):
        mean = mp.quad(lambda x: x * law["pdf"](x), nodes) / mass
        variance = mp.quad(lambda x: (x - mean) ** 2 * law["pdf"](x), nodes) / mass
    bounds = {} if lo is None else {"minvalue": lo}
    if hi is not None: bounds["maxvalue"] = hi
    add(generator, {**settings, **bounds}, lambda p: law["quantile"](below + mp.mpf(p) * mass), lambda x: (law["lower"](mp.mpf(x)) - below) / mass,
        lambda x: law["pdf"](mp.mpf(x)) / mass, mean, variance, points)

for shape, scale in [(1.5, 2), (0.7, 30), (12, 250)]:
    add_law("Weibull", {"shape": shape, "scale": scale}, weibull(shape, scale), [scale * k for k in (0.0625, 0.25, 0.75, 1, 1.5)])
for location, scale in [(0, 1), (50, 8)]:
    add_law("Gumbel", {"location": location, "scale": scale}, gumbel(location, scale), [location + scale * k for k in (-6, -2, -0.5, 0, 1, 4, 30)])
for shape, scale in [(2.5, 3), (0.4, 1), (1, 2), (150, 0.5)]:
    add_law("Gamma", {"shape": shape, "scale": scale}, gamma(shape, scale), [shape * scale * k for k in (0.0625, 0.5, 0.9375, 1, 1.0625, 1.5)])
for scale in (1, 2500):
    add_law("Exponential", {"scale": scale}, weibull(1, scale), [scale * k for k in (2.0**-40, 0.125, 1, 3, 40)])
for a, b, lo, hi in [(2, 3, 0, 1), (0.5, 0.5, -1, 3), (30, 4, 0, 10), (80, 120, 0, 1), (1.5, 60, 2, 6)]:
    add_law("Beta", {"alpha": a, "beta": b, "minvalue": lo, "maxvalue": hi}, beta(a, b, lo, hi), [lo + (hi - lo) * k for k in (0.03125, 0.25, 0.375, 0.5, 0.75, 0.9375)])
add_cut("Weibull", {"shape": 1.5, "scale": 2}, weibull(1.5, 2), 0.5, 4, [0.75, 1.5, 3])
add_cut("Gumbel", {"location": 0, "scale": 1}, gumbel(0, 1), None, 2, [-1.5, 0, 1])
add_cut("Gamma", {"shape": 2.5, "scale": 3}, gamma(2.5, 3), 1, None, [2, 8, 20])
add_cut("Exponential", {"scale": 1}, weibull(1, 1), 10, None, [10.5, 12, 20])
edges, counts = [0, 1, 3, 3.5, 10], [2, 5, 0, 3]
def histogram():
    e, c = [mp.mpf(x) for x in edges], [mp.mpf(x) / sum(counts) for x in counts]
    sums = [sum(c[:k]) for k in range(len(e))]
    def quantile(p):
        k = max(k for k in range(len(c)) if c[k] > 0 and sums[k] <= p)
        return e[k] + (e[k + 1] - e[k]) * (p - sums[k]) / c[k]
    def lower(x):
        k = max(k for k in range(len(c)) if e[k] < x)
        return sums[k] + c[k] * (x - e[k]) / (e[k + 1] - e[k])
    pdf = lambda x: next(c[k] / (e[k + 1] - e[k]) for k in range(len(c)) if e[k] <= x < e[k + 1])
    mean = sum(c[k] * (e[k] + e[k + 1]) / 2 for k in range(len(c)))
    square = sum(c[k] * (e[k] ** 2 + e[k] * e[k + 1] + e[k + 1] ** 2) / 3 for k in range(len(c)))
    return dict(lower=lower, quantile=lambda p: quantile(mp.mpf(p)), pdf=pdf, mean=mean, variance=square - mean**2)
add_law("Histogram", {"edges": edges, "counts": counts}, histogram(), [0.5, 1, 2.5, 3.25, 7])
print(json.dumps({"versions": {"scipy": scipy.__version__, "numpy": numpy.__version__, "mpmath": mp.__version__}, "cases": cases}))
