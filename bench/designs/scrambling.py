"""The same as scrambling.mjs with scipy's scrambled Sobol' sequence: python bench/designs/scrambling.py [LOG2_N] [SEEDS]"""
import json, sys
import numpy as np
from scipy.stats import qmc

log2, seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 14, int(sys.argv[2]) if len(sys.argv) > 2 else 40
exact = {"first": [0.3139051911, 0.4424111448, 0], "total": [0.5575888552, 0.4424111448, 0.2436836641]}
f = lambda x: np.sin(x[:, 0]) * (1 + 0.1 * x[:, 2] ** 4) + 7 * np.sin(x[:, 1]) ** 2

def errors(seed):
    x = np.pi * (2 * qmc.Sobol(6, scramble=True, rng=seed).random_base2(log2) - 1)
    a, b = x[:, :3], x[:, 3:]
    y = [f(a), f(b)] + [f(np.where(np.arange(3) == j, b, a)) for j in range(3)]
    ya, yb, *mixed = [v - np.mean(y) for v in y]
    variance = np.var(np.r_[ya, yb])
    found = {"first": [np.mean(yb * (v - ya)) / variance for v in mixed], "total": [np.mean((ya - v) ** 2) / 2 / variance for v in mixed]}
    return {k: np.abs(np.subtract(found[k], exact[k])).max() for k in exact}

found = [errors(seed) for seed in range(seeds)]
for order in exact:
    e = np.array([error[order] for error in found])
    print(json.dumps({"method": "scipy", "order": order, "runs": 2**log2, "seeds": seeds, "median": np.median(e), "rms": np.sqrt(np.mean(e**2)), "max": e.max()}))
