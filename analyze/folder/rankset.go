package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// MissingRankError says that an engine of a rank set is not there.
type MissingRankError struct{ Rank, WorldSize int }

func (e *MissingRankError) Error() string {
	return fmt.Sprintf("rank %d of %d is missing: config.json asks for it", e.Rank, e.WorldSize)
}

// rankSet returns the members of a TensorRT-LLM engine: config.json and rankN.engine for each process,
// or names that end so, as older versions wrote them. It is nil for another folder.
func (w *walker) rankSet(folder string, names []string) map[string]*result.Member {
	ranks := map[int]string{}
	for _, name := range names {
		if rank, ok := rankOf(name); ok {
			ranks[rank] = name
		}
	}
	if len(ranks) == 0 {
		return nil
	}
	path := filepath.Join(folder, "config.json")
	data, err := readConfig(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var config engineConfig
	if err == nil {
		if err = json.Unmarshal(data, &config); err != nil {
			err = fmt.Errorf("the configuration of the engine is no JSON as TensorRT-LLM writes it: %w", err)
		}
	}
	if err != nil {
		w.problem(path, plain(err))
	}
	world := config.worldSize()
	members := map[string]*result.Member{}
	for rank, name := range ranks {
		member := &result.Member{Kind: "tensorrt-llm", Folder: folder, Name: config.Pretrained.Architecture, Rank: new(rank)}
		if world > 0 {
			member.WorldSize = new(world)
		}
		members[name] = member
		if world > 0 && rank >= world {
			w.problem(filepath.Join(folder, name), fmt.Errorf("rank %d does not belong to the set: config.json has %d", rank, world))
		}
	}
	w.missingRanks(folder, ranks, world)
	return members
}

// missingRanks reports the ranks that are not there, or are there and are no plans.
func (w *walker) missingRanks(folder string, ranks map[int]string, world int) {
	pattern := ranks[lowest(ranks)]
	for rank := range min(world, maxRanks) {
		if _, ok := ranks[rank]; ok {
			continue
		}
		path := filepath.Join(folder, rankName(pattern, rank))
		err := notAPlan(w, path)
		if errors.Is(err, fs.ErrNotExist) {
			err = &MissingRankError{rank, world}
		}
		w.problem(path, plain(err))
	}
}

func lowest(ranks map[int]string) int {
	first := maxRanks
	for rank := range ranks {
		first = min(first, rank)
	}
	return first
}

// notAPlan says what is wrong with a file that should be a plan and was not found as one.
func notAPlan(w *walker, path string) error {
	file, err := openRegular(path)
	if err != nil {
		return err
	}
	defer file.Close()
	data, err := zerorun.NewFile(file)
	if err != nil {
		return err
	}
	plans, err := wrap.Find(w.ctx, data, data.Size(), wrap.Options{Path: path})
	for _, p := range plans {
		err = errors.Join(err, p.Err, p.Close())
	}
	if err == nil {
		err = errors.New("changed during the search")
	}
	return err
}
