"""What pandas and SALib make of a table: peer.py pandas|salib TABLE INPUTS."""

import sys

import pandas as pd

what, table, inputs = sys.argv[1], sys.argv[2], int(sys.argv[3])
runs = pd.read_csv(table)
print(runs.describe(percentiles=[0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]))
print(runs.skew(), runs.kurt())
print(runs.corr(), runs.corr(method="spearman"))
if what == "salib":
    from SALib.analyze import rbd_fast

    names = list(runs.columns[:inputs])
    problem = {"num_vars": inputs, "names": names, "bounds": [[0, 1]] * inputs}
    x = runs[names].to_numpy()
    for response in runs.columns[inputs:]:
        print(rbd_fast.analyze(problem, x, runs[response].to_numpy(), num_resamples=1))
