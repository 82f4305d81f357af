# widen.py make FOLDER | check FOLDER KIND: a model with every way to be narrow, and what has become of it.
import sys

import ml_dtypes
import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

folder = sys.argv[2]
rng = numpy.random.default_rng(5)
weights = rng.standard_normal((6, 5)).astype(numpy.float16)
listed = rng.standard_normal(5).astype(numpy.float16)
brain = rng.standard_normal(5).astype(ml_dtypes.bfloat16)
bias = rng.standard_normal(5).astype(numpy.float32)
factor = rng.standard_normal(5).astype(numpy.float32)
x = rng.standard_normal((3, 6)).astype(numpy.float16)

if sys.argv[1] == "make":
    def value(name, kind, shape):
        return helper.make_tensor_value_info(name, kind, shape)

    single = helper.make_node("Constant", [], ["single"], value_float=0.3)
    several = helper.make_node("Constant", [], ["several"], value_floats=[0.1, 0.2, 0.3, 0.4, 0.5])
    then = helper.make_graph([helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(factor)), helper.make_node("Mul", ["wide", "c"], ["scaled"])],
                             "then", [], [value("scaled", TensorProto.FLOAT, [3, 5])])
    other = helper.make_graph([helper.make_node("Identity", ["wide"], ["same"])], "other", [], [value("same", TensorProto.FLOAT, [3, 5])])
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["product"]),
        helper.make_node("Add", ["product", "listed"], ["sum"]),
        helper.make_node("Cast", ["sum"], ["cast"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["brain"], ["brain32"], to=TensorProto.FLOAT),
        single, several,
        helper.make_node("Add", ["cast", "b"], ["one"]),
        helper.make_node("Add", ["one", "brain32"], ["two"]),
        helper.make_node("Mul", ["two", "single"], ["three"]),
        helper.make_node("Sub", ["three", "several"], ["wide"]),
        helper.make_node("If", ["flag"], ["y"], then_branch=then, else_branch=other),
        helper.make_node("Shape", ["x"], ["n"]),
    ]
    one_by_one = TensorProto(name="listed", data_type=TensorProto.FLOAT16, dims=[5], int32_data=listed.view(numpy.uint16).tolist())
    graph = helper.make_graph(nodes, "g", [value("x", TensorProto.FLOAT16, [3, 6]), value("flag", TensorProto.BOOL, [])],
                              [value("y", TensorProto.FLOAT, [3, 5]), value("n", TensorProto.INT64, [2])],
                              [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b"), numpy_helper.from_array(brain, "brain"), one_by_one],
                              value_info=[value("sum", TensorProto.FLOAT16, [3, 5])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, folder + "/narrow.onnx")
else:
    kind = numpy.dtype(sys.argv[3])
    model = onnx.load(folder + "/wide.onnx")
    onnx.checker.check_model(model, full_check=True)
    y, n = ReferenceEvaluator(model).run(None, {"x": x.astype(kind), "flag": numpy.array(True)})
    wide = numpy.float64
    several = numpy.array([0.1, 0.2, 0.3, 0.4, 0.5], numpy.float32).astype(wide)
    want = x.astype(wide) @ weights.astype(wide) + listed.astype(wide) + bias.astype(wide) + brain.astype(wide)
    want = (want * wide(numpy.float32(0.3)) - several) * factor.astype(wide)
    assert y.dtype == kind, y.dtype
    limit = 4e-16 if kind == wide else 4e-7
    assert numpy.abs(y - want).max() <= limit * 40, numpy.abs(y - want).max()
    assert n.tolist() == [3, 6]
