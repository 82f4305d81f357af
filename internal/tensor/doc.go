// Package tensor knows how the elements of tensors are stored, fills inputs with numbers that anybody can
// make again from a seed, and measures how far apart two elements are. docs/verify.md has the rules.
package tensor
