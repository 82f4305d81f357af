// Package explain traces the zero runs of a plan to the operations of the model that it was built from.
package explain
