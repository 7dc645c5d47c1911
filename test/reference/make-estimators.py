"""Estimates of scipy, statsmodels, OpenTURNS and numpy on fixed samples. Run: python make-estimators.py > estimators.json
Python 3.11, versions in the output; seed 29 draws every sample."""
import itertools, json
from importlib.metadata import version
import numpy as np, openturns as ot, pandas as pd
import statsmodels.formula.api as smf
from statsmodels.stats.anova import anova_lm
from scipy import stats

rng = np.random.default_rng(29)
f = lambda a: [float(v) for v in np.asarray(a).ravel()]
out = {"versions": {p: version(p) for p in ("numpy", "scipy", "statsmodels", "openturns", "pandas")}}

# Moments, intervals, levels, tolerance limits of a skewed sample.
y = np.exp(rng.normal(size=120)) * 3 - 1
n = len(y)
sd = y.std(ddof=1)
half = stats.t.ppf(0.975, n - 1) * sd / np.sqrt(n)
levels = [0.5, 2.0, 9.0, -5.0, 1e3]
holds = lambda r, k: stats.beta.sf(0.95, n - k + 1, k) >= 0.95
one = max(r for r in range(1, n) if holds(r, r))
two = max(r for r in range(1, n // 2) if holds(r, 2 * r))
s = np.sort(y)
out["sample"] = {
    "values": f(y), "mean": float(y.mean()), "standardDeviation": float(sd),
    "skewness": float(stats.skew(y, bias=False)), "kurtosis": float(stats.kurtosis(y, bias=False)),
    "confidence": {"mean": f([y.mean() - half, y.mean() + half]),
                   "standardDeviation": f([sd * np.sqrt((n - 1) / stats.chi2.ppf(0.975, n - 1)), sd * np.sqrt((n - 1) / stats.chi2.ppf(0.025, n - 1))])},
    "levels": [{"response": z, "probability": float((y <= z).mean()),
                "interval": f(stats.binomtest(int((y <= z).sum()), n).proportion_ci(0.95, "exact")),
                "reliability": float((y.mean() - z) / sd)} for z in levels],
    "quantiles": [[p, float(np.quantile(y, p))] for p in (0.01, 0.25, 0.9)],
    "oneSided": {"order": one, "lower": float(s[one - 1]), "upper": float(s[n - one])},
    "twoSided": {"order": two, "lower": float(s[two - 1]), "upper": float(s[n - two])},
}

# Correlation analysis by OpenTURNS.
T = rng.uniform(size=(60, 4))
t = np.exp(T[:, 0]) + 2 * T[:, 1] * T[:, 2] - 0.3 * T[:, 3] ** 2 + 0.1 * rng.normal(size=60)
ca = ot.CorrelationAnalysis(ot.Sample(T), ot.Sample(t[:, None]))
out["correlations"] = {
    "inputs": [f(T[:, j]) for j in range(4)], "response": f(t),
    "pearson": f(ca.computeLinearCorrelation()), "spearman": f(ca.computeSpearmanCorrelation()),
    "partial": f(ca.computePCC()), "partialRank": f(ca.computePRCC()),
    "src": f(ca.computeSRC()), "srrc": f(ca.computeSRRC()),
}

# Quadratic surface: fitted and left out one by one.
Z = 2 * (T - T.min(0)) / (T.max(0) - T.min(0)) - 1
D = np.column_stack([np.ones(60), Z] + [Z[:, i] * Z[:, j] for i in range(4) for j in range(i, 4)])
errors = [t[i] - D[i] @ np.linalg.lstsq(np.delete(D, i, 0), np.delete(t, i), rcond=None)[0] for i in range(60)]
total = ((t - t.mean()) ** 2).sum()
residual = t - D @ np.linalg.lstsq(D, t, rcond=None)[0]
out["quadratic"] = {"r2": float(1 - residual @ residual / total), "q2": float(1 - np.square(errors).sum() / total)}

# First-order indices from bins of equal count, corrected for the number of bins.
G = rng.uniform(-np.pi, np.pi, size=(500, 3))
g = np.sin(G[:, 0]) + 7 * np.sin(G[:, 1]) ** 2 + 0.1 * G[:, 2] ** 4 * np.sin(G[:, 0])
bins = round(np.cbrt(500) * 1.5)
def given(x):
    frame = pd.DataFrame({"y": g[np.argsort(x)], "bin": np.arange(500) * bins // 500})
    within = frame.groupby("bin").y.apply(lambda v: ((v - v.mean()) ** 2).sum()).sum()
    return 1 - within / (500 - bins) * 499 / ((g - g.mean()) ** 2).sum()
out["givenData"] = {"inputs": [f(G[:, j]) for j in range(3)], "response": f(g), "indices": [float(given(G[:, j])) for j in range(3)]}

# Variance tables by statsmodels: balanced with replicates, with holes, and without replicates.
grid = list(itertools.product(["red", "blue", "green"], [1, 2, 4, 8], [0, 1], range(2)))
F = pd.DataFrame(grid, columns=["a", "b", "c", "replicate"])
F["y"] = F.a.map({"red": 1, "blue": 3, "green": 2}) + np.sqrt(F.b) * (1 + 0.5 * F.c) + 0.2 * rng.normal(size=len(F))
def table(frame):
    fit = smf.ols("y ~ (C(a, Sum) + C(b, Sum) + C(c, Sum))**2", frame).fit()
    return [{"term": k.replace(", Sum", ""), "sumOfSquares": float(r["sum_sq"]), "freedom": int(r["df"]),
             "f": float(r["F"]), "p": float(r["PR(>F)"])} for k, r in anova_lm(fit, typ=2).iterrows()]
holes = [3, 4, 17, 30, 31, 44]
out["anova"] = {"factors": {k: F[k].tolist() for k in "abc"}, "response": f(F.y), "holes": holes,
                "balanced": table(F), "withHoles": table(F.drop(holes)),
                "single": table(F[F.replicate == 0])}
for part in ("balanced", "withHoles", "single"):
    out["anova"][part] = [row if row["term"] != "Residual" else {k: row[k] for k in ("term", "sumOfSquares", "freedom")} for row in out["anova"][part]]

# Polynomial chaos of full degree by OpenTURNS, with each kind of law.
law = ot.JointDistribution([ot.Uniform(-1.0, 2.0), ot.Normal(3.0, 0.5), ot.LogNormal(0.2, 0.3), ot.Triangular(0.0, 1.0, 4.0)])
size, degree = 150, 3
U = rng.uniform(size=(size, 4))
X = np.column_stack([f([law.getMarginal(j).computeQuantile(u)[0] for u in U[:, j]]) for j in range(4)])
h = np.exp(0.4 * X[:, 0]) * X[:, 1] + X[:, 2] ** 1.5 - 0.2 * X[:, 0] * X[:, 3] ** 2
families = [ot.LegendreFactory(), ot.HermiteFactory(), ot.HermiteFactory(), ot.StandardDistributionPolynomialFactory(ot.Triangular(0.0, 1.0, 4.0))]
basis = ot.OrthogonalProductPolynomialFactory(families, ot.LinearEnumerateFunction(4))
terms = basis.getEnumerateFunction().getStrataCumulatedCardinal(degree)
algo = ot.FunctionalChaosAlgorithm(ot.Sample(X), ot.Sample(h[:, None]), law, ot.FixedStrategy(basis, terms), ot.LeastSquaresStrategy())
algo.run()
result = algo.getResult()
sobol = ot.FunctionalChaosSobolIndices(result)
standard = result.getTransformation()(ot.Sample(X))
P = np.column_stack([np.asarray(basis.build(k)(standard)).ravel() for k in range(terms)])
beta = np.linalg.lstsq(P, h, rcond=None)[0]
leverage = np.einsum("ij,ji->i", P, np.linalg.pinv(P))
loo = (((h - P @ beta) / (1 - leverage)) ** 2).sum()
out["chaos"] = {
    "inputs": [f(X[:, j]) for j in range(4)], "response": f(h), "degree": degree,
    "terms": [{"degrees": [int(v) for v in basis.getEnumerateFunction()(int(i))], "coefficient": float(c[0])}
              for i, c in zip(result.getIndices(), result.getCoefficients())],
    "q2": float(1 - loo / ((h - h.mean()) ** 2).sum()),
    "mean": float(ot.FunctionalChaosRandomVector(result).getMean()[0]),
    "variance": float(ot.FunctionalChaosRandomVector(result).getCovariance()[0, 0]),
    "first": [float(sobol.getSobolIndex(j)) for j in range(4)],
    "total": [float(sobol.getSobolTotalIndex(j)) for j in range(4)],
    "second": [[j, k, float(sobol.getSobolIndex([j, k]))] for j in range(4) for k in range(j + 1, 4)],
}

# Orthonormal polynomials at points; those of levels under weights by a weighted QR.
points = [-0.9, -0.2, 0.35, 0.99]
weights = np.array([0.1, 0.4, 0.2, 0.3]); values = np.array([1.0, 2.0, 5.0, 7.0])
Q, R = np.linalg.qr(np.sqrt(weights)[:, None] * np.vander(values, increasing=True))
Q = (Q * np.sign(np.diag(R))) / np.sqrt(weights)[:, None]
out["polynomials"] = {
    "points": points,
    "legendre": [[float(ot.LegendreFactory().build(k)(x)) for k in range(9)] for x in points],
    "hermite": [[float(ot.HermiteFactory().build(k)(x)) for k in range(9)] for x in points],
    "levels": f(values), "weights": f(weights), "discrete": [f(row) for row in Q],
}
print(json.dumps(out))
