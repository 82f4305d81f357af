"""More small models: what networks are made of, beside those of fixtures/rtx/models.py."""

import numpy as np
from models import MODELS, Graph
from onnx import TensorProto, helper, numpy_helper

FP16 = TensorProto.FLOAT16


def constant(g, name, values):
    g.initializers.append(numpy_helper.from_array(np.asarray(values), name))
    return name


def softmax():
    g = Graph()
    g.node("Softmax", ["x"], "y", "softmax", axis=-1)
    return g.model((8, 32, 64), (8, 32, 64))


def layer_norm():
    g = Graph()
    scale, bias = g.constant("scale", (256,)), g.constant("bias", (256,))
    g.node("Relu", [g.node("LayerNormalization", ["x", scale, bias], "normal", "normal", axis=-1)], "y", "relu")
    return g.model((4, 32, 256), (4, 32, 256))


def residual():
    """The block that ResNets repeat, with what they begin and end with."""
    g = Graph()
    x = g.node("Relu", [g.conv("x", (16, 32), "stem")], "stem.relu", "stem.relu")
    x = g.node("MaxPool", [x], "pool", "pool", kernel_shape=[2, 2], strides=[2, 2])
    for name in ("one", "two"):
        h = g.node("Relu", [g.conv(x, (32, 32), name + ".a")], name + ".a.relu", name + ".a.relu")
        h = g.node("Add", [g.conv(h, (32, 32), name + ".b"), x], name + ".add", name + ".add")
        x = g.node("Relu", [h], name + ".relu", name + ".relu")
    x = g.node("Flatten", [g.node("GlobalAveragePool", [x], "mean", "mean")], "flat", "flat")
    g.node("Gemm", [x, g.constant("fc.weight", (10, 32)), g.constant("fc.bias", (10,))], "y", "fc", transB=1)
    return g.model((1, 16, 32, 32), (1, 10))


def attention(rows=64, width=128):
    g = Graph()
    q, k, v = (g.node("MatMul", ["x", g.constant(n + ".weight", (width, width))], n, n) for n in "qkv")
    scores = g.node("MatMul", [q, g.node("Transpose", [k], "kt", "kt", perm=[0, 2, 1])], "scores", "scores")
    scaled = g.node("Mul", [scores, constant(g, "scale", np.float16(width**-0.5))], "scaled", "scaled")
    mixed = g.node("MatMul", [g.node("Softmax", [scaled], "probabilities", "softmax", axis=-1), v], "mixed", "mixed")
    g.node("Add", [g.node("MatMul", [mixed, g.constant("o.weight", (width, width))], "o", "o"), "x"], "y", "add")
    return g.model((1, rows, width), (1, rows, width))


def concat_resize():
    g = Graph()
    both = g.node("Concat", [g.conv("x", (8, 8), "a"), "x"], "both", "concat", axis=1)
    scales = constant(g, "scales", np.array([1, 1, 2, 2], np.float32))
    large = g.node("Resize", [both, "", scales], "large", "resize", mode="nearest")
    g.node("Sigmoid", [g.conv(large, (16, 8), "b")], "y", "sigmoid")
    return g.model((1, 8, 16, 16), (1, 8, 32, 32))


def depthwise():
    g = Graph()
    weights = g.constant("depth.weight", (32, 1, 3, 3))
    x = g.node("Conv", ["x", weights], "depth", "depth", pads=[1] * 4, group=32)
    x = g.node("Clip", [x, constant(g, "low", np.float16(0)), constant(g, "high", np.float16(6))], "clip", "clip")
    g.node("Conv", [x, g.constant("point.weight", (64, 32, 1, 1))], "y", "point")
    return g.model((1, 32, 32, 32), (1, 64, 32, 32))


def transposed():
    g = Graph()
    x = g.node("ConvTranspose", ["x", g.constant("up.weight", (16, 16, 2, 2))], "up", "up", strides=[2, 2])
    g.node("Tanh", [x], "y", "tanh")
    return g.model((1, 16, 16, 16), (1, 16, 32, 32))


def single_precision():
    g = Graph("float32")
    g.leaky_relu(g.conv("x", (16, 16), "conv"), "lrelu", "y")
    return g.model((1, 16, 32, 32), (1, 16, 32, 32))


def quantized():
    """A convolution in INT8, as Q/DQ say it."""
    g = Graph("float32")
    scale, zero = constant(g, "scale", np.float32(0.05)), constant(g, "zero", np.int8(0))
    x = g.node("DequantizeLinear", [g.node("QuantizeLinear", ["x", scale, zero], "q", "q"), scale, zero], "dq", "dq")
    values = g.random.integers(-127, 128, (32, 16, 3, 3)).astype(np.int8)
    w = g.node("DequantizeLinear", [constant(g, "weight", values), scale, zero], "w", "w.dq")
    g.node("Relu", [g.node("Conv", [x, w], "conv", "conv", pads=[1] * 4)], "y", "relu")
    return g.model((1, 16, 32, 32), (1, 32, 32, 32))


def reshaped():
    """The shape of the output is an input: a profile gives its values."""
    tensor = helper.make_tensor_value_info
    nodes = [helper.make_node("Reshape", ["x", "shape"], ["reshaped"], "reshape"), helper.make_node("Relu", ["reshaped"], ["y"], "relu")]
    inputs = [tensor("x", FP16, (64, 32)), tensor("shape", TensorProto.INT64, (2,))]
    graph = helper.make_graph(nodes, "planlint", inputs, [tensor("y", FP16, ("a", "b"))])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def nonzero():
    """How many indices there are depends on the numbers."""
    nodes = [helper.make_node("Relu", ["x"], ["relu"], "relu"), helper.make_node("NonZero", ["relu"], ["y"], "nonzero")]
    x = helper.make_tensor_value_info("x", FP16, (8, 64))
    y = helper.make_tensor_value_info("y", TensorProto.INT64, (2, "n"))
    graph = helper.make_graph(nodes, "planlint", [x], [y])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def huge_weights():
    """32 MiB of weights: more than pipes hold."""
    return MODELS["large_weights"](4096, 4096)


MODELS.update((f.__name__, f) for f in (
    softmax, layer_norm, residual, attention, concat_resize, depthwise, transposed, single_precision, quantized, reshaped, nonzero, huge_weights))
