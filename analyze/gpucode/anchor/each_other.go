//go:build !amd64 || purego

package anchor

func (s *Set) each(data []byte, found func(index int)) {
	s.eachGeneric(data, found)
}
