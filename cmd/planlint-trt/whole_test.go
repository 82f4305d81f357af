//go:build linux && cgo && !purego

package main

// whole is true where these tests are compiled as usual. What they do, which is to compile and run workers, does not
// depend on how they are compiled themselves, so in other ways they try less.
const whole = true
