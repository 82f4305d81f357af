//go:build !unix

package worker

import "time"

// processorTime is not asked for here: there are no workers.
func processorTime() time.Duration { return 0 }
