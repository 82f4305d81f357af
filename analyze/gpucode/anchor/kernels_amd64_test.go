//go:build amd64 && !purego

package anchor

import "golang.org/x/sys/cpu"

func kernels() map[string]func([]byte, func(int)) {
	all := map[string]func([]byte, func(int)){"each": set.Each, "generic": set.eachGeneric}
	if cpu.X86.HasAVX2 {
		all["avx2"] = set.eachAVX2
	}
	return all
}
