package onnx

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"testing"
)

// object is JSON as testdata/describe.py prints it.
type object = map[string]any

// describer says of a model what testdata/describe.py says of it.
type describer struct {
	t    testing.TB
	file []byte // the model's bytes, to look at ranges without this package's help
}

func list[T any](items []T, describe func(T) any) []any {
	all := []any{}
	for _, item := range items {
		all = append(all, describe(item))
	}
	return all
}

func same(s string) any   { return s }
func int64Of(n int64) any { return json.Number(strconv.FormatInt(n, 10)) }
func hexOf(s string) any  { return hex.EncodeToString([]byte(s)) }
func opsetOf(o Opset) any { return []any{o.Domain, int64Of(o.Version)} }
func pair(p Property) any { return []any{p.Key, p.Value} }
func digest(b []byte) any { sum := sha256.Sum256(b); return hex.EncodeToString(sum[:]) }
func float(f float32) any {
	return hex.EncodeToString(binary.LittleEndian.AppendUint32(nil, math.Float32bits(f)))
}

func (d describer) model(m *Model) object {
	return object{
		"ir": int64Of(m.IRVersion), "producer": m.ProducerName, "producer_version": m.ProducerVersion, "domain": m.Domain,
		"version": int64Of(m.ModelVersion), "opsets": list(m.Opsets, opsetOf), "metadata": list(m.Metadata, pair),
		"graph": d.graph(m.Graph), "functions": list(m.Functions, d.function),
	}
}

func (d describer) function(f *Function) any {
	return object{"name": f.Name, "domain": f.Domain, "overload": f.Overload, "in": list(f.Inputs, same), "out": list(f.Outputs, same),
		"attributes": list(f.Attributes, same), "defaults": list(f.Defaults, d.attribute), "nodes": list(f.Nodes, d.node),
		"opsets": list(f.Opsets, opsetOf), "infos": list(f.ValueInfo, d.info)}
}

func (d describer) graph(g *Graph) any {
	return object{
		"name": g.Name, "nodes": list(g.Nodes, d.node), "inputs": list(g.Inputs, d.info), "outputs": list(g.Outputs, d.info),
		"infos": list(g.ValueInfo, d.info), "initializers": list(g.Initializers, d.tensor), "sparse": list(g.SparseInitializers, d.sparse),
		"quantization": list(g.Quantization, func(a *Annotation) any { return []any{a.Tensor, list(a.Parameters, pair)} }),
	}
}

func (d describer) node(n *Node) any {
	return object{"name": n.Name, "op": n.OpType, "domain": n.Domain, "overload": n.Overload, "in": list(n.Inputs, same),
		"out": list(n.Outputs, same), "attributes": list(n.Attributes, d.attribute)}
}

func (d describer) attribute(a *Attribute) any {
	o := object{"name": a.Name, "type": int64Of(int64(a.Type)), "ref": a.RefName}
	if a.RefName == "" {
		o["value"] = d.value(a.Value)
	}
	return o
}

func (d describer) value(value any) any {
	switch v := value.(type) {
	case float32:
		return float(v)
	case int64:
		return int64Of(v)
	case string:
		return hexOf(v)
	case Data:
		text := make([]byte, v.Size())
		if _, err := v.ReadAt(text, 0); err != nil {
			d.t.Error(err)
		}
		return hexOf(string(text))
	case *Tensor:
		return d.tensor(v)
	case *Graph:
		return d.graph(v)
	case *SparseTensor:
		return d.sparse(v)
	case *Type:
		return d.typeOf(v)
	case []float32:
		return list(v, float)
	case []int64:
		return list(v, int64Of)
	case []string:
		return list(v, hexOf)
	case []*Tensor:
		return list(v, d.tensor)
	case []*Graph:
		return list(v, d.graph)
	case []*SparseTensor:
		return list(v, d.sparse)
	case []*Type:
		return list(v, func(t *Type) any { return d.typeOf(t) })
	}
	return nil
}

func (d describer) info(v *ValueInfo) any {
	o := object{"name": v.Name, "type": nil}
	if v.Type != nil {
		o["type"] = d.typeOf(v.Type)
	}
	return o
}

func (d describer) typeOf(t *Type) any {
	kinds := map[TypeKind]string{TensorType: "tensor_type", SparseTensorType: "sparse_tensor_type", SequenceType: "sequence_type",
		MapType: "map_type", OptionalType: "optional_type", OpaqueType: "opaque_type"}
	o := object{"kind": kinds[t.Kind], "denotation": t.Denotation}
	switch t.Kind {
	case TensorType, SparseTensorType:
		o["elem"] = int64Of(int64(t.Elem))
		if t.Ranked {
			o["shape"] = list(t.Shape, func(dim Dim) any {
				if dim.Known {
					return []any{int64Of(dim.Value), dim.Param, dim.Denotation}
				}
				return []any{nil, dim.Param, dim.Denotation}
			})
		}
	case MapType:
		o["key"] = int64Of(int64(t.Key))
	}
	if t.Of != nil {
		o["of"] = d.typeOf(t.Of)
	}
	return o
}

func (d describer) sparse(s *SparseTensor) any {
	return object{"values": d.tensor(s.Values), "indices": d.tensor(s.Indices), "dims": list(s.Dims, int64Of)}
}

func (d describer) tensor(t *Tensor) any {
	if t == nil {
		t = &Tensor{}
	}
	o := object{"name": t.Name, "dtype": int64Of(int64(t.DataType)), "dims": list(t.Dims, int64Of)}
	if at, ok := t.Range(); ok && t.External == nil && t.values.raw.from != nil {
		o["raw"] = digest(d.file[at.Offset : at.Offset+at.Length])
	}
	if t.External != nil {
		o["external"] = []any{t.External.Location, int64Of(t.External.Offset), int64Of(t.External.Length)}
	}
	raw, numbers, err := d.values(t)
	if errors.Is(err, ErrNoValues) {
		o["unreadable"] = true
		return o
	} else if err != nil {
		d.t.Error(err)
	}
	o["bytes"], o["sha"], o["numbers"] = int64Of(int64(len(raw))), digest(raw), numbers
	return o
}

func (d describer) values(t *Tensor) (raw []byte, numbers []any, err error) {
	numbers = []any{}
	if t.DataType == String {
		texts, err := t.Strings(d.t.Context(), math.MaxInt64)
		for _, text := range texts {
			raw = append(binary.LittleEndian.AppendUint64(raw, uint64(len(text))), text...)
		}
		return raw, numbers, err
	}
	var b bytes.Buffer
	if _, err := t.WriteValues(d.t.Context(), &b); err != nil {
		return nil, nil, err
	}
	if t.DataType == Complex64 || t.DataType == Complex128 {
		return b.Bytes(), numbers, nil
	}
	floats, err := t.Float64s(d.t.Context(), math.MaxInt64)
	for _, f := range floats[:min(len(floats), 64)] {
		if f != f {
			numbers = append(numbers, "nan")
		} else {
			numbers = append(numbers, hex.EncodeToString(binary.LittleEndian.AppendUint64(nil, math.Float64bits(f))))
		}
	}
	return b.Bytes(), numbers, err
}
