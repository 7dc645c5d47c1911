"""Draws Latin hypercubes of the unit cube with other programs: a JSON line {"program", "rows", "variables", "seed"} in, a JSON line with the rows or null out."""
import json
import os
import subprocess
import sys
import tempfile

STUDY = """environment
  output_precision 16
  tabular_data
    tabular_data_file 'table.dat'
method
  sampling
    sample_type lhs
    samples {rows}
    seed {seed}
variables
  uniform_uncertain {variables}
    lower_bounds {low}
    upper_bounds {high}
interface
  analysis_drivers 'text_book'
    direct
responses
  response_functions 1
  no_gradients
  no_hessians
"""


def dakota(rows, variables, seed):
    """A process each, as Dakota keeps state in its library."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../dakota/run-dakota.py")
    with tempfile.TemporaryDirectory() as folder:
        text = STUDY.format(rows=rows, variables=variables, seed=seed, low=" 0" * variables, high=" 1" * variables)
        with open(os.path.join(folder, "study.in"), "w") as file:
            file.write(text)
        subprocess.run([sys.executable, os.path.abspath(script), "study.in"], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "table.dat")) as file:
            return [[float(x) for x in line.split()[2 : 2 + variables]] for line in file.readlines()[1:]]


def salib(rows, variables, seed):
    from SALib.sample import latin

    problem = {"num_vars": variables, "names": [f"x{j}" for j in range(variables)], "bounds": [[0, 1]] * variables}
    return latin.sample(problem, rows, seed=seed).tolist()


def scipy(optimization):
    def draw(rows, variables, seed):
        from scipy.stats import qmc

        return qmc.LatinHypercube(variables, optimization=optimization, rng=seed).random(rows).tolist()

    return draw


programs = {"Dakota": dakota, "SALib": salib, "scipy": scipy(None), "scipy random-cd": scipy("random-cd")}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = programs[asked["program"]](asked["rows"], asked["variables"], asked["seed"])
    except Exception:
        answer = None
    print(json.dumps(answer), flush=True)
