"""Prints values of models, one line of JSON for each line of standard input.

"stored PATH": the inputs and outputs that the model's own test data has. "reference PATH": all values that onnx's
reference evaluator makes of inputs that are drawn here, usual numbers and special ones.
A value is its type, its shape and its elements as float64 in hexadecimal."""
import json
import os
import sys
import warnings

import ml_dtypes
import numpy as np
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")


def value(array):
    array = np.asarray(array)
    name = "bfloat16" if array.dtype == ml_dtypes.bfloat16 else str(array.dtype)
    return {"type": name, "dims": list(array.shape), "data": array.astype("<f8").tobytes().hex()}


def stored(path):
    model = onnx.load(path)
    folder = os.path.join(os.path.dirname(path), "test_data_set_0")
    values = {}
    for kind, infos in (("input", model.graph.input), ("output", model.graph.output)):
        for i, info in enumerate(infos):
            file = os.path.join(folder, f"{kind}_{i}.pb")
            if not info.type.HasField("tensor_type") or not os.path.exists(file):
                return {"error": "no tensor"}
            values[info.name] = value(numpy_helper.to_array(onnx.load_tensor(file)))
    return {"values": values}


def drawn(info, rng):
    shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
    numbers = rng.standard_normal(shape)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 6e-8, -6e-8, 65504, -65504, 1, -1])
    return np.where(rng.random(shape) < 0.2, rng.choice(special, shape), numbers).astype(dtype)


def reference(path):
    model = onnx.load(path)
    rng = np.random.default_rng(4841)
    inputs = {info.name: drawn(info, rng) for info in model.graph.input}
    names = [name for node in model.graph.node for name in node.output if name]
    known = {o.name for o in model.graph.output}
    model.graph.output.extend(onnx.ValueInfoProto(name=n) for n in names if n not in known)
    evaluator = ReferenceEvaluator(model)
    made = dict(zip(evaluator.output_names, evaluator.run(None, inputs)))
    return {"values": {name: value(a) for name, a in (inputs | made).items()}}


for line in sys.stdin:
    what, path = line.rstrip("\n").split(" ", 1)
    try:
        answer = {"stored": stored, "reference": reference}[what](path)
    except Exception as e:  # the models are others' too
        answer = {"error": f"{type(e).__name__}: {e}"}
    print(json.dumps(answer), flush=True)
