"""Builds small fp16 models with TensorRT-RTX into a folder: NAME.plan for each. No GPU is needed.

usage: small_models.py FOLDER     (the bindings on PYTHONPATH)
"""

import sys

import numpy as np
import onnx
import tensorrt_rtx_bindings as trt
from onnx import TensorProto, helper, numpy_helper

random = np.random.default_rng(1)
IMAGE = [1, 64, 48, 40]
ROWS = [1, 64, 256]


def constant(name, *shape):
    return numpy_helper.from_array((random.standard_normal(shape) * 0.05).astype(np.float16), name)


class Model:
    def __init__(self, shape, outputs=("y",)):
        self.shape, self.outputs, self.nodes, self.constants = shape, outputs, [], []

    def op(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs.split(), [output], name=output + "." + kind, **attributes))
        return self

    def conv(self, x, y, cin=64, cout=64):
        self.constants += [constant(y + ".w", cout, cin, 3, 3), constant(y + ".b", cout)]
        return self.op("Conv", f"{x} {y}.w {y}.b", y, pads=[1] * 4)

    def with_constants(self, **shapes):
        self.constants += [constant(name, *shape) for name, shape in shapes.items()]
        return self

    def serialized(self):
        half = TensorProto.FLOAT16
        graph = helper.make_graph(
            self.nodes, "small", [helper.make_tensor_value_info("x", half, self.shape)],
            [helper.make_tensor_value_info(name, half, None) for name in self.outputs], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
        return onnx.shape_inference.infer_shapes(model).SerializeToString()


def resize():
    model = Model(IMAGE).conv("x", "a")
    model.constants.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "scales"))
    model.nodes.append(helper.make_node("Resize", ["a", "", "scales"], ["b"], name="resize", mode="nearest"))
    return model.op("Relu", "b", "y")


MODELS = {
    "relu": Model(IMAGE).op("Relu", "x", "y"),
    "conv_relu": Model(IMAGE).conv("x", "a").op("Relu", "a", "y"),
    "conv_silu": Model(IMAGE).conv("x", "a").op("Sigmoid", "a", "s").op("Mul", "a s", "y"),
    "conv_silu_conv": Model(IMAGE).conv("x", "a").op("Sigmoid", "a", "s").op("Mul", "a s", "b").conv("b", "y"),
    "residual": Model(IMAGE).conv("x", "a").op("Relu", "a", "b").conv("b", "c").op("Add", "c x", "d").op("Relu", "d", "y"),
    "leaky_conv": Model(IMAGE).op("LeakyRelu", "x", "a", alpha=0.1).conv("a", "y"),
    "conv_d2s_leaky_conv": Model(IMAGE).conv("x", "a", 64, 256).op("DepthToSpace", "a", "b", blocksize=2, mode="CRD")
    .op("LeakyRelu", "b", "c", alpha=0.1).conv("c", "y"),
    "conv_leaky_d2s_conv": Model(IMAGE).conv("x", "a", 64, 256).op("LeakyRelu", "a", "b", alpha=0.1)
    .op("DepthToSpace", "b", "c", blocksize=2, mode="CRD").conv("c", "y"),
    "two_fused": Model(IMAGE).conv("x", "a").op("LeakyRelu", "a", "b", alpha=0.1).conv("b", "c")
    .op("LeakyRelu", "c", "d", alpha=0.1).conv("d", "y"),
    "matmul_gelu": Model(ROWS).with_constants(w=(256, 512), b=(512,)).op("MatMul", "x w", "a").op("Add", "a b", "c")
    .op("Gelu", "c", "y"),
    "matmul": Model(ROWS).with_constants(w=(256, 512)).op("MatMul", "x w", "y"),
    "softmax": Model(ROWS).op("Softmax", "x", "y", axis=-1),
    "layernorm_relu": Model(ROWS).with_constants(s=(256,), b=(256,)).op("LayerNormalization", "x s b", "a", axis=-1)
    .op("Relu", "a", "y"),
    "concat_relu": Model(IMAGE).op("Concat", "x x", "a", axis=1).op("Relu", "a", "y"),
    "conv_maxpool_relu": Model(IMAGE).conv("x", "a").op("MaxPool", "a", "b", kernel_shape=[2, 2], strides=[2, 2])
    .op("Relu", "b", "y"),
    "conv_resize_relu": resize(),
    "both_outputs": Model(IMAGE, ("a", "y")).conv("x", "a").op("Relu", "a", "y"),
}

logger = trt.Logger(trt.Logger.ERROR)
for name, model in MODELS.items():
    builder = trt.Builder(logger)
    network = builder.create_network(1 << int(trt.NetworkDefinitionCreationFlag.STRONGLY_TYPED))
    parser = trt.OnnxParser(network, logger)
    if not parser.parse(model.serialized()):
        sys.exit(f"{name}: {parser.get_error(0)}")
    plan = builder.build_serialized_network(network, builder.create_builder_config())
    if plan is None:
        sys.exit(f"{name}: no plan")
    with open(f"{sys.argv[1]}/{name}.plan", "wb") as file:
        file.write(bytes(plan))
