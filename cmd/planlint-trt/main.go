// planlint-trt is the process that loads a TensorRT. planlint starts it; it is of no use by hand. It is built
// once for each TensorRT family, with cgo, a build tag and that family's headers: docs/workers.md.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// The process ends here and nowhere else: some TensorRT libraries crash when their destructors run at exit,
// and os.Exit runs none. The answers have been written by then, unbuffered.
func main() { os.Exit(run(os.Args[1:])) }

func run(arguments []string) int {
	flags := flag.NewFlagSet("planlint-trt", flag.ContinueOnError)
	folder := flags.String("libraries", "", "`folder` of TensorRT's libraries")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	requests, frames, plan, ok := worker.Pipes()
	if !ok {
		fmt.Fprintf(os.Stderr, "planlint-trt: planlint starts this program, for TensorRT family %q; it does nothing by itself\n", trt.Compiled)
		return 2
	}
	core, err := trt.Open(*folder)
	if err != nil {
		if err := worker.Refuse(frames, err); err != nil {
			fmt.Fprintf(os.Stderr, "planlint-trt: %v\n", err)
		}
		return 4
	}
	if err := worker.Serve(requests, frames, plan, core); err != nil {
		fmt.Fprintf(os.Stderr, "planlint-trt: %v\n", err)
		return 1
	}
	return 0
}
