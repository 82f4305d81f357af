// Command data writes one kind of the data that is measured: data KIND BYTES.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/planlint/planlint/bench/data"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 2 {
		return fmt.Errorf("usage: data KIND BYTES, KIND one of %v", data.Kinds())
	}
	size, err := strconv.ParseInt(arguments[1], 10, 64)
	if err != nil {
		return err
	}
	source, err := data.New(arguments[0])
	if err != nil {
		return err
	}
	_, err = io.CopyN(os.Stdout, source, size)
	return err
}
