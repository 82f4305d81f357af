// Package rewrite moves pointwise operations across changes of layout, so that a convolution or matrix product can
// compute them: Conv, DepthToSpace, LeakyRelu becomes Conv, LeakyRelu, DepthToSpace.
//
// The table in table.go has every operator that something moves across, with the obligation that makes the move exact and
// with its map of indices: how the elements of the output come from those of the input. The map says what becomes of
// constants that differ from channel to channel. What is not in the table, or does not meet its obligation, is refused.
//
// A model is changed as a whole or not at all: moves are tried on a copy.
package rewrite
