"""Lets onnx's checker look at models: one line for each path on standard input, empty if it is content."""
import sys

import onnx

for line in sys.stdin:
    try:
        onnx.checker.check_model(line.rstrip("\n"))
        print(flush=True)
    except Exception as e:  # noqa: BLE001: the answer is why
        print(f"{type(e).__name__}: {e}".replace("\n", " ")[:300], flush=True)
