// Package prove compares a model with what package rewrite made of it, by computing both. The moves are exact by
// argument; this is the test that they were made as argued.
//
// Every move is computed by itself, from the values that the changed part of the graph begins with to those that it ends
// with, with a rounding after every operation (package interpret). Each comparison has mutants, models with a wrong
// permutation, that it has to tell apart: what cannot see these proves nothing.
package prove
