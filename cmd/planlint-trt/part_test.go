//go:build linux && (!cgo || purego)

package main

const whole = false
