// Package law says how many bytes of padding a builder adds for a group of pointwise operations that stays alone, and
// which builders are known to pad. Both are data: laws.json and targets.json, or a file of the user's own.
package law
