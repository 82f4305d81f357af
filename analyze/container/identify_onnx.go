package container

import "google.golang.org/protobuf/encoding/protowire"

// Fields of an ONNX ModelProto.
const (
	onnxIRVersion = 1
	onnxGraph     = 7
	onnxOpset     = 8
)

// onnxWire gives the wire type of the fields that may stand at the top of a model.
var onnxWire = map[protowire.Number]protowire.Type{
	onnxIRVersion: protowire.VarintType, 2: protowire.BytesType, 3: protowire.BytesType, 4: protowire.BytesType,
	5: protowire.VarintType, 6: protowire.BytesType, onnxGraph: protowire.BytesType, onnxOpset: protowire.BytesType,
	14: protowire.BytesType, 20: protowire.BytesType, 25: protowire.BytesType, 26: protowire.BytesType,
}

// identifyONNX walks the top of a protobuf message: an ONNX model starts with a small IR version, has only
// known fields, and comes to a graph that fits the file.
func identifyONNX(head []byte, size int64) string {
	var seenVersion bool
	for at := 0; at < len(head); {
		number, wire, n := protowire.ConsumeTag(head[at:])
		if n < 0 || onnxWire[number] != wire || (!seenVersion && number != onnxIRVersion) {
			return ""
		}
		if _, known := onnxWire[number]; !known {
			return ""
		}
		at += n
		value, n := protowire.ConsumeVarint(head[at:])
		if n < 0 {
			return ""
		}
		at += n
		if number == onnxIRVersion {
			if value == 0 || value > 64 {
				return ""
			}
			seenVersion = true
		}
		if wire != protowire.BytesType {
			continue
		}
		if value > uint64(size-int64(at)) {
			return ""
		}
		if number == onnxGraph {
			return "an ONNX model: build a plan from it first"
		}
		if value > uint64(len(head)-at) {
			return ""
		}
		at += int(value)
	}
	return ""
}
