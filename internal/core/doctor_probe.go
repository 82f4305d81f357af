package core

import (
	"context"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/worker"
)

// probe is what a worker found out by trying.
type probe struct {
	driver, cuda string
	devices      []result.GPU
	build, run   result.Ability
	missing      []string
}

// ask lets a worker try what it can do. It may take half a minute.
func ask(ctx context.Context, client *worker.Client) (probe, error) {
	found, err := client.Probe(ctx)
	if err != nil {
		return probe{}, err
	}
	p := probe{driver: found.Driver, cuda: found.CUDA, build: ability(found.Build), run: ability(found.Run), missing: found.Missing}
	for _, d := range found.Devices {
		p.devices = append(p.devices, result.GPU{Name: d.Name, SM: d.SM, MemoryBytes: d.Memory})
	}
	return p, nil
}

// ability spells an ability; a worker's word that is none of ours is unknown.
func ability(a trt.Ability) result.Ability {
	state := result.AbilityState(a.State)
	if state != result.AbilityYes && state != result.AbilityNo {
		state = result.AbilityUnknown
	}
	return result.Ability{State: state, Why: trt.OneLine(a.Why)}
}

// withProbe adds what CUDA says of the GPUs.
func withProbe(gpus result.GPUs, p probe) result.GPUs {
	if p.driver != "" {
		gpus.Driver = p.driver
	}
	if p.cuda != "" {
		gpus.CUDA = p.cuda
	}
	if len(p.devices) > 0 {
		gpus.Visible, gpus.Why, gpus.Devices = true, "", p.devices
	}
	return gpus
}
