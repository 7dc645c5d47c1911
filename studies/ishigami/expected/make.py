"""Writes statistics.json: exact moments of the Ishigami function and how far a sample of 1,024 may be off. No packages needed.

Closed forms: T. Ishigami and T. Homma, 1990, doi:10.1109/ISUMA.1990.151285. Use: python3 make.py
"""
import json
import math
import os

a, b = 7, 0.1
mean = a / 2
variance = a**2 / 8 + b * math.pi**4 / 5 + b**2 * math.pi**8 / 18 + 0.5
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "statistics.json")
with open(path, "w") as file:
    json.dump(
        {
            "runs": 1024,
            "mean": {"exact": mean, "tolerance": 0.16},
            "sd": {"exact": math.sqrt(variance), "tolerance": 0.21},
        },
        file,
        indent=2,
    )
    file.write("\n")
