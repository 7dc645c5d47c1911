"""Estimates of SALib and scipy on fixed samples. Run: python make-analysis.py > analysis.json
Python 3.11, versions in the output, seeds 7 (Sobol' sample), 11 (Morris) and 3 (tables)."""
import json
import numpy as np, scipy, SALib
from scipy import stats
from SALib.sample import sobol as sobol_sample, morris as morris_sample
from SALib.analyze import sobol as sobol_analyze, morris as morris_analyze
from importlib.metadata import version

problem = {"num_vars": 3, "names": ["x1", "x2", "x3"], "bounds": [[-np.pi, np.pi]] * 3}
def ishigami(x): return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
X = sobol_sample.sample(problem, 64, calc_second_order=True, seed=7)
Y = ishigami(X)
S = sobol_analyze.analyze(problem, Y, calc_second_order=True, num_resamples=100, seed=7)
M = morris_sample.sample(problem, 12, num_levels=4, seed=11)
MY = ishigami(M)
E = morris_analyze.analyze(problem, M, MY, num_levels=4, seed=11)
rng = np.random.default_rng(3)
T = rng.normal(size=(40, 3)); T[5:9, 0] = T[5, 0]
y = T @ [1, -2, 0.1] + rng.normal(size=40)
design = np.column_stack([np.ones(40), T])
beta, *_ = np.linalg.lstsq(design, y, rcond=None)
loo = sum((y[i] - design[i] @ np.linalg.lstsq(np.delete(design, i, 0), np.delete(y, i), rcond=None)[0]) ** 2 for i in range(40))
residual = y - design @ beta
se = np.sqrt(np.diag(np.linalg.inv(design.T @ design)) * (residual @ residual) / 36)
u = stats.mannwhitneyu(y[:10], y[10:], use_continuity=False, method="asymptotic")
f = lambda a: [float(v) for v in np.asarray(a).ravel()]
ps = [1e-300, 1e-20, 1e-6, 0.025, 0.4, 0.6, 0.975, 0.999999]
print(json.dumps({
  "versions": {"scipy": scipy.__version__, "SALib": version("SALib"), "numpy": np.__version__},
  "sobol": {"response": f(Y), "S1": f(S["S1"]), "ST": f(S["ST"]), "S1conf": f(S["S1_conf"]), "STconf": f(S["ST_conf"]),
            "S2": [[0, 1, float(S["S2"][0, 1])], [0, 2, float(S["S2"][0, 2])], [1, 2, float(S["S2"][1, 2])]]},
  "morris": {"inputs": [f(M[:, j]) for j in range(3)], "response": f(MY), "mu": f(E["mu"]), "muStar": f(E["mu_star"]), "sigma": f(E["sigma"])},
  "table": {"inputs": [f(T[:, j]) for j in range(3)], "response": f(y),
            "spearman": [float(stats.spearmanr(T[:, j], y).statistic) for j in range(3)],
            "coefficients": f(beta), "standardErrors": f(se), "leaveOneOut": float(loo), "residual": float(residual @ residual),
            "quantiles": [[p, float(np.quantile(y, p))] for p in (0, 0.05, 0.31, 0.5, 0.95, 1)],
            "mannWhitneyP": float(u.pvalue), "mannWhitneyShare": float(u.statistic / 300)},
  "t": [[p, v, float(stats.t.ppf(p, v))] for p in (0.6, 0.975, 0.999999) for v in (1, 2, 5, 30, 199, 1e5)],
  "chi2": [[p, v, float(stats.chi2.ppf(p, v))] for p in ps for v in (1, 2, 7, 199, 1e4)],
}))
