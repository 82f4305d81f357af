// Package fit estimates what each element of a group's output costs in padding, from the zeros of several plans of one
// model at different shapes. It knows numbers alone.
package fit
