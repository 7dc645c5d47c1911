"""Best determinants of information matrices, which D-optimal designs are compared with. Run: python make-optimal.py > optimal.json
By trying every set of rows on a grid, and for six rows of a quadratic in two variables by search over the whole square
(G. E. P. Box, N. R. Draper (1971) publish 5.74e-3 for it); seed 1. Python 3.11, versions in the output."""
import itertools, json
import numpy as np, scipy
from scipy.optimize import minimize

def expand(points, model):
    p = np.asarray(points, float)
    columns = [np.ones(len(p)), *p.T]
    d = p.shape[1]
    if model != "linear":
        columns += [p[:, a] * p[:, b] for a in range(d) for b in range(a + 1, d)]
    if model == "quadratic":
        columns += [p[:, a] ** 2 for a in range(d)]
    return np.stack(columns, 1)

def efficiency(points, model):
    x = expand(points, model)
    return max(np.linalg.det(x.T @ x), 0) ** (1 / x.shape[1]) / len(x)

def exhaustive(d, levels, rows, model):
    grid = list(itertools.product(np.linspace(-1, 1, levels), repeat=d))
    return max(efficiency(s, model) for s in itertools.combinations_with_replacement(grid, rows))

random = np.random.default_rng(1)
best = 0
for _ in range(60):
    start = random.uniform(-1, 1, 12)
    found = minimize(lambda v: -efficiency(v.reshape(6, 2), "quadratic"), start, bounds=[(-1, 1)] * 12)
    best = max(best, -found.fun)
cases = [(2, 2, 5, "linear"), (2, 2, 6, "interaction"), (3, 2, 6, "linear"), (3, 2, 7, "linear"), (2, 3, 6, "quadratic"), (2, 3, 7, "quadratic"), (2, 3, 8, "quadratic"), (2, 3, 9, "quadratic")]
print(json.dumps({
    "versions": {"numpy": np.__version__, "scipy": scipy.__version__},
    "square6": float(best),
    "exhaustive": [{"d": d, "levels": l, "runs": n, "model": m, "efficiency": float(exhaustive(d, l, n, m))} for d, l, n, m in cases],
}, indent=1))
