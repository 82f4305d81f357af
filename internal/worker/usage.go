package worker

import "time"

// consumption is what a process has used.
type consumption struct {
	processor time.Duration
	reads     int64 // from disks: a plan is loaded with little processor time from a slow one
}

// livelier tells whether enough was used since before to be a sign of life.
func (c consumption) livelier(before consumption) bool {
	return c.processor-before.processor >= aliveTime || c.reads > before.reads
}
