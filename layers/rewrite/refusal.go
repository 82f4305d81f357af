package rewrite

import "fmt"

// Refusal is a move that is not made, and why. The model is as it was.
type Refusal struct {
	// Node is the one that cannot move, or that cannot be moved across.
	Node string
	Why  string
}

func (r *Refusal) Error() string { return fmt.Sprintf("%s: %s", r.Node, r.Why) }

func refuse(node, format string, values ...any) error {
	return &Refusal{node, fmt.Sprintf(format, values...)}
}

// mapError is why a constant that differs from place to place cannot move with its operation.
type mapError string

func (e mapError) Error() string { return string(e) }

const (
	errFree   mapError = "it differs along a dimension that is free"
	errBlock  mapError = "its values differ within a block, whose pixels on one side are channels on the other"
	errClosed mapError = "it differs along dimensions that are split otherwise on the other side"
	errLarge  mapError = "it would become too large"
	errMoved  mapError = "it differs along a dimension whose elements are taken from places that depend on sizes"
	errTwice  mapError = "its values differ where several elements come from one"
)
