"""Writes models with bodies and functions, and says what ONNX Runtime makes of them.

Prints for each a line as draw.py does, with the model's name in "op"."""
import base64
import json

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, parser

HEAD = '<ir_version: 9, opset_import: ["" : 18, "own" : 1]>\n'

# name -> model in onnx's text form, inputs
MODELS = {
    # A function that is called twice finds different numbers of elements.
    "twice": (HEAD + """
        main (float[a, b] x, float[c, d] y) => (p, q) {
            p = own.found(x)
            q = own.found(y)
        }
        <domain: "own", opset_import: ["" : 18]>
        found (v) => (places) { zero = Constant<value_float: float = 0.0>()
            more = Greater(v, zero)
            places = NonZero(more) }
        """, {"x": [2, 3], "y": [1, 4]}),
    # Functions in functions, attributes that are handed on, a default, and an input that is left out.
    "nested": (HEAD + """
        main (float[a, b] x) => (p, q, r) {
            p = own.outer<axis: int = 1>(x)
            q = own.outer<axis: int = 0>(x)
            r = own.clamp(x)
        }
        <domain: "own", opset_import: ["" : 18, "own" : 1]>
        outer <axis> (v) => (w) { doubled = own.join<axis: int = @axis>(v)
            w = own.join<axis: int = @axis>(doubled) }
        <domain: "own", opset_import: ["" : 18]>
        join <axis> (v) => (w) { w = Concat<axis: int = @axis>(v, v) }
        <domain: "own", opset_import: ["" : 18]>
        clamp <keepdims: int = 0> (v, low, high) => (w) { c = Clip(v, low, high)
            w = ReduceSum<keepdims: int = @keepdims>(c) }
        """, {"x": [2, 3]}),
    # A function with an If, whose branches agree in rank only.
    "function_with_if": (HEAD + """
        main (float[a, b] x, bool c) => (p) { p = own.either(c, x) }
        <domain: "own", opset_import: ["" : 18]>
        either (c, v) => (w) {
            w = If(c) <then_branch = yes () => (t) { t = Identity(v) }, else_branch = no () => (e) { e = Concat<axis: int = 0>(v, v) }>
        }
        """, {"x": [2, 3], "c": []}),
    # What a condition says is known, if a size does.
    "if_by_size": (HEAD + """
        main (float[a, b] x) => (p) {
            s = Shape(x)
            one = Constant<value_ints: ints = [1]>()
            n = Gather<axis: int = 0>(s, one)
            three = Constant<value_ints: ints = [3]>()
            same = Equal(n, three)
            c = Squeeze(same)
            p = If(c) <then_branch = yes () => (t) { t = Transpose(x) }, else_branch = no () => (e) { e = Flatten<axis: int = 0>(x) }>
        }
        """, {"x": [2, 3]}),
    # A loop that makes its value longer, and one that stacks what it makes.
    "growing_loop": (HEAD + """
        main (float[a, b] x) => (last, all) {
            n = Constant<value_int: int = 4>()
            c = Constant<value: tensor = bool {1}>()
            last, all = Loop(n, c, x) <body = each (int64 i, bool go, float[p, q] v) => (still, w, first) {
                still = Identity(go)
                w = Concat<axis: int = 0>(v, x)
                row = Constant<value_ints: ints = [0]>()
                first = Gather<axis: int = 0>(v, row)
            }>
        }
        """, {"x": [2, 3]}),
    # It ends by its own condition, after as many runs as it counts.
    "loop_until": (HEAD + """
        main (float[a, b] x) => (last, all) {
            c = Constant<value: tensor = bool {1}>()
            last, all = Loop("", c, x) <body = each (int64 i, bool go, float[p, q] v) => (still, w, row) {
                three = Constant<value_int: int = 3>()
                still = Less(i, three)
                w = Identity(v)
                row = ReduceSum<keepdims: int = 0>(v)
            }>
        }
        """, {"x": [2, 3]}),
    # Never.
    "loop_of_none": (HEAD + """
        main (float[a, b] x) => (last) {
            n = Constant<value_int: int = 0>()
            last = Loop(n, "", x) <body = each (int64 i, bool go, float[p, q] v) => (go, w) { w = Concat<axis: int = 1>(v, v) }>
        }
        """, {"x": [2, 3]}),
    # As often as an input has rows.
    "loop_by_size": (HEAD + """
        main (float[a, b] x) => (last, all) {
            s = Shape(x)
            zero = Constant<value_int: int = 0>()
            n = Gather<axis: int = 0>(s, zero)
            last, all = Loop(n, "", x) <body = each (int64 i, bool go, float[p, q] v) => (go, w, row) {
                w = Mul(v, v)
                row = Gather<axis: int = 0>(v, i)
            }>
        }
        """, {"x": [5, 3]}),
    # Loops in each other.
    "loops_in_loops": (HEAD + """
        main (float[a, b] x) => (last, all) {
            n = Constant<value_int: int = 3>()
            last, all = Loop(n, "", x) <body = outer (int64 i, bool go, float[p, q] v) => (go, w, part) {
                m = Constant<value_int: int = 2>()
                w, part = Loop(m, "", v) <body = inner (int64 k, bool on, float[r, t] u) => (on, u2, sum) {
                    u2 = Transpose(u)
                    sum = ReduceSum<keepdims: int = 0>(u)
                }>
            }>
        }
        """, {"x": [2, 3]}),
    "scan": (HEAD + """
        main (float[a, b] start, float[n, a, b] x) => (last, all, other) {
            last, all, other = Scan(start, x) <num_scan_inputs: int = 1, scan_output_axes: ints = [0, -1], body = each (float[p, q] s, float[p, q] v) => (t, w, z) {
                t = Add(s, v)
                w = Concat<axis: int = 0>(t, v)
                z = ReduceSum<keepdims: int = 0>(w)
            }>
        }
        """, {"start": [2, 3], "x": [4, 2, 3]}),
    "scan_along_axis": (HEAD + """
        main (float[a, b, n] x) => (all) {
            all = Scan(x) <num_scan_inputs: int = 1, scan_input_axes: ints = [2], scan_output_axes: ints = [1], body = each (float[p, q] v) => (w) { w = Transpose(v) }>
        }
        """, {"x": [2, 3, 5]}),
    # What a model's body reads from around it, and a value of the same name in both branches.
    "branches_name_alike": (HEAD + """
        main (float[a, b] x, bool c) => (p, q) {
            p = If(c) <then_branch = yes () => (t) { k = NonZero(x)
                t = Cast<to: int = 1>(k) }, else_branch = no () => (e) { k = Shape(x)
                f = Cast<to: int = 1>(k)
                two = Constant<value_ints: ints = [1, 2]>()
                e = Reshape(f, two) }>
            q = Add(p, p)
        }
        """, {"x": [2, 3], "c": []}),
    "sequences": (HEAD + """
        main (float[a, b] x) => (n, joined, stacked, one) {
            parts = SplitToSequence<axis: int = 1, keepdims: int = 1>(x)
            n = SequenceLength(parts)
            joined = ConcatFromSequence<axis: int = 0>(parts)
            stacked = ConcatFromSequence<axis: int = 0, new_axis: int = 1>(parts)
            first = Constant<value_int: int = 0>()
            one = SequenceAt(parts, first)
        }
        """, {"x": [2, 3]}),
}

# Those of which an output depends on elements, or on a condition that is not known.
OPEN = ["twice", "function_with_if", "if_by_size", "branches_name_alike"]


def main():
    names = {"float": "float32", "double": "float64"}
    for name, (text, shapes) in MODELS.items():
        model = parser.parse_model(text)
        feeds = {}
        for value in model.graph.input:
            kind = helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
            feeds[value.name] = numpy.ones(shapes[value.name], kind)
        for value in model.graph.output:
            value.ClearField("type")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        made = session.run(None, feeds)
        inputs = {n: {"dims": list(v.shape)} for n, v in feeds.items()}
        output = {v.name: [names.get(a.dtype.name, a.dtype.name), list(a.shape)] for v, a in zip(session.get_outputs(), map(numpy.asarray, made))}
        print(json.dumps({"op": name, "model": base64.b64encode(model.SerializeToString()).decode(), "inputs": inputs, "output": output, "open": OPEN}))


main()
