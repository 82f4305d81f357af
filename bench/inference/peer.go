// Package inference compares the inference of shapes with that of the onnx package for Python, both in their own process,
// which has read the model already.
package inference

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/planlint/planlint/bench/timing"
)

//go:embed infer.py
var program string

// python is the one process in which the onnx package runs.
type python struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startPython(interpreter string) (*python, error) {
	p := &python{command: exec.Command(interpreter, "-c", program)}
	p.command.Stderr = os.Stderr
	var err error
	if p.in, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	return p, p.command.Start()
}

func (p *python) ask(line string) (string, error) {
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		return "", err
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("python: %w", err)
	}
	return strings.TrimSpace(answer), nil
}

// open reads a model and gives its inputs shapes.
func (p *python) open(path string, inputs map[string][]int64) error {
	job, err := json.Marshal(map[string]any{"path": path, "inputs": inputs})
	if err != nil {
		return err
	}
	_, err = p.ask(string(job))
	return err
}

// infer infers the model that is open.
func (p *python) infer() (timing.Cost, error) {
	answer, err := p.ask("")
	if err != nil {
		return timing.Cost{}, err
	}
	seconds, err := strconv.ParseFloat(answer, 64)
	return timing.Cost{Seconds: seconds}, err
}

func (p *python) close() error { return errors.Join(p.in.Close(), p.command.Wait()) }
