"""Writes nist.json: NIST's Statistical Reference Datasets (https://www.itl.nist.gov/div898/strd/, public domain) with their certified values.

Usage: python make-nist.py UNIVARIATE LINEAR
  UNIVARIATE  a folder with the nine data sets as NAME.rda (of the R package RQualification)
  LINEAR      a folder with the eleven data sets as name.csv (of the Julia package NISTTests)
The eleven data sets of the analysis of variance, with the certified values, are those that scipy carries for its own tests.

NIST certifies what 500 digits give, rounded to 15; so do 60 digits here for the univariate and the linear sets, which agree with NIST's
published values wherever this file knows them. `ofDoubles` is the same of the nearest doubles of the data, which is all that a program can reach.
"""
import csv
import json
import pathlib
import sys

import mpmath
import numpy
import pyreadr
import scipy.stats

mpmath.mp.dps = 60
univariate, linear = map(pathlib.Path, sys.argv[1:3])
here = pathlib.Path(__file__).parent

LEVELS = {
    **dict.fromkeys(["Lew", "Lottery", "Mavro", "Michelso", "PiDigits", "NumAcc1"], "lower"),
    **dict.fromkeys(["NumAcc2", "NumAcc3"], "average"),
    "NumAcc4": "higher",
    **dict.fromkeys(["SiRstv", "SmLs01", "SmLs02", "SmLs03"], "lower"),
    **dict.fromkeys(["AtmWtAg", "SmLs04", "SmLs05", "SmLs06"], "average"),
    **dict.fromkeys(["SmLs07", "SmLs08", "SmLs09"], "higher"),
    **dict.fromkeys(["norris", "pontius"], "lower"),
    **dict.fromkeys(["noint1", "noint2"], "average"),
    **dict.fromkeys(["filip", "longley", "wampler1", "wampler2", "wampler3", "wampler4", "wampler5"], "higher"),
}
DEGREES = {"norris": 1, "pontius": 2, "filip": 10, **{f"wampler{k}": 5 for k in range(1, 6)}}
PUBLISHED = {
    "filip": {"r2": "0.996727416185620", "b0": "-1467.48961422980"},
    "longley": {"r2": "0.995479004577296", "b0": "-3482258.63459582"},
    "norris": {"r2": "0.999993745883712", "b0": "-0.262323073774029"},
    "pontius": {"r2": "0.999999900178537", "b0": "0.673565789473684E-03"},
}


def digits(value):
    return float(mpmath.nstr(value, 15))


def spread(values):
    n = len(values)
    mean = mpmath.fsum(values) / n
    return mean, mpmath.sqrt(mpmath.fsum((v - mean) ** 2 for v in values) / (n - 1))


def one_way(groups):
    everything = [v for group in groups for v in group]
    grand = mpmath.fsum(everything) / len(everything)
    means = [mpmath.fsum(g) / len(g) for g in groups]
    between = mpmath.fsum(len(g) * (m - grand) ** 2 for g, m in zip(groups, means))
    within = mpmath.fsum((v - m) ** 2 for g, m in zip(groups, means) for v in g)
    freedom = len(groups) - 1, len(everything) - len(groups)
    f = (between / freedom[0]) / (within / freedom[1])
    return {"between": digits(between), "within": digits(within), "f": digits(f)}


def packed(values):
    """A long list in which the second and third value take turns, as [first, second, third, how often]; else the list."""
    pairs = len(values) // 2
    if len(values) > 20 and values == [values[0]] + values[1:3] * pairs:
        return {"first": values[0], "turns": values[1:3], "times": pairs}
    return values


def univariate_sets():
    for name in ["Lew", "Lottery", "Mavro", "Michelso", "PiDigits", "NumAcc1", "NumAcc2", "NumAcc3", "NumAcc4"]:
        (table,) = pyreadr.read_r(str(univariate / f"{name}.rda")).values()
        values = [float(v) for v in table.iloc[:, 0]]
        mean, deviation = spread([mpmath.mpf(repr(v)) for v in values])
        _, of_doubles = spread([mpmath.mpf(v) for v in values])
        yield {"name": name, "level": LEVELS[name], "values": packed(values), "mean": digits(mean),
               "standardDeviation": digits(deviation), "ofDoubles": {"standardDeviation": digits(of_doubles)}}


def anova_sets():
    folder = pathlib.Path(scipy.stats.__file__).parent / "tests/data/nist_anova"
    for path in sorted(folder.glob("*.dat")):
        lines = path.read_text().splitlines()
        groups = {}
        for treatment, response in (line.split() for line in lines[60:] if line.strip()):
            groups.setdefault(treatment, []).append(response)
        rows = [line.split() for line in lines[40:47]]
        between = next(row for row in rows if row[:1] == ["Between"])
        within = next(row for row in rows if row[:1] == ["Within"])
        r2 = next(row for row in rows if "R-Squared" in row)
        certified = {"between": float(between[-3]), "within": float(within[-2]), "f": float(between[-1]), "r2": float(r2[-1])}
        check = one_way([[mpmath.mpf(v) for v in group] for group in groups.values()])
        for key in check:
            assert abs(check[key] / certified[key] - 1) < 1e-13, (path.name, key, check[key], certified[key])
        yield {"name": path.stem, "level": LEVELS[path.stem],
               "groups": [packed([float(v) for v in group]) for group in groups.values()], **certified,
               "ofDoubles": one_way([[mpmath.mpf(float(v)) for v in group] for group in groups.values()])}


def least_squares(columns, y, centred):
    matrix, target = mpmath.matrix(columns).T, mpmath.matrix(y)
    inverse = mpmath.inverse(matrix.T * matrix)
    beta = inverse * (matrix.T * target)
    rest = target - matrix * beta
    squares = mpmath.fsum(v * v for v in rest)
    freedom = len(y) - len(columns)
    mean = mpmath.fsum(y) / len(y) if centred else 0
    total = mpmath.fsum((v - mean) ** 2 for v in y)
    return {"coefficients": [digits(b) for b in beta], "r2": digits(1 - squares / total),
            "standardErrors": [digits(mpmath.sqrt(abs(inverse[k, k]) * squares / freedom)) if squares > 1e-30 * total else 0
                               for k in range(len(columns))]}


def linear_sets():
    for path in sorted(linear.glob("*.csv")):
        name = path.stem
        rows = list(csv.DictReader(path.open(encoding="utf-8-sig")))
        y = [mpmath.mpf(row["y"]) for row in rows]
        first = "x1" if "x1" in rows[0] else "x"
        inputs = [[mpmath.mpf(row[key]) for row in rows] for key in rows[0] if key != "y"]
        constant = [mpmath.mpf(1)] * len(y)
        if name == "longley":
            columns = [constant, *inputs]
        elif name.startswith("noint"):
            columns = inputs
        else:
            x = [mpmath.mpf(row[first]) for row in rows]
            columns = [[v**k for v in x] for k in range(DEGREES[name] + 1)]
            inputs = [x]
        found = least_squares(columns, y, not name.startswith("noint"))
        known = PUBLISHED.get(name, {})
        if known:
            assert abs(found["r2"] / float(known["r2"]) - 1) < 1e-13, (name, found["r2"])
            assert abs(found["coefficients"][0] / float(known["b0"]) - 1) < 1e-13, (name, found)
        yield {"name": name, "level": LEVELS[name], **({"degree": DEGREES[name]} if name in DEGREES else {}),
               "inputs": [[float(v) for v in column] for column in inputs], "y": [float(v) for v in y], **found}


document = {"source": "https://www.itl.nist.gov/div898/strd/", "univariate": list(univariate_sets()),
            "anova": list(anova_sets()), "linear": list(linear_sets())}
(here / "nist.json").write_text(json.dumps(document, separators=(",", ":")) + "\n")
