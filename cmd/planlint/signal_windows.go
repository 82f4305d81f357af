package main

// ignoreClosedPipe does nothing: Windows has no signal for closed pipes.
func ignoreClosedPipe() {}
