"""Infers shapes with onnx and says how long that took.

A line {"path": ..., "inputs": {name: shape}} opens a model and gives its inputs shapes, an empty line infers it.
"""

import json
import sys
import time

import onnx

LEAST = 0.02  # seconds of inferences that are timed together

model = None
for line in sys.stdin:
    if line.strip():
        job = json.loads(line)
        model = onnx.load(job["path"], load_external_data=False)
        for given in model.graph.input:
            for dimension, size in zip(given.type.tensor_type.shape.dim, (job["inputs"] or {}).get(given.name, [])):
                dimension.dim_value = size
        print("open", flush=True)
        continue
    count, start = 0, time.perf_counter()
    while count == 0 or time.perf_counter() - start < LEAST:
        onnx.shape_inference.infer_shapes(model)
        count += 1
    print((time.perf_counter() - start) / count, flush=True)
