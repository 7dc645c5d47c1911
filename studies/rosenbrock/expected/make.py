"""Writes statistics.json from ../points.csv, independent of the engine and of rosenbrock.mjs. No packages needed.

Moments as Dakota prints them: sample standard deviation, bias-corrected skewness and excess kurtosis. Use: python3 make.py
"""
import csv
import json
import math
import os

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "..", "points.csv"), newline="") as file:
    points = [{name: float(cell) for name, cell in row.items()} for row in csv.DictReader(file)]
x1 = [point["x1"] for point in points]
x2 = [point["x2"] for point in points]
f = [100 * (b - a**2) ** 2 + (1 - a) ** 2 for a, b in zip(x1, x2)]
for value, point in zip(f, points):
    assert math.isclose(value, point["published"], rel_tol=1e-6), (value, point)

n = len(f)


def mean(x):
    return math.fsum(x) / len(x)


def central(x, power):
    middle = mean(x)
    return math.fsum((value - middle) ** power for value in x) / len(x)


def correlation(x, y):
    mean_x, mean_y = mean(x), mean(y)
    xy = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / len(x)
    return xy / math.sqrt(central(x, 2) * central(y, 2))


m2, m3, m4 = (central(f, power) for power in (2, 3, 4))
statistics = {
    "runs": n,
    "moments": {
        "mean": mean(f),
        "sd": math.sqrt(m2 * n / (n - 1)),
        "skewness": math.sqrt(n * (n - 1)) / (n - 2) * m3 / m2**1.5,
        "kurtosis": (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * m4 / m2**2 - 3 * (n - 1)),
    },
    "correlations": [["x1", "f", correlation(x1, f)], ["x2", "f", correlation(x2, f)]],
    "shareUpTo100": sum(value <= 100 for value in f) / n,
}
published = [4.5540183516e02, 5.3682678089e02, 1.6661798252, 2.7925726822]
for (name, value), printed in zip(statistics["moments"].items(), published):
    assert math.isclose(value, printed, rel_tol=1e-7), (name, value, printed)
for (x, _, value), printed in zip(statistics["correlations"], [-9.57746e-02, -5.08193e-01]):
    assert math.isclose(value, printed, rel_tol=1e-5), (x, value, printed)
with open(os.path.join(here, "statistics.json"), "w") as file:
    json.dump(statistics, file, indent=2)
    file.write("\n")
