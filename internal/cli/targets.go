package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/replace"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/report"
)

// target is a file that --write asks for.
type target struct{ format, path string }

// targets reads and checks every --write before any work is done. inputs are what the command reads.
func (s *settings) targets(command string, inputs []entry) ([]target, error) {
	var all []target
	for _, text := range s.writes {
		format, path, found := strings.Cut(text, "=")
		switch {
		case !found || path == "":
			return nil, usagef("--write %s: it is FORMAT=PATH", text)
		case path == "-":
			return nil, usagef("--write %s: it writes files; --format %s prints on standard output, and ./- is a file", text, format)
		case !report.HasFormat(command, format):
			return nil, usagef("--write %s: the format is one of %s%s", text, strings.Join(report.Formats(command), ", "), formatHint(format))
		case slices.ContainsFunc(all, func(t target) bool { return filepath.Clean(t.path) == filepath.Clean(path) }):
			return nil, usagef("--write %s: that file is written already", text)
		case slices.ContainsFunc(inputs, func(e entry) bool { return sameFile(e.name, path) }):
			return nil, usagef("--write %s: that file is an input", text)
		}
		if err := checkTarget(path, s.force); err != nil {
			return nil, usagef("--write %s: %v", text, err)
		}
		all = append(all, target{format, path})
	}
	return all, nil
}

// checkTarget tells whether a file can be created.
func checkTarget(path string, force bool) error {
	err := replace.Check(path, force)
	switch {
	case errors.Is(err, replace.ErrExists):
		return fmt.Errorf("%w (--force overwrites it)", err)
	case err != nil:
		return err
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("there is no folder %s", filepath.Dir(path))
	}
	return nil
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// write creates the file with what print writes.
func (t target) write(force bool, print func(io.Writer) error) error {
	if err := writeFile(t.path, force, print); err != nil {
		return fmt.Errorf("--write %s=%s: %w", t.format, t.path, err)
	}
	return nil
}

// writeFile creates a file, whole or not at all. Errors do not repeat its name.
func writeFile(path string, force bool, print func(io.Writer) error) error {
	file, err := printed(path, force, print)
	if err != nil {
		return err
	}
	return errors.Join(plainError(file.Commit()), file.Discard())
}

// printed is a file with what print writes, which has no name yet. Errors do not repeat the one that it is to get.
func printed(path string, force bool, print func(io.Writer) error) (*replace.File, error) {
	file, err := replace.Create(path, force)
	if err != nil {
		return nil, plainError(err)
	}
	buffer := bufio.NewWriter(file)
	err = print(buffer)
	if err == nil {
		err = buffer.Flush()
	}
	if err != nil {
		return nil, errors.Join(plainError(err), file.Discard())
	}
	return file, nil
}

// plainError is the reason of an error of a file, without the file's name: the caller has a better one.
// A file with a model's weights is another one than the caller's, and stays.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && !errors.Is(err, onnx.ErrExternal) {
		return path.Err
	}
	return err
}
