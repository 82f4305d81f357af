// planlint-ort is the process that loads ONNX Runtime. planlint starts it; it is of no use by hand. It is built with
// cgo and the tag ort: docs/verify.md.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/planlint/planlint/internal/ort"
	"github.com/planlint/planlint/internal/worker"
)

// As for planlint-trt, the process ends by os.Exit: no destructors run.
func main() { os.Exit(run(os.Args[1:])) }

func run(arguments []string) int {
	flags := flag.NewFlagSet("planlint-ort", flag.ContinueOnError)
	folder := flags.String("libraries", "", "`folder` of ONNX Runtime's library")
	if err := flags.Parse(arguments); err != nil {
		return 2
	}
	requests, frames, data, ok := worker.Pipes()
	if !ok {
		fmt.Fprintln(os.Stderr, "planlint-ort: planlint starts this program, to run models in ONNX Runtime; it does nothing by itself")
		return 2
	}
	engine, err := ort.Open(*folder)
	if err != nil {
		if err := worker.Refuse(frames, err); err != nil {
			fmt.Fprintf(os.Stderr, "planlint-ort: %v\n", err)
		}
		return 4
	}
	if err := worker.Serve(requests, frames, data, engine); err != nil {
		fmt.Fprintf(os.Stderr, "planlint-ort: %v\n", err)
		return 1
	}
	return 0
}
