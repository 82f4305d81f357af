//go:build !race

package worker

// raceEnabled is true under the race detector, which takes much more memory.
const raceEnabled = false
