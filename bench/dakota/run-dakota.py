"""Runs Dakota, as the Python package carolina has it, on an input file in the current folder: python run-dakota.py FILE, which writes FILE.out."""
import sys

import carolina

name = sys.argv[1]
carolina.run_dakota(name, f"{name}.out", f"{name}.err", None, 0, True)
