package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/planlint/planlint/internal/result"
)

const tritonConfig = "config.pbtxt"

// tritonVersion returns the members of a version of a Triton model: plans in REPOSITORY/MODEL/VERSION,
// with a config.pbtxt beside the versions, or without one if the file has the name that Triton expects.
func (w *walker) tritonVersion(folder string, names []string) map[string]*result.Member {
	version := filepath.Base(folder)
	if !isVersion(version) {
		return nil
	}
	dir := filepath.Dir(folder)
	model, ok := w.triton[dir]
	if !ok {
		model = w.readTriton(dir)
		w.triton[dir] = model
	}
	if model == nil && !slices.Contains(names, defaultPlan) {
		return nil
	}
	name := filepath.Base(dir)
	if model != nil && model.name != "" {
		name = model.name
	}
	members := map[string]*result.Member{}
	for _, file := range names {
		members[file] = &result.Member{Kind: "triton", Folder: filepath.Dir(dir), Name: name, Version: version}
	}
	return members
}

// isVersion tells the folders that Triton takes for versions.
func isVersion(name string) bool {
	n, err := strconv.ParseInt(name, 10, 64)
	return err == nil && n > 0 && strconv.FormatInt(n, 10) == name
}

// readTriton reads the configuration of a model and reports what its versions lack. It is nil if the
// model has no configuration.
func (w *walker) readTriton(dir string) *tritonModel {
	path := filepath.Join(dir, tritonConfig)
	data, err := readConfig(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var config pbtxt
	if err == nil {
		config, err = parsePbtxt(data)
	}
	if err != nil {
		w.problem(path, plain(err))
		return &tritonModel{}
	}
	model := newTritonModel(config)
	if model.tensorRT {
		w.tritonVersions(dir, model)
	}
	return &model
}

// tritonVersions reports the versions that Triton serves by the configuration and that have no plan.
func (w *walker) tritonVersions(dir string, model tritonModel) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.problem(dir, plain(err))
		return
	}
	var there []string
	for _, entry := range entries {
		if entry.IsDir() && isVersion(entry.Name()) {
			there = append(there, entry.Name())
		}
	}
	slices.SortFunc(there, natural)
	for _, version := range model.served(there) {
		folder := filepath.Join(dir, version)
		if !slices.Contains(there, version) {
			w.problem(folder, fmt.Errorf("version %s is missing: %s asks for it", version, tritonConfig))
			continue
		}
		if model.loads(w.plans[folder]) {
			continue
		}
		path, err := folder, fs.ErrNotExist
		if filepath.IsLocal(model.file) { // the name is any text of the configuration
			path = filepath.Join(folder, model.file)
			err = notAPlan(w, path)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("version %s has no %q, which Triton loads by %s", version, model.file, tritonConfig)
		}
		w.problem(path, plain(err))
	}
}
