// Package container reads the archive that a serialized TensorRT engine is: its header, its section
// table and its end tags.
//
// Nobody documents this format. What is known was read off real plans and is written down, with the
// versions it was measured on, in docs/plan-format.md. So the package reports facts seen, keeps fields
// that it does not know visible, and refuses only what contradicts itself. It reads at most 1 MiB at
// each end of a file, whatever its size, and the four bytes where the plan declares its own end.
package container
