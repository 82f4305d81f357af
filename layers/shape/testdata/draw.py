"""Draws models of one operator and says what ONNX Runtime makes of them.

usage: draw.py <ORDER, an object {"seed": n, "count": n}

Prints for each model that ONNX Runtime runs a line {"op", "model": base64, "inputs", "output"}, inputs and output as
fixtures/models/shapes.py writes them; then {"refused": n}. The model does not say the output's shape, and names all
dimensions of its data."""
import base64
import json
import random
import sys

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper


class Draw:
    """A model that is being drawn."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.inputs, self.initializers, self.feeds = [], [], {}
        self.opset = self.random.choice([11, 12, 13, 16, 18, 19, 21, 22])

    def one(self, *choices):
        return self.random.choice(choices)

    def some(self, count, low, high):
        return [self.random.randint(low, high) for _ in range(count)]

    def data(self, shape, kind=numpy.float32):
        """An input whose dimensions have names."""
        name = f"x{len(self.inputs)}"
        elem = helper.np_dtype_to_tensor_dtype(numpy.dtype(kind))
        self.inputs.append(helper.make_tensor_value_info(name, elem, [f"{name}_{k}" for k in range(len(shape))]))
        self.feeds[name] = (numpy.random.default_rng(1).random(shape) * 4).astype(kind)
        return name

    def known(self, values, kind=numpy.int64):
        """Numbers that a shape is computed from: a constant, or an input whose elements are told."""
        values = numpy.array(values, kind)
        name = f"c{len(self.inputs)}_{len(self.initializers)}"
        if self.one(True, True, False):
            self.initializers.append(numpy_helper.from_array(values, name))
        else:
            elem = helper.np_dtype_to_tensor_dtype(values.dtype)
            self.inputs.append(helper.make_tensor_value_info(name, elem, values.shape))
            self.feeds[name] = values
        return name

    def node(self, op, inputs, outputs=1, **attributes):
        attributes = {k: v for k, v in attributes.items() if v is not None}
        return helper.make_node(op, inputs, [f"y{k}" for k in range(outputs)], **attributes)


def window(d, spatial, pool):
    kernel = d.some(spatial, 1, 4)
    attributes = {"kernel_shape": kernel if pool else d.one(kernel, None), "strides": d.one(None, d.some(spatial, 1, 3))}
    auto = d.one(None, None, None, "SAME_UPPER", "SAME_LOWER", "VALID")
    if auto:
        attributes["auto_pad"] = auto
    else:
        attributes["pads"] = d.one(None, [d.random.randint(0, k - 1) for k in kernel * 2])
    return kernel, attributes


def conv(d):
    spatial, group = d.one(1, 2, 2), d.one(1, 1, 2)
    kernel, attributes = window(d, spatial, False)
    x = [d.one(1, 2), 2 * group, *d.some(spatial, 7, 17)]
    return d.node("Conv", [d.data(x), d.data([4, 2, *kernel])], group=group, dilations=d.one(None, d.some(spatial, 1, 2)), **attributes)


def conv_transpose(d):
    spatial, group = d.one(1, 2, 2), d.one(1, 2)
    kernel, attributes = window(d, spatial, False)
    strides = attributes.get("strides") or [1] * spatial
    x = [d.one(1, 2), 2 * group, *d.some(spatial, 2, 9)]
    if d.one(True, False, False, False):
        attributes.pop("pads", None)
        attributes["output_shape"] = [(n - 1) * s + k - d.random.randint(0, 1) for n, s, k in zip(x[2:], strides, kernel)]
    else:
        attributes["output_padding"] = d.one(None, [d.random.randint(0, s - 1) for s in strides])
    return d.node("ConvTranspose", [d.data(x), d.data([2 * group, 3, *kernel])], group=group, dilations=d.one(None, d.some(spatial, 1, 2)), **attributes)


def pool(d):
    spatial = d.one(1, 2, 2)
    op = d.one("MaxPool", "AveragePool", "LpPool")
    _, attributes = window(d, spatial, True)
    # Where both are given, ONNX Runtime forgets the dilation while it computes the padding; onnx does not.
    dilates = op == "MaxPool" or op == "AveragePool" and d.opset >= 19 or op == "LpPool" and d.opset >= 18
    if dilates and "SAME" not in attributes.get("auto_pad", ""):
        attributes["dilations"] = d.one(None, d.some(spatial, 1, 2))
    if op != "LpPool" or d.opset >= 18:
        attributes["ceil_mode"] = d.one(0, 1)
    return d.node(op, [d.data([1, 2, *d.some(spatial, 7, 17)])], outputs=d.one(1, 2) if op == "MaxPool" else 1, **attributes)


def resize(d):
    shape = [1, 2, *d.some(2, 1, 13)]
    if d.opset < 13:
        roi = [d.known([], numpy.float32)]
    else:
        roi = [""]
    attributes = {"mode": d.one("nearest", "linear")}
    axes = [2, 3] if d.opset >= 18 and d.one(True, False) else [0, 1, 2, 3]
    if axes == [2, 3]:
        attributes["axes"] = axes
    if d.one(True, False):
        factors = [d.one(0.5, 2.0, 1.5, 4 / 3, 0.7, 3.0, 1.0, 0.3333, 2.1) for _ in axes]
        if axes != [2, 3]:
            factors[:2] = [1.0, 1.0]
        return d.node("Resize", [d.data(shape), *roi, d.known(factors, numpy.float32)], **attributes)
    sizes = [n if a < 2 else d.random.randint(1, 20) for a, n in enumerate(shape) if a in axes]
    if d.opset >= 18 and d.one(True, False):
        attributes["keep_aspect_ratio_policy"] = d.one("stretch", "not_larger", "not_smaller")
    empty = d.known([], numpy.float32) if d.opset < 13 else ""
    return d.node("Resize", [d.data(shape), *roi, empty, d.known(sizes)], **attributes)


FAR = [-(2**63), -(2**31), 2**31 - 1, 2**63 - 1]


def cut(d):
    shape = d.some(d.one(1, 2, 3), 1, 9)
    axes = d.random.sample(range(len(shape)), d.random.randint(1, len(shape)))
    starts = [d.one(d.random.randint(-10, 10), *FAR) if d.one(0, 1, 2) == 0 else d.random.randint(-4, 6) for _ in axes]
    ends = [d.one(d.random.randint(-10, 10), *FAR) for _ in axes]
    steps = [d.one(1, 1, 2, 3, -1, -2, -1) for _ in axes]
    inputs = [d.data(shape), d.known(starts), d.known(ends), d.known([a - len(shape) * d.one(0, 1) for a in axes]), d.known(steps)]
    return d.node("Slice", inputs[: d.one(5, 5, 4)])


def reshape(d):
    shape = d.some(d.random.randint(1, 4), 1, 6)
    d.random.shuffle(shape)
    total = int(numpy.prod(shape))
    want = []
    while total > 1 and len(want) < 4:
        part = d.one(*[n for n in range(1, total + 1) if total % n == 0])
        want.append(part)
        total //= part
    want.append(total)
    for k in range(min(len(want), len(shape))):
        if want[k] == shape[k] and d.one(True, False):
            want[k] = 0
    if d.one(True, False):
        want[d.random.randrange(len(want))] = -1
    return d.node("Reshape", [d.data(shape), d.known(want)])


def pad(d):
    shape = d.some(d.one(1, 2, 3), 2, 6)
    axes = list(range(len(shape)))
    inputs = [d.data(shape)]
    if d.opset >= 18 and d.one(True, False):
        axes = d.random.sample(axes, d.random.randint(1, len(axes)))
        inputs += [d.known([d.random.randint(-1, 3) for _ in axes * 2]), "", d.known(axes)]
    else:
        inputs += [d.known([d.random.randint(-1, 3) for _ in axes * 2])]
    return d.node("Pad", inputs)


def broadcast(d, shape):
    """A shape that can be broadcast with another."""
    other = [d.one(n, n, 1) for n in shape]
    return other[d.random.randint(0, len(other)):] if d.one(True, False) else d.one([1], []) + other


def elementwise(d):
    shape = d.some(d.random.randint(1, 4), 1, 5)
    op = d.one("Add", "Mul", "Sub", "Div", "Pow", "Greater", "Equal", "Max", "Where")
    inputs = [d.data(shape), d.data(broadcast(d, shape))]
    if op == "Where":
        inputs.insert(0, d.data(broadcast(d, shape), bool))
    return d.node(op, inputs)


def expand(d):
    shape = d.some(d.random.randint(1, 3), 1, 4)
    want = [n if n > 1 and d.one(True, False) else d.one(1, n) if n > 1 else d.random.randint(1, 5) for n in shape]
    return d.node("Expand", [d.data(shape), d.known(d.some(d.one(0, 0, 1), 1, 3) + want)])


def matmul(d):
    outer = d.some(d.random.randint(0, 2), 1, 3)
    m, k, n = d.some(3, 1, 5)
    a, b = d.one([*outer, m, k], [m, k], [k]), d.one([*broadcast(d, outer), k, n] if outer else [k, n], [k, n], [k])
    return d.node("MatMul", [d.data(a), d.data(b)])


def reduce(d):
    shape = d.some(d.random.randint(1, 4), 1, 5)
    op = d.one("ReduceSum", "ReduceMean", "ReduceMax", "ReduceL2", "ReduceProd", "ArgMax")
    keep = d.one(None, 0, 1)
    if op == "ArgMax":
        return d.node(op, [d.data(shape)], axis=d.random.randint(-len(shape), len(shape) - 1), keepdims=keep)
    axes = [a - len(shape) * d.one(0, 1) for a in d.random.sample(range(len(shape)), d.random.randint(0, len(shape)))]
    if d.opset >= 18 or op == "ReduceSum" and d.opset >= 13:
        return d.node(op, [d.data(shape), d.known(axes)], keepdims=keep, noop_with_empty_axes=d.one(None, 0, 1))
    return d.node(op, [d.data(shape)], keepdims=keep, axes=axes or None)


def split(d):
    shape = d.some(d.random.randint(1, 3), 1, 9)
    axis = d.random.randrange(len(shape))
    parts = d.random.randint(1, min(3, shape[axis]))
    sizes = [shape[axis] // parts] * (parts - 1)
    sizes.append(shape[axis] - sum(sizes))
    if d.opset >= 18 and d.one(True, False):
        return d.node("Split", [d.data(shape)], parts, axis=axis, num_outputs=parts)
    if d.opset < 13:
        return d.node("Split", [d.data(shape)], parts, axis=axis, split=sizes)
    return d.node("Split", [d.data(shape), d.known(sizes)], parts, axis=axis - len(shape) * d.one(0, 1))


def gather(d):
    shape = d.some(d.random.randint(1, 3), 2, 5)
    axis = d.random.randrange(len(shape))
    indices = numpy.zeros(d.some(d.random.randint(0, 2), 1, 4), numpy.int64)
    return d.node("Gather", [d.data(shape), d.known(indices)], axis=axis - len(shape) * d.one(0, 1))


def squeeze(d):
    shape = d.some(d.random.randint(1, 2), 2, 5)
    if d.one(True, False):
        rank = len(shape) + 2
        axes = [a - rank * d.one(0, 1) for a in d.random.sample(range(rank), 2)]
        if d.opset < 13:
            return d.node("Unsqueeze", [d.data(shape)], axes=axes)
        return d.node("Unsqueeze", [d.data(shape), d.known(axes)])
    at = d.random.randint(0, len(shape))
    shape.insert(at, 1)
    if d.opset < 13:
        return d.node("Squeeze", [d.data(shape)], axes=[at])
    return d.node("Squeeze", [d.data(shape), d.known([at - len(shape) * d.one(0, 1)])])


def concat(d):
    shape = d.some(d.random.randint(1, 3), 1, 5)
    axis = d.random.randrange(len(shape))
    inputs = []
    for _ in range(d.random.randint(1, 3)):
        inputs.append(d.data([d.random.randint(1, 5) if k == axis else n for k, n in enumerate(shape)]))
    return d.node("Concat", inputs, axis=axis - len(shape) * d.one(0, 1))


def ranged(d):
    if d.one(True, False):
        numbers = [d.known(n) for n in (d.random.randint(-5, 5), d.random.randint(-5, 20), d.one(1, 2, 3, -1, -2))]
    else:
        numbers = [d.known(n, numpy.float32) for n in (d.random.uniform(-5, 5), d.random.uniform(-5, 20), d.one(0.1, 1.0, 0.25, -0.7))]
    return d.node("Range", numbers)


def others(d):
    shape = d.some(4, 1, 4)
    b = d.one(1, 2, 3)
    return d.one(
        lambda: d.node("DepthToSpace", [d.data([shape[0], shape[1] * b * b, *shape[2:]])], blocksize=b, mode=d.one("DCR", "CRD")),
        lambda: d.node("SpaceToDepth", [d.data([*shape[:2], shape[2] * b, shape[3] * b])], blocksize=b),
        lambda: d.node("Tile", [d.data(shape), d.known(d.some(4, 1, 3))]),
        lambda: d.node("Transpose", [d.data(shape)], perm=d.one(None, d.random.sample(range(4), 4))),
        lambda: d.node("Flatten", [d.data(shape)], axis=d.random.randint(-4, 4)),
        lambda: d.node("TopK", [d.data(shape), d.known([d.random.randint(1, shape[2])])], 2, axis=2),
        lambda: d.node("GlobalAveragePool", [d.data(shape)]),
        lambda: d.node("Gemm", [d.data([shape[0], b]), d.data([shape[1], b])], transB=1),
        lambda: d.node("Einsum", [d.data(shape), d.data([shape[0], shape[3], b])], equation=d.one("abcd,ade->abce", "abcd,ade->eb", "abcd,ade")),
        lambda: d.node("OneHot", [d.data(shape[:2], numpy.int64), d.known([7]), d.known([0, 1], numpy.float32)], axis=d.random.randint(-3, 2)),
        lambda: d.node("GatherND", [d.data(shape), d.known(numpy.zeros((2, d.random.randint(1, 3)), numpy.int64))]),
        lambda: d.node("LSTM", [d.data(shape[:3]), d.data([1, 12, shape[2]]), d.data([1, 12, 3])], d.one(1, 3), hidden_size=3),
        lambda: d.node("LayerNormalization", [d.data(shape), d.data([shape[3]])], axis=-1) if d.opset >= 17 else d.node("Softmax", [d.data(shape)]),
        lambda: d.node("ConstantOfShape", [d.known(d.some(d.random.randint(0, 3), 0, 4))]),
    )()


KINDS = [conv, conv, conv_transpose, conv_transpose, pool, pool, pool, resize, resize, cut, cut, reshape, pad, elementwise, expand,
         matmul, reduce, split, gather, squeeze, concat, ranged, others, others]


def drawn(seed):
    """The model of a seed, and what becomes of it; None where ONNX Runtime refuses it."""
    d = Draw(seed)
    node = KINDS[d.random.randrange(len(KINDS))](d)
    outputs = [onnx.ValueInfoProto(name=name) for name in node.output]
    graph = helper.make_graph([node], "drawn", d.inputs, outputs, d.initializers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", d.opset)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        made = session.run(None, d.feeds)
    except Exception:
        return None
    inputs = {}
    for name, value in d.feeds.items():
        inputs[name] = given = {"dims": list(value.shape)}
        if name.startswith("c"):
            given["ints" if value.dtype.kind == "i" else "floats"] = value.reshape(-1).tolist()
    names = {"float": "float32", "double": "float64"}
    output = {name: [names.get(v.dtype.name, v.dtype.name), list(v.shape)] for name, v in zip(node.output, made)}
    return {"op": node.op_type, "model": base64.b64encode(model.SerializeToString()).decode(), "inputs": inputs, "output": output}


def main():
    order = json.load(sys.stdin)
    refused = 0
    for k in range(order["count"]):
        answer = drawn(order["seed"] * 1_000_003 + k)
        if answer:
            print(json.dumps(answer))
        else:
            refused += 1
    print(json.dumps({"refused": refused}))


main()
