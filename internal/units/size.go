package units

// Size is a number of bytes that is given on the command line; it is a pflag.Value.
type Size int64

// String writes the size the way Set reads it.
func (s *Size) String() string {
	n := int64(*s)
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= unit.bytes && n%unit.bytes == 0 {
			return Exact(n/unit.bytes) + unit.name
		}
	}
	return Exact(n)
}

// Set reads a size.
func (s *Size) Set(text string) error {
	n, err := Parse(text)
	if err != nil {
		return err
	}
	*s = Size(n)
	return nil
}

// Type names the value in help text.
func (*Size) Type() string { return "size" }
