package report

import (
	"net/url"
	"path"
	"path/filepath"
	"strings"
)

// Places knows where in a repository files are. CI systems take names relative to its root, and users name files
// relative to the folder that they are in.
type Places struct {
	// Root is the root of the repository and Folder the working directory, as absolute names. Without them names are
	// taken as they are.
	Root, Folder string
}

// place is a file as CI systems name it.
type place struct {
	// name is the path in the repository with slashes, or the input's name if it is elsewhere.
	name string
	// uri is the same as an address, and relative tells whether it starts at the root.
	uri      string
	relative bool
}

// standardInput is the name of an input that has none.
const standardInput = "standard-input"

func (p Places) of(file string) place {
	switch {
	case file == "-":
		return place{standardInput, standardInput, true}
	case strings.HasPrefix(file, "http://"), strings.HasPrefix(file, "https://"):
		return place{file, encoded(file), false}
	}
	name := path.Clean(filepath.ToSlash(file))
	if filepath.IsAbs(file) {
		inside, ok := strings.CutPrefix(name, strings.TrimSuffix(filepath.ToSlash(p.Root), "/")+"/")
		if !ok || p.Root == "" {
			return place{name, (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String(), false}
		}
		name = inside
	} else if below, err := filepath.Rel(p.Root, p.Folder); err == nil && p.Root != "" {
		name = path.Join(filepath.ToSlash(below), name)
	}
	return place{name, (&url.URL{Path: name}).String(), !strings.HasPrefix(name+"/", "../")}
}

// encoded leaves an address as it is, but for bytes that none may have.
func encoded(address string) string {
	var out strings.Builder
	for _, b := range []byte(address) {
		if b > ' ' && b < 0x7f && !strings.ContainsRune("\"<>\\^`{|}", rune(b)) {
			out.WriteByte(b)
		} else {
			out.WriteString(url.PathEscape(string([]byte{b})))
		}
	}
	return out.String()
}
