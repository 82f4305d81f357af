// Command zeroscan is the scanner and nothing else, to be timed as a process.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/planlint/planlint/zerorun"
)

func main() {
	var o zerorun.Options
	flag.IntVar(&o.Workers, "workers", 0, "goroutines that read and scan; 0: as the library chooses")
	flag.Int64Var(&o.MinRun, "min-run", 0, "least length of a run in bytes; 0: 4096")
	flag.BoolVar(&o.NoLongest, "no-longest", false, "fast mode")
	flag.Parse()
	s, err := zerorun.ScanFile(context.Background(), flag.Arg(0), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%+v\n", s)
}
