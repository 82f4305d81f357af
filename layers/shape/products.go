package shape

import (
	"slices"
	"strings"

	"github.com/planlint/planlint/layers/onnx"
)

// products are matrix products and their kin.
func products() map[string]rule {
	return map[string]rule{
		"MatMul": inferMatMul, "MatMulInteger": inferMatMul, "QLinearMatMul": inferMatMul, "Gemm": inferGemm, "Einsum": inferEinsum, "Det": inferDet,
	}
}

func inferMatMul(o *operation) error {
	second := 1
	if o.OpType == "QLinearMatMul" {
		second = 3
	}
	a, err := o.rank(0, 1)
	if err != nil {
		return err
	}
	b, err := o.rank(second, 1)
	if err != nil {
		return err
	}
	v := Tensor(o.at(0).Type, o.matrixProduct(a, b)...)
	switch o.OpType {
	case "MatMulInteger":
		v.Type = onnx.Int32
	case "QLinearMatMul":
		v.Type = o.at(7).Type
	}
	o.set(0, v)
	return nil
}

// matrixProduct is numpy's: a vector counts as a row or column, which is dropped again.
func (o *operation) matrixProduct(a, b []Expression) []Expression {
	var tail []Expression
	switch {
	case len(a) == 1 && len(b) == 1:
		return nil
	case len(a) == 1:
		tail = b[len(b)-1:]
		return slices.Concat(b[:len(b)-2], tail)
	case len(b) == 1:
		return slices.Clone(a[:len(a)-1])
	}
	tail = []Expression{a[len(a)-2], b[len(b)-1]}
	return slices.Concat(o.broadcastShapes(a[:len(a)-2], b[:len(b)-2]), tail)
}

func inferGemm(o *operation) error {
	a, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	b, err := o.rank(1, 2)
	if err != nil {
		return err
	}
	rows, columns := a[0], b[1]
	if o.Int("transA", 0) != 0 {
		rows = a[1]
	}
	if o.Int("transB", 0) != 0 {
		columns = b[0]
	}
	o.set(0, Tensor(o.at(0).Type, rows, columns))
	return nil
}

func inferDet(o *operation) error {
	dims, err := o.rank(0, 2)
	if err != nil {
		return err
	}
	o.set(0, Tensor(o.at(0).Type, dims[:len(dims)-2]...))
	return nil
}

// inferEinsum reads an equation such as "bij,bjk->bik", with "..." for any number of dimensions.
func inferEinsum(o *operation) error {
	equation := strings.ReplaceAll(o.Text("equation", ""), " ", "")
	left, right, explicit := strings.Cut(equation, "->")
	terms := strings.Split(left, ",")
	if len(terms) != len(o.in) {
		return unknownf("the equation has %d terms for %d inputs", len(terms), len(o.in))
	}
	sizes := map[byte]Expression{}
	var others [][]Expression // what the dots of each term stand for
	count := map[byte]int{}
	for k, text := range terms {
		dims, err := o.dims(k)
		if err != nil {
			return err
		}
		before, after, dots := strings.Cut(text, "...")
		if named := len(before) + len(after); named > len(dims) || !dots && named != len(dims) {
			return unknownf("the term %q does not fit %d dimensions", text, len(dims))
		}
		for n := range len(before) {
			sizes[before[n]] = one(sizes, before[n], dims[n])
			count[before[n]]++
		}
		for n := range len(after) {
			at := len(dims) - len(after) + n
			sizes[after[n]] = one(sizes, after[n], dims[at])
			count[after[n]]++
		}
		if dots {
			others = append(others, dims[len(before):len(dims)-len(after)])
		}
	}
	if !explicit {
		var letters []byte
		for c, n := range count {
			if n == 1 {
				letters = append(letters, c)
			}
		}
		slices.Sort(letters)
		if right = string(letters); len(others) > 0 {
			right = "..." + right
		}
	}
	var shape []Expression
	for rest := right; rest != ""; {
		if tail, ok := strings.CutPrefix(rest, "..."); ok {
			shape, rest = append(shape, o.broadcastShapes(others...)...), tail
			continue
		}
		d, ok := sizes[rest[0]]
		if !ok {
			return unknownf("%q is on the right of the equation only", rest[:1])
		}
		shape, rest = append(shape, d), rest[1:]
	}
	o.set(0, Tensor(o.at(0).Type, shape...))
	return nil
}

// one is the size of a letter: what is not 1, a number rather than a symbol.
func one(sizes map[byte]Expression, letter byte, d Expression) Expression {
	known, ok := sizes[letter]
	if !ok || known.Is(1) {
		return d
	}
	if _, fixed := d.Int(); fixed && !d.Is(1) {
		return d
	}
	return known
}
