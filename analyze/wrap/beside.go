package wrap

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/planlint/planlint/zerorun"
)

// errOutside says that a model points out of its folder. ONNX Runtime refuses that too.
var errOutside = errors.New("it leaves the model's folder")

// beside looks into the file that an EPContext node names. The path is relative to the model's folder,
// and neither it nor a symbolic link on the way may lead out of it.
func (f *finder) beside(s source, name string) ([]Plan, error) {
	switch {
	case name == "":
		return nil, fmt.Errorf("ONNX model: the EPContext node names no file (no ep_cache_context, or a path of more than %d bytes)", maxPath)
	case s.path == "":
		return nil, fmt.Errorf("ONNX model: the plan is in a file beside it, %q, which can only be found for a model that is a file itself", name)
	}
	if f.open >= maxOpen {
		return nil, fmt.Errorf("ONNX model: the file %q beside it is not opened, as %d others are already", name, maxOpen)
	}
	folder := filepath.Dir(s.path)
	file, err := openInside(folder, name)
	if err != nil {
		return nil, fmt.Errorf("ONNX model: the plan should be in the file %q beside it: %w", name, err)
	}
	data, err := zerorun.NewFile(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("ONNX model: the file %q beside it: %w", name, err), file.Close())
	}
	f.open++
	held := newHold(file)
	there := source{
		reader: data, size: data.Size(), member: s.member, wrapper: s.wrapper, depth: s.depth,
		file: filepath.Join(folder, filepath.FromSlash(slashes(name))), holds: []*hold{held},
	}
	plans, err := f.find(there.wrapped("onnx"))
	if err != nil && !isNotPlan(err) {
		err = fmt.Errorf("ONNX model: the file %q beside it: %w", name, err)
	}
	return plans, errors.Join(err, held.drop())
}

// slashes returns a path with forward slashes: a model may come from Windows.
func slashes(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// openInside opens a regular file below a folder.
func openInside(folder, name string) (*os.File, error) {
	slashed := slashes(name)
	if strings.HasPrefix(slashed, "/") || len(slashed) > 1 && slashed[1] == ':' {
		return nil, fmt.Errorf("%w: the path is absolute", errOutside)
	}
	if !filepath.IsLocal(filepath.FromSlash(slashed)) {
		return nil, errOutside
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	// The mode is looked at before the file is opened: a named pipe would wait for its other end.
	info, err := root.Stat(filepath.FromSlash(slashed))
	if err != nil {
		return nil, plainer(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	file, err := root.Open(filepath.FromSlash(slashed))
	return file, plainer(err)
}

// plainer names the usual reasons in a few words; the path is in the message already.
func plainer(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("it is not there (%w)", fs.ErrNotExist)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("it cannot be read (%w)", fs.ErrPermission)
	}
	var path *fs.PathError
	if errors.As(err, &path) && strings.Contains(path.Err.Error(), "escapes") {
		return fmt.Errorf("%w by a symbolic link", errOutside)
	}
	return err
}
