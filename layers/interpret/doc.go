// Package interpret computes what a graph of pointwise operations, changes of layout and a few products makes, and
// rounds the result of every operation to its type. ONNX Runtime does not: on a CPU it computes fp16 in fp32 and
// rounds where it likes, so that two graphs that differ in the order of their operations cannot be told apart by it.
//
// It is an oracle for proofs, not for use: it is slow, and what it has no operator for is an UnsupportedError.
package interpret
