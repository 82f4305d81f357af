package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// maxConfig bounds what is read of a configuration, in bytes.
const maxConfig = 1 << 20

// maxRanks bounds the ranks that are looked for: more than any machine has, fewer than memory holds.
const maxRanks = 1 << 16

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

// stages returns the number of pipeline stages; 0 if the configuration does not say, or if the ranks cannot be
// divided into so many.
func (c engineConfig) stages() int {
	stages := c.Pretrained.Mapping.PPSize
	if stages == 0 {
		stages = c.Builder.PipelineParallel
	}
	if world := c.worldSize(); stages < 1 || world == 0 || world%stages != 0 {
		return 0
	}
	return stages
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

// openRegular opens a file by a name that was not looked at before. Opening a named pipe would wait for its
// other end.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	return os.Open(path)
}

var errNotRegular = errors.New("not a regular file")

// readConfig reads a small file.
func readConfig(path string) ([]byte, error) {
	file, err := openRegular(path)
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
