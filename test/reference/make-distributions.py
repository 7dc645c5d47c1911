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
print(json.dumps({"versions": {"scipy": scipy.__version__, "numpy": numpy.__version__, "mpmath": mp.__version__}, "cases": cases}))
