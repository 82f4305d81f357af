// Package fuse predicts which pointwise operations of a model become one kernel, and which of these groups stay
// alone: no convolution, matrix product or other producer takes them in.
//
// What a builder does is data: a table for each family of builders, in the folder tables, as measured with real
// builders (docs/fusion.md). A table is a list of rules, each with the models that it was seen in. They are applied
// one after the other to a partition of the model's nodes, in which at first every node is a kernel of its own:
//
//	follow     a product takes in what follows it, node by node
//	read       a product takes in what it reads
//	join       a kernel and one that reads it become one
//	take       a product takes in a whole kernel that reads it
//	parallel   products over the same value become one
//	normalize  a normalization that is spelled out becomes one kernel
//
// All that a rule may ask of a model's surroundings is in conditions.go, by name.
package fuse
