"""Writes small models that have in them what the models in packages do not.

usage: probes.py FOLDER"""
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh

folder = sys.argv[1]


def info(name, shape, dtype=T.FLOAT):
    return h.make_tensor_value_info(name, dtype, shape)


def save(name, nodes, inputs=None, outputs=None, initializers=(), opset=21, ir=10, change=None, functions=(), domains=(), **graph):
    g = h.make_graph(nodes, name, inputs or [info("x", [2, 3])], outputs or [info("y", [2, 3])], list(initializers), **graph)
    m = h.make_model(g, opset_imports=[h.make_opsetid("", opset), *domains], functions=list(functions))
    m.ir_version = ir
    if change:
        change(m)
    onnx.save(m, os.path.join(folder, name + ".onnx"))
    return m


identity = [h.make_node("Identity", ["x"], ["y"], name="one")]

# Every type of elements, in every way to store it.
types = [t for t in T.DataType.values() if t not in (T.UNDEFINED, T.STRING)]
raw, typed = [], []
for t in types:
    array = (np.arange(-6, 15) * 0.75).astype(h.tensor_dtype_to_np_dtype(t))
    one = nh.from_array(array, f"raw{t}")
    assert one.data_type == t and one.HasField("raw_data")
    raw.append(one)
    values = array if t not in (T.COMPLEX64, T.COMPLEX128) else array.tolist()
    typed.append(h.make_tensor(f"typed{t}", t, [3, 7], values))
strings = [h.make_tensor("strings", T.STRING, [2, 2], [b"a", b"", b"\xc3\xa9", b"a" * 100]), h.make_tensor("no", T.STRING, [0], [])]
save("dtypes", identity, initializers=raw + typed + strings, opset=24, ir=14)
save("dtype_unknown", identity, initializers=[T(name="new", data_type=99, dims=[2], raw_data=b"abcd")], ir=14)
empty = [nh.from_array(np.zeros((0, 3), np.float32), "raw"), h.make_tensor("typed", T.FLOAT, [0], []), h.make_tensor("ints", T.INT64, [0], [])]
save("empty_tensors", identity, initializers=empty)
save("scalar", [h.make_node("Mul", ["x", "k"], ["y"])], initializers=[nh.from_array(np.array(2, np.float32), "k")])

# Attributes of every type.
tensor = nh.from_array(np.arange(4, dtype=np.float32), "t")
index = nh.from_array(np.array([1, 3], np.int64), "i")
sparse = h.make_sparse_tensor(nh.from_array(np.array([1.5, 2.5], np.float32), "s"), index, [5])
body = h.make_graph([h.make_node("Neg", ["x"], ["b"])], "body", [], [info("b", [2, 3])])
a_type = h.make_tensor_type_proto(T.FLOAT16, ["n", None, 3])
node = h.make_node("All", ["x"], ["y"], domain="probe", f=1.5, i=-7, zero=0, s="text", none="", t=tensor, g=body, sp=sparse, tp=a_type,
                   fs=[1.0, -0.0, float("inf")], ints=[1, -1, 2**62], ss=["a", "b"], ts=[tensor, tensor], gs=[body, body],
                   sps=[sparse, sparse], tps=[a_type, h.make_sequence_type_proto(a_type)], text="x" * 100_000)
node.attribute.append(h.make_attribute("empty", [], attr_type=onnx.AttributeProto.INTS))
save("attributes", [node], domains=[h.make_opsetid("probe", 1)])

# Types of values.
seq, opt = h.make_sequence_type_proto(a_type), h.make_optional_type_proto(h.make_sequence_type_proto(a_type))
mapped = h.make_map_type_proto(T.STRING, h.make_tensor_type_proto(T.INT64, []))
opaque = onnx.TypeProto()
opaque.opaque_type.name = "thing"
named = h.make_tensor_type_proto(T.FLOAT, ["H", 4], shape_denotation=["DATA_FEATURE", ""])
named.denotation = "IMAGE"
odd = h.make_tensor_type_proto(T.FLOAT, [-1, 0])
extra = [onnx.ValueInfoProto(name=f"v{i}", type=t) for i, t in enumerate(
    [seq, opt, mapped, opaque, named, odd, h.make_sparse_tensor_type_proto(T.INT8, [3]), h.make_tensor_type_proto(T.FLOAT, None)])]
save("types", identity, value_info=extra + [onnx.ValueInfoProto(name="untyped")], inputs=[info("x", ["N", 3])], outputs=[info("y", None)])

# Graphs in graphs, which use values of those around them.
then = h.make_graph([h.make_node("Add", ["x", "c"], ["t1"])], "then", [], [info("t1", [2, 3])])
deep = h.make_graph([h.make_node("If", ["cond"], ["d1"], then_branch=then, else_branch=body)], "deep", [], [info("d1", [2, 3])])
save("nested", [h.make_node("If", ["cond"], ["y"], then_branch=deep, else_branch=body)],
     inputs=[info("x", [2, 3]), info("cond", [], T.BOOL)], initializers=[nh.from_array(np.ones(3, np.float32), "c")])

# Functions with attributes, defaults and overloads.
leaky = h.make_node("LeakyRelu", ["a"], ["b"])
leaky.attribute.append(onnx.AttributeProto(name="alpha", ref_attr_name="slope", type=onnx.AttributeProto.FLOAT))
functions = [h.make_function("own", "Leaky", ["a"], ["b"], [leaky], [h.make_opsetid("", 21)], attributes=["slope"]),
             h.make_function("own", "Leaky", ["a"], ["b"], [leaky], [h.make_opsetid("", 21)], overload="second",
                             attribute_protos=[h.make_attribute("slope", 0.5)])]
call = h.make_node("Leaky", ["x"], ["m"], domain="own", slope=0.25)
second = h.make_node("Leaky", ["m"], ["y"], domain="own")
second.overload = "second"
save("functions", [call, second], functions=functions, domains=[h.make_opsetid("own", 1)])


# What else a model can have, and fields that no version of ONNX defines.
def everything(m):
    m.producer_version, m.domain, m.model_version, m.doc_string = "1", "org.example", 3, "about"
    h.set_model_props(m, {"key": "value", "": "none"})
    m.training_info.add().algorithm.name = "training"
    m.configuration.add(name="two", num_devices=2)
    g = m.graph
    g.doc_string = "graph"
    g.metadata_props.add(key="a", value="b")
    g.quantization_annotation.add(tensor_name="x").quant_parameter_tensor_names.add(key="SCALE_TENSOR", value="k")
    g.node[0].doc_string = "node"
    g.node[0].metadata_props.add(key="namespace", value="block/0")
    g.node[0].device_configurations.add(configuration_id="two").sharding_spec.add(tensor_name="x").device.extend([0, 1])
    g.sparse_initializer.append(sparse)
    for message in (m, g, g.node[0], g.input[0], g.initializer[0], g.input[0].type.tensor_type):
        message.MergeFromString(b"\xa2\x06\x03new" b"\xa8\x06\x07" b"\xb3\x06\x08\x01\xb4\x06")  # 100: bytes, 101: a number, 102: a group


save("everything", identity, initializers=[nh.from_array(np.array(1, np.float32), "k")], change=everything, ir=14)

# Values outside the model.
big = [nh.from_array(np.arange(3000, dtype=np.float32), "w0"), nh.from_array(np.arange(77, dtype=np.int8), "w1")]
m = h.make_model(h.make_graph(identity, "external", [info("x", [2, 3])], [info("y", [2, 3])], big), opset_imports=[h.make_opsetid("", 21)])
m.ir_version = 10
os.makedirs(os.path.join(folder, "sub"), exist_ok=True)
onnx.save(m, os.path.join(folder, "external.onnx"), save_as_external_data=True, location="external.data", size_threshold=0)
for t in m.graph.initializer:
    for entry in t.external_data:
        if entry.key == "location":
            entry.value = "sub/../external.data"
onnx.save(m, os.path.join(folder, "external_dots.onnx"))
