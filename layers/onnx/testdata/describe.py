"""Prints what onnx reads of models: one line of JSON for each path on standard input.

Values of tensors are digests of what they are as raw data, little-endian and packed; floating point
attributes are bits, strings are hexadecimal."""
import hashlib
import json
import os
import struct
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import numpy_helper

BITS = {T.UINT4: 4, T.INT4: 4, T.FLOAT4E2M1: 4, T.UINT2: 2, T.INT2: 2, T.FLOAT6E2M3: 6, T.FLOAT6E3M2: 6}
TYPED = ("float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data")


def values(t, folder):
    """The tensor's raw data, or its strings one by one."""
    array = numpy_helper.to_array(t, folder)
    if t.data_type == T.STRING:
        return b"".join(struct.pack("<q", len(s)) + s for s in t.string_data)
    if t.data_type not in BITS:
        return array.tobytes()
    bits = BITS[t.data_type]
    unpacked = np.unpackbits(array.reshape(-1).view(np.uint8)[:, None], axis=1, bitorder="little")[:, :bits]
    return np.packbits(unpacked.reshape(-1), bitorder="little").tobytes()


def numbers(t, folder):
    """The first values as float64 bits, for types that have numbers."""
    if t.data_type in (T.STRING, T.COMPLEX64, T.COMPLEX128):
        return []
    flat = numpy_helper.to_array(t, folder).reshape(-1)[:64].astype(np.float64)
    return ["nan" if x != x else struct.pack("<d", x).hex() for x in flat]


def tensor(t, folder):
    d = {"name": t.name, "dtype": t.data_type, "dims": list(t.dims)}
    try:
        raw = values(t, folder)
        d |= {"bytes": len(raw), "sha": hashlib.sha256(raw).hexdigest(), "numbers": numbers(t, folder)}
    except Exception:  # noqa: BLE001: onnx cannot read the values
        d["unreadable"] = True
    if t.HasField("raw_data"):
        d["raw"] = hashlib.sha256(t.raw_data).hexdigest()
    if t.data_location == T.EXTERNAL:
        where = {e.key: e.value for e in t.external_data}
        d["external"] = [where["location"], int(where.get("offset", 0)), int(where.get("length", -1))]
    return d


def sparse(s, folder):
    return {"values": tensor(s.values, folder), "indices": tensor(s.indices, folder), "dims": list(s.dims)}


def type_of(t):
    kind = t.WhichOneof("value")
    d = {"kind": kind or "", "denotation": t.denotation}
    if kind in ("tensor_type", "sparse_tensor_type"):
        inner = getattr(t, kind)
        d["elem"] = inner.elem_type
        if inner.HasField("shape"):
            d["shape"] = [[x.dim_value if x.HasField("dim_value") else None, x.dim_param, x.denotation] for x in inner.shape.dim]
    elif kind in ("sequence_type", "optional_type") and getattr(t, kind).HasField("elem_type"):
        d["of"] = type_of(getattr(t, kind).elem_type)
    elif kind == "map_type":
        d["key"] = t.map_type.key_type
        d["of"] = type_of(t.map_type.value_type)
    return d


def info(v):
    return {"name": v.name, "type": type_of(v.type) if v.HasField("type") else None}


def attribute(a, folder):
    d = {"name": a.name, "type": a.type, "ref": a.ref_attr_name}
    A = onnx.AttributeProto
    if a.ref_attr_name:
        return d
    bits = lambda f: struct.pack("<f", f).hex()
    read = {
        A.FLOAT: lambda: bits(a.f), A.INT: lambda: a.i, A.STRING: lambda: a.s.hex(), A.TENSOR: lambda: tensor(a.t, folder),
        A.GRAPH: lambda: graph(a.g, folder), A.FLOATS: lambda: [bits(f) for f in a.floats], A.INTS: lambda: list(a.ints),
        A.STRINGS: lambda: [s.hex() for s in a.strings], A.TENSORS: lambda: [tensor(t, folder) for t in a.tensors],
        A.GRAPHS: lambda: [graph(g, folder) for g in a.graphs], A.SPARSE_TENSOR: lambda: sparse(a.sparse_tensor, folder),
        A.SPARSE_TENSORS: lambda: [sparse(s, folder) for s in a.sparse_tensors], A.TYPE_PROTO: lambda: type_of(a.tp),
        A.TYPE_PROTOS: lambda: [type_of(t) for t in a.type_protos],
    }
    d["value"] = read[a.type]() if a.type in read else None
    return d


def node(n, folder):
    return {"name": n.name, "op": n.op_type, "domain": n.domain, "overload": n.overload, "in": list(n.input),
            "out": list(n.output), "attributes": [attribute(a, folder) for a in n.attribute]}


def graph(g, folder):
    return {
        "name": g.name, "nodes": [node(n, folder) for n in g.node], "inputs": [info(v) for v in g.input],
        "outputs": [info(v) for v in g.output], "infos": [info(v) for v in g.value_info],
        "initializers": [tensor(t, folder) for t in g.initializer], "sparse": [sparse(s, folder) for s in g.sparse_initializer],
        "quantization": [[q.tensor_name, [[p.key, p.value] for p in q.quant_parameter_tensor_names]] for q in g.quantization_annotation],
    }


def function(f, folder):
    return {"name": f.name, "domain": f.domain, "overload": f.overload, "in": list(f.input), "out": list(f.output),
            "attributes": list(f.attribute), "defaults": [attribute(a, folder) for a in f.attribute_proto],
            "nodes": [node(n, folder) for n in f.node], "opsets": [[o.domain, o.version] for o in f.opset_import],
            "infos": [info(v) for v in f.value_info]}


def describe(path):
    m = onnx.load(path, load_external_data=False)
    folder = os.path.dirname(path)
    return {
        "ir": m.ir_version, "producer": m.producer_name, "producer_version": m.producer_version, "domain": m.domain,
        "version": m.model_version, "opsets": [[o.domain, o.version] for o in m.opset_import],
        "metadata": [[p.key, p.value] for p in m.metadata_props], "graph": graph(m.graph, folder),
        "functions": [function(f, folder) for f in m.functions],
    }


for line in sys.stdin:
    path = line.rstrip("\n")
    try:
        answer = describe(path)
    except Exception as e:  # noqa: BLE001: the answer says why there is no model
        answer = {"error": f"{type(e).__name__}: {e}"[:300]}
    print(json.dumps(answer, default=lambda raw: "bytes:" + raw.hex()), flush=True)  # a name that is no text
