//go:build !amd64 || purego

package anchor

func kernels() map[string]func([]byte, func(int)) {
	return map[string]func([]byte, func(int)){"each": set.Each, "generic": set.eachGeneric}
}
