package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/zerorun"
)

// maxConfig bounds what is read of a configuration, in bytes.
const maxConfig = 16 << 20

// maxRanks bounds the ranks that are looked for: more than any machine has, fewer than memory holds.
const maxRanks = 1 << 16

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
	file, err := os.Open(path)
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

// engineConfig is what is read of config.json: that of today, and builder_config of versions before 0.8.
type engineConfig struct {
	Pretrained struct {
		Architecture string `json:"architecture"`
		Mapping      struct {
			WorldSize int `json:"world_size"`
			TPSize    int `json:"tp_size"`
			PPSize    int `json:"pp_size"`
			CPSize    int `json:"cp_size"`
		} `json:"mapping"`
	} `json:"pretrained_config"`
	Builder struct {
		TensorParallel   int `json:"tensor_parallel"`
		PipelineParallel int `json:"pipeline_parallel"`
	} `json:"builder_config"`
}

// worldSize returns the number of ranks; 0 if the configuration does not say.
func (c engineConfig) worldSize() int {
	mapping := c.Pretrained.Mapping
	for _, size := range []int{
		mapping.WorldSize,
		product(mapping.TPSize, max(mapping.PPSize, 1), max(mapping.CPSize, 1)),
		product(c.Builder.TensorParallel, max(c.Builder.PipelineParallel, 1)),
	} {
		if size > 0 && size <= maxRanks {
			return size
		}
	}
	return 0
}

// product multiplies factors, and is 0 where one of them is impossible.
func product(factors ...int) int {
	p := 1
	for _, f := range factors {
		if f < 1 || f > maxRanks || p > maxRanks {
			return 0
		}
		p *= f
	}
	return p
}

// rankOf returns the rank in the name of an engine: rank3.engine, llama_float16_tp4_rank3.engine.
func rankOf(name string) (int, bool) {
	stem, ok := strings.CutSuffix(name, ".engine")
	at := strings.LastIndex(stem, "rank")
	if !ok || at < 0 || at > 0 && stem[at-1] != '_' {
		return 0, false
	}
	number := stem[at+len("rank"):]
	rank, err := strconv.Atoi(number)
	if err != nil || rank < 0 || rank >= maxRanks || strconv.Itoa(rank) != number {
		return 0, false
	}
	return rank, true
}

// rankName returns the name of another rank's engine.
func rankName(name string, rank int) string {
	return name[:strings.LastIndex(name, "rank")+len("rank")] + strconv.Itoa(rank) + ".engine"
}

// readConfig reads a small file.
func readConfig(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxConfig+1))
	if err == nil && len(data) > maxConfig {
		return nil, fmt.Errorf("too large for a configuration: more than %d bytes", maxConfig)
	}
	return data, err
}
