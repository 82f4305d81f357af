package core

import (
	"context"

	"github.com/planlint/planlint/internal/result"
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
func ask(context.Context, *worker.Client) (probe, error) {
	unknown := result.Ability{State: result.AbilityUnknown, Why: "workers cannot be asked yet"}
	return probe{build: unknown, run: unknown}, nil
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
