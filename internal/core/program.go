package core

import "path/filepath"

// Program returns a worker's program by its name, from where all workers are looked for. Errors wrap
// trt.ErrUnavailable.
func (f *Finder) Program(name string) (string, error) {
	for _, folder := range f.workerFolders() {
		if path := filepath.Join(folder, name); isProgram(path) {
			return path, nil
		}
	}
	return "", unavailable("there is no %s beside planlint, in PLANLINT_WORKER_DIR or in PATH", name)
}
