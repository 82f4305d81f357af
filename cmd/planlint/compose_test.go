package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/planlint/planlint/fixtures/seedmodels"
	"github.com/planlint/planlint/layers/onnx"
)

// compose FILE PART... writes a file of parts, one behind the other: text:WORDS, hex:DIGITS, u32:NUMBER and u64:NUMBER (little-endian),
// zeros:SIZE, noise:SIZE (none of it zeros), file:NAME, base64:NAME. N*PART is a part N times in a row.
func compose(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: compose FILE PART...")
	}
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o777))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), joined(ts, args[1:]), 0o666))
}

// patch FILE OFFSET PART... puts parts in the place of what a file has at an offset.
func patch(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: patch FILE OFFSET PART...")
	}
	offset, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	file, err := os.OpenFile(ts.MkAbs(args[0]), os.O_WRONLY, 0)
	ts.Check(err)
	_, err = file.WriteAt(joined(ts, args[2:]), offset)
	ts.Check(err)
	ts.Check(file.Close())
}

func joined(ts *testscript.TestScript, parts []string) []byte {
	var all []byte
	for _, p := range parts {
		b, err := bytesOf(ts, p)
		ts.Check(err)
		all = append(all, b...)
	}
	return all
}

// bytesOf is one part. The same words are the same bytes, so that noise:SIZE of a size is a block that can stand twice.
func bytesOf(ts *testscript.TestScript, part string) ([]byte, error) {
	if count, rest, repeated := strings.Cut(part, "*"); repeated {
		n, err := strconv.Atoi(count)
		if err != nil {
			return nil, err
		}
		b, err := bytesOf(ts, rest)
		return bytes.Repeat(b, n), err
	}
	kind, value, _ := strings.Cut(part, ":")
	switch kind {
	case "text":
		return []byte(value), nil
	case "hex":
		return hex.DecodeString(value)
	case "file":
		return os.ReadFile(ts.MkAbs(value))
	case "base64":
		b, err := os.ReadFile(ts.MkAbs(value))
		return []byte(base64.StdEncoding.EncodeToString(b)), err
	}
	number, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "u32":
		return binary.LittleEndian.AppendUint32(nil, uint32(number)), nil
	case "u64":
		return binary.LittleEndian.AppendUint64(nil, number), nil
	case "zeros":
		return make([]byte, number), nil
	case "noise":
		b, r := make([]byte, number), rand.New(rand.NewPCG(number, 1))
		for i := range b {
			b[i] = byte(1 + r.IntN(255))
		}
		return b, nil
	}
	return nil, fmt.Errorf("there is no part %s", part)
}

// replace FILE OLD NEW puts other bytes of the same number in the place of some.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 || len(args[1]) != len(args[2]) {
		ts.Fatalf("usage: replace FILE OLD NEW, of one length")
	}
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if !bytes.Contains(data, []byte(args[1])) {
		ts.Fatalf("%s has no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.ReplaceAll(data, []byte(args[1]), []byte(args[2])), 0o666))
}

// weights FILE float16|float32 COUNT writes a model that adds so many numbers.
func weights(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: weights FILE float16|float32 COUNT")
	}
	dtype, size := onnx.Float16, int64(2)
	if args[1] == "float32" {
		dtype, size = onnx.Float32, 4
	}
	count, err := strconv.ParseInt(args[2], 10, 64)
	ts.Check(err)
	data, err := bytesOf(ts, "noise:"+strconv.FormatInt(size*count, 10))
	ts.Check(err)
	row := onnx.NewTensorType(dtype, onnx.Fixed(count))
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(onnx.Write(context.Background(), file, &onnx.Model{IRVersion: 10, Opsets: []onnx.Opset{{Version: 20}}, Graph: &onnx.Graph{
		Name: "g", Inputs: []*onnx.ValueInfo{{Name: "x", Type: row}}, Outputs: []*onnx.ValueInfo{{Name: "y", Type: row}},
		Nodes:        []*onnx.Node{{Name: "add", OpType: "Add", Inputs: []string{"x", "w"}, Outputs: []string{"y"}}},
		Initializers: []*onnx.Tensor{onnx.NewTensor("w", dtype, []int64{count}, bytes.NewReader(data))},
	}}), file.Close()))
}

// collective FILE [ROWS] writes a model in which ranks gather a tensor of 2 x 4, of which LeakyRelu is applied to the result: ROWS x 4,
// if the model says so.
func collective(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: collective FILE [ROWS]")
	}
	m := seedmodels.New(seedmodels.Half(2, 4))
	m.Then("DistCollective", "gathered").SetAttribute("collective_operation", "all_gather")
	m.LeakyRelu("y")
	made := m.ONNX()
	if len(args) == 2 {
		rows, err := strconv.ParseInt(args[1], 10, 64)
		ts.Check(err)
		made.Graph.ValueInfo = []*onnx.ValueInfo{{Name: "gathered", Type: seedmodels.Half(rows, 4)}}
	}
	file, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(onnx.Write(context.Background(), file, made), file.Close()))
}
