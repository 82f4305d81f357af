// Package topology is the dataflow of an ONNX graph as a second reader sees it: onnx-go, with a gonum graph of
// values behind it, on which gonum's algorithms work. Whatever it reads is compared with what package onnx
// has read, so that neither is believed alone.
//
// onnx-go v0.5.0 is from 2019 and no longer kept. It decodes neither tensors of fp16 nor subgraphs, and loses
// node names, domains and symbolic dimensions; some valid models make it panic. So it is given a skeleton of
// the graph: the nodes' bytes as they stand in the model's file, but without attributes that are anything else
// than numbers, texts or lists of them, and with names for optional values that are left out. Types, shapes and
// weights come from package onnx alone.
//
// This package keeps onnx-go and what it depends on out of package onnx.
package topology
