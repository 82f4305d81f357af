// Package recreate makes of a model what can be given to others: the Python code that makes one with the same graph, a
// file of it without weights, and the model of a few of its operations alone.
//
// A plan's size follows from a model's graph, shapes and types. So weights are left out, and random values take their
// place; constants that shape the graph, such as axes, and single numbers, such as the slope of an activation, stay.
package recreate
