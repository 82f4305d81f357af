"""Computes with two models on the inputs that come with the first one, by onnx's reference evaluator.

Each line on standard input has two paths with a tab between. One line is printed for each: "same", what
differs, or why the first model cannot be computed."""
import pathlib
import sys
import warnings

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")


def value(path):
    data = path.read_bytes()
    tensor = onnx.TensorProto.FromString(data)
    return numpy_helper.to_array(tensor)


def run(path, inputs):
    model = onnx.load(path)
    names = [v.name for v in model.graph.input]
    return ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))


def same(a, b):
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    a, b = np.asarray(a), np.asarray(b)
    return a.dtype == b.dtype and a.shape == b.shape and (a.dtype == object and (a == b).all() or a.tobytes() == b.tobytes())


for line in sys.stdin:
    old, new = line.rstrip("\n").split("\t")
    folder = pathlib.Path(old).parent / "test_data_set_0"
    try:
        inputs = [value(folder / f"input_{i}.pb") for i in range(len(list(folder.glob("input_*.pb"))))]
        want = run(old, inputs)
    except Exception as e:  # noqa: BLE001: whatever onnx cannot compute
        print("not computed:", type(e).__name__, flush=True)
        continue
    try:
        got = run(new, inputs)
        print("same" if same(want, got) else "differs", flush=True)
    except Exception as e:  # noqa: BLE001
        print("fails:", str(e).replace("\n", " ")[:200], flush=True)
