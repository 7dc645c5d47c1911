"""Writes results.csv and statistics.json of the grid, independent of the engine and of beam.mjs. Python 3.8 or newer, no packages.

Use: python3 make.py
"""
import csv
import json
import math
import os

here = os.path.dirname(os.path.abspath(__file__))
rows = []
for thickness_level in range(7):
    for width_level in range(10):
        w = 1 + 3 * width_level / 9
        t = 1 + 3 * thickness_level / 6
        stress = 600 * 1000 / (w * t**2) + 600 * 500 / (w**2 * t)
        displacement = 4 * 100**3 / (2.9e7 * w * t) * math.hypot(1000 / t**2, 500 / w**2)
        rows.append((w, t, stress, displacement, stress <= 40000, displacement <= 2.2535, w * t))


def column(index):
    return [row[index] for row in rows]


def correlation(x, y):
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    xy = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y))
    xx = math.fsum((a - mean_x) ** 2 for a in x)
    yy = math.fsum((b - mean_y) ** 2 for b in y)
    return xy / math.sqrt(xx * yy)


with open(os.path.join(here, "results.csv"), "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["run", "w", "t", "stress", "displacement", "holds", "stiff", "area"])
    for number, (w, t, stress, displacement, holds, stiff, area) in enumerate(rows, 1):
        judged = ["true" if held else "false" for held in (holds, stiff)]
        writer.writerow([number, w, t, stress, displacement, *judged, area])

w, t, stress, displacement, area = (column(index) for index in (0, 1, 2, 3, 6))
statistics = {
    "runs": len(rows),
    "correlations": [
        ["w", "area", correlation(w, area)],
        ["t", "area", correlation(t, area)],
        ["w", "stress", correlation(w, stress)],
        ["t", "stress", correlation(t, stress)],
        ["area", "stress", correlation(area, stress)],
        ["stress", "displacement", correlation(stress, displacement)],
    ],
    "findings": {
        "Mean stress": math.fsum(stress) / len(rows),
        "Least area that holds": min(row[6] for row in rows if row[4] and row[5]),
        "Correlation of area and stress": correlation(area, stress),
    },
}
published = [0.666532, 0.696170, -0.484694, -0.629262, -0.673785, 0.982285]
for (x, y, value), printed in zip(statistics["correlations"], published):
    assert abs(value - printed) <= 0.5000001e-6, (x, y, value, printed)
with open(os.path.join(here, "statistics.json"), "w") as file:
    json.dump(statistics, file, indent=2)
    file.write("\n")
