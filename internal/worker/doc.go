// Package worker runs a TensorRT in a process of its own: two of them in one process crash, and one that
// crashes or hangs must not take planlint with it. The parent starts a worker and asks it to build a plan,
// which is scanned for zeros while it is written, or to inspect or run one. It judges by the worker's answer,
// never by its exit status. Both sides of the protocol are here; docs/workers.md describes it.
package worker
