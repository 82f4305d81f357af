// Package onnx reads and writes ONNX models of any size without loading their weights. It needs neither
// generated code nor a protobuf runtime: it walks the wire format.
//
// Read takes a file's structure into memory, as plain structs that are called as in ONNX: a Model has a
// Graph of Nodes, between which values go by their names. An Index finds the node that makes a value and
// those that use it. Tensors stay in the file, in whatever way the model stores them: as initializers or
// attributes, raw or one by one, in the model's file or in others. Their values are read on demand.
//
// The structs may be changed, and Write writes what they have become. What was not changed is copied byte
// for byte, also fields that this package does not know.
//
// Whatever a file says of lengths is checked before it is used, graphs and types may be nested 64 deep, and
// memory is bounded by the part of the file that is not weights.
package onnx
