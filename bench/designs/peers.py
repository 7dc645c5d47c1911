"""Answers tasks of numpy, scipy, SALib and OpenTURNS: a JSON line {"task", "rows"} in, a JSON line {"wall", "cpu"} in seconds, {"value"} or {"missing"} out."""
import json, os, statistics, sys, tempfile, time
import numpy as np
from scipy import stats
from scipy.stats import qmc

def scale(u):
    out = np.empty_like(u)
    for j in (0, 4): out[:, j] = stats.norm.ppf(u[:, j])
    for j in (1, 5): out[:, j] = u[:, j]
    for j in (2, 6): out[:, j] = np.exp(stats.norm.ppf(u[:, j]))
    for j in (3, 7): out[:, j] = stats.triang.ppf(u[:, j], 1 / 3, scale=3)
    return out

def numpy_independent(n):
    g = np.random.default_rng(1); out = np.empty((n, 8))
    for j in (0, 4): out[:, j] = g.standard_normal(n)
    for j in (1, 5): out[:, j] = g.random(n)
    for j in (2, 6): out[:, j] = g.lognormal(0, 1, n)
    for j in (3, 7): out[:, j] = g.triangular(0, 1, 3, n)
    return out

def openturns_law():
    import openturns as ot
    four = [ot.Normal(0, 1), ot.Uniform(0, 1), ot.LogNormal(0, 1), ot.Triangular(0, 1, 3)]
    return ot.JointDistribution(four + four)

def openturns_lhs(n):
    import openturns as ot
    ot.LHSExperiment(openturns_law(), n).generate()

def openturns_sobol(n):
    import openturns as ot
    ot.LowDiscrepancyExperiment(ot.SobolSequence(), openturns_law(), n, False).generate()

def salib_latin(n):
    from SALib.sample import latin
    latin.sample({"num_vars": 8, "names": list("abcdefgh"), "dists": ["norm", "unif", "lognorm", "triang"] * 2,
                  "bounds": [[0, 1], [0, 1], [0, 1], [0, 3, 1 / 3]] * 2}, n, seed=1)

def salib_ishigami(n):
    from SALib.sample import sobol as sample
    from SALib.analyze import sobol as analyze
    problem = {"num_vars": 3, "names": ["x1", "x2", "x3"], "bounds": [[-np.pi, np.pi]] * 3}
    x = sample.sample(problem, n, calc_second_order=False, seed=1)
    y = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    analyze.analyze(problem, y, calc_second_order=False, num_resamples=100, seed=1)

table = {}
def savetxt(n):
    if n not in table: table.clear(); table[n] = numpy_independent(n)
    def write():
        path = os.path.join(tempfile.gettempdir(), f"savetxt-{os.getpid()}.csv")
        np.savetxt(path, table[n], delimiter=",", fmt="%.17g", header="x", comments="")
        os.remove(path)
    return write

def discrepancy(make):
    values, seconds = [], []
    for seed in range(11):
        start = time.process_time(); u = make(seed).random(128); seconds.append(time.process_time() - start)
        values.append(qmc.discrepancy(u, method="CD"))
    return {"value": statistics.median(values), "cpu": statistics.median(seconds)}

timed = {
    "numpy independent": lambda n: lambda: numpy_independent(n),
    "OpenTURNS independent": lambda n: lambda: openturns_law().getSample(n),
    "scipy latin-hypercube": lambda n: lambda: scale(qmc.LatinHypercube(8, rng=1).random(n)),
    "OpenTURNS latin-hypercube": lambda n: lambda: openturns_lhs(n),
    "SALib latin-hypercube": lambda n: lambda: salib_latin(n),
    "scipy sobol": lambda n: lambda: scale(qmc.Sobol(8, rng=1).random(n)),
    "OpenTURNS sobol": lambda n: lambda: openturns_sobol(n),
    "scipy halton": lambda n: lambda: scale(qmc.Halton(8, rng=1).random(n)),
    "numpy savetxt": savetxt,
    "SALib ishigami": lambda n: lambda: salib_ishigami(n),
}
quality = {
    "scipy sobol": lambda s: qmc.Sobol(5, rng=s),
    "scipy latin-hypercube": lambda s: qmc.LatinHypercube(5, rng=s),
    "scipy latin-hypercube random-cd": lambda s: qmc.LatinHypercube(5, optimization="random-cd", rng=s),
    "scipy halton": lambda s: qmc.Halton(5, rng=s),
}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        if "rows" in asked:
            work = timed[asked["task"]](asked["rows"])
            wall, cpu = time.perf_counter(), time.process_time()
            work()
            answer = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
        else:
            answer = discrepancy(quality[asked["task"]])
    except ImportError as error:
        answer = {"missing": str(error)}
    print(json.dumps(answer), flush=True)
