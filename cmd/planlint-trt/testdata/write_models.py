"""Writes the models of the tests, for a machine without Python: write_models.py FIXTURES OUT NAME..."""

import os
import sys

fixtures, out, names = sys.argv[1], sys.argv[2], sys.argv[3:]
sys.path.insert(0, fixtures)

from more_models import MODELS  # noqa: E402

for name in names or MODELS:
    with open(os.path.join(out, name + ".onnx"), "wb") as f:
        f.write(MODELS[name]().SerializeToString())
