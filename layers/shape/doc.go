// Package shape infers the shapes and types of a model's values, and the contents of those that shapes depend
// on. Dimensions are expressions of the model's symbols, such as "2*height"; numbers for the symbols make them
// numbers, or intervals.
package shape
