// Package stream reads what the ENGN section of a plan holds: a stream of typed values that describes
// itself. It needs no schema: every value says its type, and every length is written down.
//
// Nobody documents the format. It was read off real plans of TensorRT 8.6.1 and TensorRT-RTX 1.4 to 1.7,
// all of which it accounts for to the last byte; docs/plan-stream.md says what was measured. Streams of
// other versions are read in the same way. Where one stops making sense, that is a *Malformed with its
// position, and all that was read up to there stays valid.
//
// Big values are skipped, not read, and memory is bounded: the buffer has at most 64 KiB.
package stream
