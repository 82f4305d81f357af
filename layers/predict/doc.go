// Package predict says what padding a builder would add to the plan of a model: which pointwise operations stay
// alone, how large what they make is, and what follows from that by a law. It reads the model alone, none of its weights.
package predict
