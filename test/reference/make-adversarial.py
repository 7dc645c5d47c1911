"""Estimates of scipy, statsmodels, numpy and SALib on tables that estimators easily get wrong. Run: python make-adversarial.py > adversarial.json
Python 3.11, versions in the output; seed 11 draws every table. Scales are powers of two and offsets are taken out exactly, so that references keep all digits."""
import itertools, json
from importlib.metadata import version
import numpy as np, pandas as pd
import statsmodels.api as sm
import statsmodels.formula.api as smf
from SALib.analyze import morris as morris_analyze, sobol as sobol_analyze
from scipy import stats
from statsmodels.stats.anova import anova_lm

rng = np.random.default_rng(11)
n = 40
f = lambda a: [None if not np.isfinite(v) else float(v) for v in np.asarray(a, dtype=float).ravel()]
out = {"versions": {p: version(p) for p in ("numpy", "scipy", "statsmodels", "SALib", "pandas")}}

def legendre(x, k):
    z = 2 * x - 1
    return [np.ones_like(z), np.sqrt(3) * z, np.sqrt(5) * (3 * z**2 - 1) / 2][k]

def chaos(x, y):
    """Least squares on all Legendre products up to degree 2 of the inputs that vary."""
    free = [j for j in range(x.shape[1]) if len(set(x[:, j])) > 1]
    most = [min(2, len(set(x[:, j])) - 1) for j in free]
    degrees = [d for d in itertools.product(range(3), repeat=len(free)) if sum(d) <= 2 and all(a <= b for a, b in zip(d, most))]
    design = np.column_stack([np.prod([legendre(x[:, j], k) for j, k in zip(free, d)], axis=0) for d in degrees])
    if np.linalg.matrix_rank(design) < len(degrees) or len(y) <= len(degrees):
        return None
    c = np.linalg.lstsq(design, y, rcond=None)[0]
    variance = sum(b * b for b, d in zip(c, degrees) if sum(d) > 0)
    if variance < 1e-20:
        return None
    first = {f"x{j + 1}": sum(b * b for b, d in zip(c, degrees) if d[i] > 0 and sum(d) == d[i]) / variance for i, j in enumerate(free)}
    return {"mean": float(c[0]), "sd": float(np.sqrt(variance)), "first": {k: float(v) for k, v in first.items()}}

def table(name, x, y, scale=1.0, offset=0.0):
    """References are of y itself; the engine gets y * scale + offset, whose doubles y is taken back from."""
    given = y * scale + offset
    own = (given - offset) / scale
    used = np.isfinite(own)
    u, v = x[used], own[used]
    varies = len(set(v)) > 1
    free = [j for j in range(2) if len(set(u[:, j])) > 1]
    names = [f"x{j + 1}" for j in free]
    ref = {"mean": float(v.mean()), "sd": float(v.std(ddof=1)), "below": float((v <= np.median(own[used])).mean())}
    level = float(np.median(v) * scale + offset)
    if varies:
        ref["skewness"], ref["kurtosis"] = float(stats.skew(v, bias=False)), float(stats.kurtosis(v, bias=False))
        ref["pearson"] = {m: float(stats.pearsonr(u[:, j], v)[0]) for m, j in zip(names, free)}
        ref["spearman"] = {m: float(stats.spearmanr(u[:, j], v)[0]) for m, j in zip(names, free)}
        z = np.column_stack([stats.zscore(u[:, j]) for j in free])
        if np.linalg.matrix_rank(z) == len(free) and len(v) > len(free) + 1:
            fit = sm.OLS(stats.zscore(v), sm.add_constant(z)).fit()
            ref["src"], ref["r2"] = dict(zip(names, f(fit.params[1:]))), float(fit.rsquared)
        ref["chaos"] = chaos(u, v)
    front = [i for i in range(len(v)) if not any((v[k] <= v[i] and u[k, 0] <= u[i, 0]) and (v[k] < v[i] or u[k, 0] < u[i, 0]) for k in range(len(v)))]
    ref["front"] = [int(np.flatnonzero(used)[i] + 1) for i in front]
    out["tables"][name] = {"x1": f(x[:, 0]), "x2": f(x[:, 1]), "y": f(given), "level": level, "scale": scale, "offset": offset, "reference": ref}

out["tables"] = {}
x = rng.uniform(size=(n, 2))
noise = rng.uniform(-0.02, 0.02, size=n)
model = lambda x: 2 * x[:, 0] + x[:, 1] ** 2
y = model(x) + noise
table("plain", x, y)
constant = x.copy(); constant[:, 1] = 0.4
table("constant input", constant, model(constant) + noise)
tied = x.copy(); tied[:, 1] = 1 - tied[:, 0]
table("collinear inputs", tied, model(tied) + noise)
outlier = y.copy(); outlier[6] = 1e6
table("one outlier", x, outlier)
table("heavy tail", x, y + 5 * rng.standard_cauchy(size=n))
table("ties", x, (y > 2.2) * 1.0)
few = np.round(x * 2) / 2
table("few levels", few, model(few) + noise)
table("huge values", x, y, scale=2.0**664)
table("tiny values", x, y, scale=2.0**-664)
table("an offset of 1e12", x, y, offset=1e12)
lost = y.copy(); lost[x[:, 0] > 0.7] = np.nan
table("missing where x1 is high", x, lost)
holes = y.copy(); holes[::7] = np.nan
table("missing at random", x, holes)
table("repeated rows", np.repeat(x[:5], 8, axis=0), np.repeat(y[:5], 8))
table("errors that grow", x, model(x) + 3 * x[:, 0] ** 3 * rng.normal(size=n))
table("five runs", x[:5], y[:5])
table("a constant output", x, np.full(n, 5.0))

out["factors"] = {}
def factors(name, g, y, scale=1.0):
    d = pd.DataFrame({"a": g[:, 0], "b": g[:, 1], "y": y}).dropna()
    m = smf.ols("y ~ C(a, Sum) * C(b, Sum)", d).fit()
    t = anova_lm(m, typ=2)
    total = ((d.y - d.y.mean()) ** 2).sum()
    own = {"p": f(t["PR(>F)"].iloc[:-1]), "share": f(t["sum_sq"].iloc[:-1] / total)}
    if len(set(g[:, 0])) == 2:
        low, high = (lambda c: c.min()), (lambda c: c.max())
        z = np.column_stack([2 * (d[c] - low(d[c])) / (high(d[c]) - low(d[c])) - 1 for c in "ab"])
        fit = sm.OLS(d.y, sm.add_constant(np.column_stack([z, z[:, 0] * z[:, 1]]))).fit()
        own |= {"effects": f(2 * fit.params[1:]), "errors": f(2 * fit.bse[1:]), "effectP": f(fit.pvalues[1:])}
    out["factors"][name] = {"a": f(g[:, 0]), "b": f(g[:, 1]), "y": f(y * scale), "scale": scale, "reference": own}

for size, repeats in ((3, 3), (2, 8)):
    g = np.array([(a, b) for a in range(size) for b in range(size) for _ in range(repeats)], dtype=float)
    e = rng.normal(size=len(g))
    base = g[:, 0] + 0.5 * g[:, 1] * g[:, 0]
    of = f"{size} levels, "
    factors(of + "plain", g, base + 0.3 * e)
    spoiled = base + 0.3 * e; spoiled[4] = 1e6
    factors(of + "one outlier", g, spoiled)
    factors(of + "heavy tail", g, base + rng.standard_cauchy(size=len(g)))
    factors(of + "errors that grow", g, base + e * np.array([0.02, 1, 3])[g[:, 0].astype(int)])
    factors(of + "huge values", g, base + 0.3 * e, scale=2.0**664)
    factors(of + "tiny values", g, base + 0.3 * e, scale=2.0**-664)
    lost = base + 0.3 * e; lost[[1, len(g) - 2]] = np.nan
    factors(of + "missing at random", g, lost)

# Saltelli blocks and Morris trajectories of two inputs.
problem = {"num_vars": 2, "names": ["x1", "x2"], "bounds": [[0, 1], [0, 1]]}
N = 256
base = stats.qmc.Sobol(4, seed=3).random(N)
A, B = base[:, :2], base[:, 2:]
rows = np.concatenate([np.stack([a, [b[0], a[1]], [a[0], b[1]], b]) for a, b in zip(A, B)])
r = 12
grid = rng.integers(0, 2, size=(r, 2)) / 3
steps = []
for start in grid:
    order = rng.permutation(2); point = start.copy(); steps.append(point.copy())
    for j in order:
        point[j] += 2 / 3; steps.append(point.copy())
steps = np.array(steps)
smooth = lambda x: x[:, 0] + 0.5 * x[:, 1]
out["structured"] = {"saltelli": {"x1": f(rows[:, 0]), "x2": f(rows[:, 1])}, "morris": {"x1": f(steps[:, 0]), "x2": f(steps[:, 1])}, "tables": {}}
def structured(name, change, scale=1.0):
    own = {"scale": scale}
    for method, points in (("saltelli", rows), ("morris", steps)):
        y = change(smooth(points))
        own[method] = {"y": f(y * scale)}
        if len(set(y)) == 1:
            continue
        if method == "saltelli":
            s = sobol_analyze.analyze(problem, y, calc_second_order=False, seed=1)
            own[method] |= {"first": f(s["S1"]), "total": f(s["ST"])}
        else:
            m = morris_analyze.analyze(problem, points, y, num_levels=4, seed=1)
            own[method] |= {"mu": f(m["mu"]), "muStar": f(m["mu_star"]), "sigma": f(m["sigma"])}
    out["structured"]["tables"][name] = own
def with_one(y, value):
    y = y.copy(); y[10] = value
    return y
structured("plain", lambda y: y)
structured("one outlier", lambda y: with_one(y, 1e6))
structured("huge values", lambda y: y, scale=2.0**664)
structured("tiny values", lambda y: y, scale=2.0**-664)
structured("a constant output", lambda y: y * 0 + 5)
print(json.dumps(out))
