"""The same figures of numpy, scipy and SALib in seconds of processor time, as JSON lines: python bench/designs/peers.py > peers.jsonl"""
import json, statistics, time
import numpy as np
from scipy import stats
from scipy.stats import qmc
from SALib.sample import sobol as sample
from SALib.analyze import sobol as analyze

def show(what, **figure): print(json.dumps({"what": what, **figure}), flush=True)
def timed(what, repeats, work):
    seconds = []
    for _ in range(repeats):
        start = time.process_time(); work(); seconds.append(time.process_time() - start)
    show(what, best=min(seconds), median=statistics.median(seconds))

def scale(u):
    out = np.empty_like(u)
    for j in (0, 4): out[:, j] = stats.norm.ppf(u[:, j])
    for j in (1, 5): out[:, j] = u[:, j]
    for j in (2, 6): out[:, j] = np.exp(stats.norm.ppf(u[:, j]))
    for j in (3, 7): out[:, j] = stats.triang.ppf(u[:, j], 1 / 3, scale=3)
    return out

def independent(n=1_000_000):
    g = np.random.default_rng(1); out = np.empty((n, 8))
    for j in (0, 4): out[:, j] = g.standard_normal(n)
    for j in (1, 5): out[:, j] = g.random(n)
    for j in (2, 6): out[:, j] = g.lognormal(0, 1, n)
    for j in (3, 7): out[:, j] = g.triangular(0, 1, 3, n)
timed("numpy independent 1000000 x 8", 3, independent)
timed("scipy LHS 1000000 x 8", 3, lambda: scale(qmc.LatinHypercube(8, rng=1).random(1_000_000)))
timed("scipy Sobol scrambled 1048576 x 8", 3, lambda: scale(qmc.Sobol(8, rng=1).random(2**20)))
timed("scipy Halton 1000000 x 8", 3, lambda: scale(qmc.Halton(8, rng=1).random(1_000_000)))
problem = {"num_vars": 3, "names": ["x1", "x2", "x3"], "bounds": [[-np.pi, np.pi]] * 3}
def salib():
    x = sample.sample(problem, 2**14, calc_second_order=False, seed=1)
    y = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    analyze.analyze(problem, y, calc_second_order=False, num_resamples=100, seed=1)
timed("SALib Ishigami N = 2^14, 100 resamples", 5, salib)
for name, make in [("Sobol", lambda s: qmc.Sobol(5, rng=s)), ("LHS", lambda s: qmc.LatinHypercube(5, rng=s)),
                   ("LHS random-cd", lambda s: qmc.LatinHypercube(5, optimization="random-cd", rng=s))]:
    values, seconds = [], []
    for seed in range(11):
        start = time.process_time(); u = make(seed).random(128); seconds.append(time.process_time() - start)
        values.append(qmc.discrepancy(u, method="CD"))
    show(f"centred discrepancy 128 x 5, scipy {name}", value=statistics.median(values), median=statistics.median(seconds))
