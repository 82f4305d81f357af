package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/planlint/planlint/bench/reading"
	"github.com/planlint/planlint/layers/onnx"
	dataflow "github.com/planlint/planlint/layers/onnx/topology"
)

// do does one of the things that are measured.
func do(ctx context.Context, what, path string) (err error) {
	switch what {
	case nothing:
		return nil
	case models:
		return reading.Make(ctx, path)
	}
	m, err := onnx.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	switch what {
	case read:
		fmt.Println(len(m.Graph.Nodes), "nodes")
	case topology:
		g, err := dataflow.Decode(ctx, m.Graph)
		if err != nil {
			return err
		}
		order, err := g.Order()
		fmt.Println(len(order), "nodes in order")
		return err
	case rewrite:
		return onnx.Write(ctx, io.Discard, m)
	default:
		return fmt.Errorf("nothing is called %q", what)
	}
	return nil
}
