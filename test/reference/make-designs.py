"""Designs of pyDOE3, scipy and SALib that ours are compared with. Run: python make-designs.py > designs.json
Python 3.11, versions in the output; nothing here is random."""
import hashlib, json
import numpy as np, scipy, SALib, pyDOE3
from importlib.metadata import version
from scipy.stats import qmc

def rows(a): return [[round(float(v), 15) for v in r] for r in np.asarray(a)]
def sha256_of_blocks(engine, n):
    sha256 = hashlib.sha256()
    for start in range(0, n, 2**14): sha256.update(engine.random(min(2**14, n - start)).astype("<f8").tobytes())
    return sha256.hexdigest()
sobol = qmc.Sobol(1111, scramble=False)
first = sobol.random(64)
print(json.dumps({
  "versions": {"scipy": scipy.__version__, "pyDOE3": version("pyDOE3"), "SALib": version("SALib")},
  "sobolRows64x1111sha256": hashlib.sha256(first.tobytes()).hexdigest(),
  "sobolRows4096x50sha256": hashlib.sha256(qmc.Sobol(50, scramble=False).random(4096).tobytes()).hexdigest(),
  "sobolRows1000000x50sha256": sha256_of_blocks(qmc.Sobol(50, scramble=False), 1_000_000),
  "halton": rows(qmc.Halton(6, scramble=False).random(200)),
  "compositeRotatable3": rows(pyDOE3.ccdesign(3, center=(0, 1), alpha="rotatable", face="circumscribed")),
  "compositeFaced3": rows(pyDOE3.ccdesign(3, center=(0, 1), face="faced")),
  "boxBehnken": {d: rows(pyDOE3.bbdesign(d, center=1)) for d in (3, 4, 5)},
  "plackettBurmanRuns": {d: len(pyDOE3.pbdesign(d)) for d in range(2, 24)},
  "fraction6": rows(pyDOE3.fracfact("a b c d abc bcd")),
}))
