//go:build !unix

package worker

func usage() consumption { return consumption{} }
