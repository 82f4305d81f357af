package onnx

import (
	"bytes"
	"context"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// message builds a message by hand, for what no library would write.
type message []byte

func (m message) bytes(number protowire.Number, payload []byte) message {
	return protowire.AppendBytes(protowire.AppendTag(m, number, protowire.BytesType), payload)
}

func (m message) text(number protowire.Number, text string) message {
	return m.bytes(number, []byte(text))
}

func (m message) int(number protowire.Number, value int64) message {
	return protowire.AppendVarint(protowire.AppendTag(m, number, protowire.VarintType), uint64(value))
}

func (m message) float(number protowire.Number, bits uint32) message {
	return protowire.AppendFixed32(protowire.AppendTag(m, number, protowire.Fixed32Type), bits)
}

// modelOf wraps a graph.
func modelOf(graph message) message {
	return message(nil).int(modelIRVersion, 8).bytes(modelGraph, graph).bytes(modelOpset, message(nil).int(opsetVersion, 17))
}

func readBytes(t testing.TB, data []byte) *Model {
	t.Helper()
	m, err := Read(context.Background(), bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
