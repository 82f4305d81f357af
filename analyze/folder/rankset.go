package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

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
		if stages := config.stages(); stages > 0 && rank < world {
			// Ranks are numbered stage by stage.
			member.Stage = new(rank / (world / stages))
		}
		members[name] = member
		if world > 0 && rank >= world {
			w.problem(filepath.Join(folder, name), fmt.Errorf("rank %d does not belong to the set: config.json has %d", rank, world))
		}
	}
	w.missingRanks(folder, ranks, world)
	return members
}

// missingRanks reports the ranks that are not there, those that follow each other in one problem, and those
// that are there and are no plans.
func (w *walker) missingRanks(folder string, ranks map[int]string, world int) {
	pattern := ranks[lowest(ranks)]
	path := func(rank int) string { return filepath.Join(folder, rankName(pattern, rank)) }
	for rank := 0; rank < world; rank++ {
		if _, ok := ranks[rank]; ok {
			continue
		}
		err := notAPlan(w, path(rank))
		if !errors.Is(err, fs.ErrNotExist) {
			w.problem(path(rank), plain(err))
			continue
		}
		last := rank
		for last+1 < world && ranks[last+1] == "" && isMissing(path(last+1)) {
			last++
		}
		w.problem(path(rank), missing(rank, last, world))
		rank = last
	}
}

func isMissing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

func missing(first, last, world int) error {
	if first == last {
		return fmt.Errorf("rank %d of %d is missing: config.json asks for it", first, world)
	}
	return fmt.Errorf("ranks %d to %d of %d are missing: config.json asks for them", first, last, world)
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
