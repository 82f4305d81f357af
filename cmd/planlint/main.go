// Command planlint finds out why a serialized TensorRT engine is larger than it should be.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/planlint/planlint/internal/cli"
)

func main() { os.Exit(run()) }

// run is main without the exit.
func run() int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	ignoreClosedPipe()
	stops := make(chan os.Signal, 1)
	signal.Notify(stops, os.Interrupt, syscall.SIGTERM)
	go func() {
		cancel(stopped{<-stops})
		signal.Stop(stops) // a second signal ends planlint at once
	}()
	return cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// stopped is why planlint ends before its time.
type stopped struct{ signal os.Signal }

func (s stopped) Error() string {
	if s.signal == syscall.SIGTERM {
		return "terminated"
	}
	return "interrupted"
}

// ExitCode is what shells report for a process that the signal killed.
func (s stopped) ExitCode() int {
	if s.signal == syscall.SIGTERM {
		return 143
	}
	return 130
}
