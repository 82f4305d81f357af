package zerorun_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/zerorun"
)

// A file of 3 GiB that is mostly hole takes a few milliseconds.
func ExampleScanFile() {
	dir, err := os.MkdirTemp("", "zerorun")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "padded.plan")
	if err := os.WriteFile(path, []byte("a plan, and then padding"), 0o600); err != nil {
		log.Fatal(err)
	}
	if err := os.Truncate(path, 3<<30); err != nil {
		log.Fatal(err)
	}

	sum, err := zerorun.ScanFile(context.Background(), path, zerorun.Options{
		Emit: func(r zerorun.Run) error {
			fmt.Println("zeros from", r.Offset, "to", r.End())
			return nil
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sum.Zeros, "of", sum.Bytes, "bytes are zero")
	// Output:
	// zeros from 24 to 3221225472
	// 3221225448 of 3221225472 bytes are zero
}

// A Scanner is an io.Writer: data is scanned while it goes elsewhere.
func ExampleScanner() {
	scanner, err := zerorun.New(zerorun.Options{MinRun: 3})
	if err != nil {
		log.Fatal(err)
	}
	source := bytes.NewReader([]byte{7, 0, 0, 0, 0, 7, 0, 0})
	var copied bytes.Buffer
	if _, err := io.Copy(&copied, io.TeeReader(source, scanner)); err != nil {
		log.Fatal(err)
	}
	sum, err := scanner.Close()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d zeros, %d run, longest %+v\n", sum.Zeros, sum.Runs, sum.Longest)
	// Output:
	// 6 zeros, 1 run, longest {Offset:1 Length:4}
}

// Skip counts zeros that are known without being there.
func ExampleScanner_Skip() {
	scanner, err := zerorun.New(zerorun.Options{MinRun: 1 << 20})
	if err != nil {
		log.Fatal(err)
	}
	_, err = scanner.Write([]byte{1, 0})
	err = errors.Join(err, scanner.Skip(10<<30))
	sum, closeErr := scanner.Close()
	if err = errors.Join(err, closeErr); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", sum.Longest)
	// Output:
	// {Offset:1 Length:10737418241}
}

// A Section is a part of a file, such as a member of an archive. Offsets
// count from its start.
func ExampleNewSection() {
	archive := bytes.NewReader(append([]byte("header"), 0, 0, 0, 5))
	member := zerorun.NewSection(archive, 6, 4)
	sum, err := zerorun.ScanReaderAt(context.Background(), member, member.Size(), zerorun.Options{MinRun: 2})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%+v\n", sum.Longest)
	// Output:
	// {Offset:0 Length:3}
}

// Emit stops the scan with an error of its own.
func ExampleOptions_emit() {
	errFound := errors.New("found")
	_, err := zerorun.ScanReader(context.Background(), bytes.NewReader(make([]byte, 9000)), zerorun.Options{
		Emit: func(zerorun.Run) error { return errFound },
	})
	fmt.Println(errors.Is(err, errFound))
	fmt.Println(err)
	// Output:
	// true
	// zerorun: run of 9000 bytes at 0: found
}
