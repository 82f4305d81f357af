package recreate

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/planlint/planlint/layers/onnx"
)

// elements are the names of types in onnx.TensorProto.
var elements = map[onnx.DataType]string{onnx.Undefined: "UNDEFINED", onnx.Float32: "FLOAT", onnx.Uint8: "UINT8", onnx.Int8: "INT8", onnx.Uint16: "UINT16",
	onnx.Int16: "INT16", onnx.Int32: "INT32", onnx.Int64: "INT64", onnx.String: "STRING", onnx.Bool: "BOOL", onnx.Float16: "FLOAT16", onnx.Float64: "DOUBLE",
	onnx.Uint32: "UINT32", onnx.Uint64: "UINT64", onnx.Complex64: "COMPLEX64", onnx.Complex128: "COMPLEX128", onnx.BFloat16: "BFLOAT16",
	onnx.Float8E4M3FN: "FLOAT8E4M3FN", onnx.Float8E4M3FNUZ: "FLOAT8E4M3FNUZ", onnx.Float8E5M2: "FLOAT8E5M2", onnx.Float8E5M2FNUZ: "FLOAT8E5M2FNUZ",
	onnx.Uint4: "UINT4", onnx.Int4: "INT4", onnx.Float4E2M1: "FLOAT4E2M1", onnx.Float8E8M0: "FLOAT8E8M0"}

func (p *python) elem(t onnx.DataType) string {
	name, known := elements[t]
	if !known {
		p.fail(unsupported("a value is of %s", t))
	}
	return "T." + name
}

// value is the value of an attribute; empty for a list without elements, whose type Python cannot tell.
func (p *python) value(a *onnx.Attribute) (text string, empty bool) {
	switch v := a.Value.(type) {
	case float32:
		return real32(v), false
	case int64:
		return strconv.FormatInt(v, 10), false
	case string:
		return quote(v), false
	case []float32:
		return listOf(v, real32), len(v) == 0
	case []int64:
		return listOf(v, func(i int64) string { return strconv.FormatInt(i, 10) }), len(v) == 0
	case []string:
		return quotes(v), len(v) == 0
	case *onnx.Tensor:
		return p.tensor(v), false
	case *onnx.Graph:
		return p.body(v), false
	}
	p.fail(unsupported("attribute %q is of a kind that no code says", a.Name))
	return "", false
}

// mostNumbers is the most elements of a constant that are written as numbers.
const mostNumbers = keptIntegers

// tensor makes a constant: from numbers, from bytes, or at random for weights, which have no values here.
func (p *python) tensor(t *onnx.Tensor) string {
	start := fmt.Sprintf("%s, %s, %s", quote(t.Name), p.elem(t.DataType), listOf(t.Dims, func(d int64) string { return strconv.FormatInt(d, 10) }))
	if t.External != nil {
		return fmt.Sprintf("weight(%s, %d)", start, t.External.Length)
	}
	if !p.isWeight(t.Name, t) {
		if numbers, ok := p.numbers(t); ok {
			return fmt.Sprintf("h.make_tensor(%s, [%s])", start, strings.Join(numbers, ", "))
		}
	}
	raw, err := t.Raw(p.ctx, mostCode)
	if err != nil {
		p.fail(unsupported("%v", err))
	}
	if len(raw) <= 16 {
		return fmt.Sprintf("h.make_tensor(%s, bytes.fromhex(%q), raw=True)", start, hex.EncodeToString(raw))
	}
	return fmt.Sprintf("h.make_tensor(%s, base64.b64decode(%q), raw=True)", start, base64.StdEncoding.EncodeToString(raw))
}

// numbers are the elements of a constant, if they are of a type that make_tensor takes numbers for.
func (p *python) numbers(t *onnx.Tensor) ([]string, bool) {
	var numbers []string
	switch t.DataType {
	case onnx.Float32, onnx.Float16, onnx.Float64:
		values, err := t.Float64s(p.ctx, mostNumbers)
		for _, v := range values {
			numbers = append(numbers, real(v, 64))
		}
		return numbers, err == nil
	case onnx.Int64, onnx.Int32, onnx.Int16, onnx.Int8, onnx.Uint8, onnx.Uint16, onnx.Uint32, onnx.Bool:
		values, err := t.Int64s(p.ctx, mostNumbers)
		for _, v := range values {
			numbers = append(numbers, strconv.FormatInt(v, 10))
		}
		return numbers, err == nil
	}
	return nil, false
}

func real32(v float32) string { return real(float64(v), 32) }

// real is a number that Python takes for one with a fraction.
func real(v float64, bits int) string {
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		return `float("` + strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+")) + `")`
	}
	text := strconv.FormatFloat(v, 'g', -1, bits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func listOf[T any](values []T, of func(T) string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = of(v)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func quotes(list []string) string { return listOf(list, quote) }

// quote writes a text as Python does. Nothing in it acts on a terminal, ends the line or leaves the quotes.
func quote(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range strings.ToValidUTF8(text, "\ufffd") {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteRune(c)
		case c < 0x80 && c >= ' ' && c != 0x7f || c > 0x80 && unicode.IsPrint(c) && !unicode.IsMark(c):
			out.WriteRune(c)
		case c > 0xffff:
			fmt.Fprintf(&out, `\U%08x`, c)
		default:
			fmt.Fprintf(&out, `\u%04x`, c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// Quote is a text as Python writes it.
func Quote(text string) string { return quote(text) }
