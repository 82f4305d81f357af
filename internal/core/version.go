package core

import (
	"debug/elf"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numbers are the numbers of a version, "1.7.1" or "1_7_1"; at least one, and 0 for what is none.
func numbers(version string) []int {
	var list []int
	for _, part := range strings.FieldsFunc(version, func(r rune) bool { return r == '.' || r == '_' }) {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		list = append(list, n)
	}
	return append(list, 0)[:max(len(list), 1)]
}

// compareVersions orders versions; an unknown one is the oldest.
func compareVersions(a, b string) int { return slices.Compare(numbers(a), numbers(b)) }

// minorOf cuts "1.7.1.116" to "1.7"; empty if that is not known.
func minorOf(version string) string {
	parts := strings.Split(version, ".")
	if len(parts) < 2 {
		return ""
	}
	return parts[0] + "." + parts[1]
}

// startsWith tells whether a version is of a line of them: 10.15.1.29 is of 10, 10.15 and 10.15.1.
func startsWith(version, line string) bool {
	return line != "" && (version == line || strings.HasPrefix(version, line+"."))
}

var (
	// A full version behind the name of a library or of the builder's resources.
	versionInName = regexp.MustCompile(`\.so\.(\d+\.\d+\.\d+(?:\.\d+)?)$`)
	// Every TensorRT library has a symbol that spells its version.
	versionSymbol = regexp.MustCompile(`^tensorrt_version_(\d+_\d+_\d+(?:_\d+)?)$`)
)

// versionOf finds out which version a core library is: from the library's symbols, else from the names of
// the files in its folder that belong to it, its own and those of the builder's resources. It is empty if
// nothing tells.
func versionOf(library string, resources []string) string {
	version := versionInLibrary(library)
	names := resources
	if real, err := filepath.EvalSymlinks(library); err == nil {
		names = append([]string{filepath.Base(real)}, names...)
	}
	for _, name := range names {
		if found := versionInName.FindStringSubmatch(name); version == "" && found != nil {
			version = found[1]
		}
	}
	return version
}

// versionInLibrary reads the version from a library's symbols, without loading it.
func versionInLibrary(path string) string {
	info, err := os.Stat(path) // a pipe would never be open
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	return versionInSymbols(file)
}

// mostSymbols is far more than a TensorRT library exports, in bytes of its table.
const mostSymbols = 64 << 20

func versionInSymbols(file *elf.File) string {
	for _, section := range file.Sections {
		if (section.Type == elf.SHT_DYNSYM || section.Type == elf.SHT_STRTAB) && section.Size > mostSymbols {
			return ""
		}
	}
	symbols, err := file.DynamicSymbols()
	if err != nil {
		return ""
	}
	for _, symbol := range symbols {
		if found := versionSymbol.FindStringSubmatch(symbol.Name); found != nil {
			return strings.ReplaceAll(found[1], "_", ".")
		}
	}
	return ""
}

// namesIn are the names in a folder; none if it cannot be read.
func namesIn(folder string) []string {
	entries, _ := os.ReadDir(folder)
	names := make([]string, 0, len(entries))
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// isFolder follows links.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isProgram tells whether a file may be executed.
func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// isFile follows links.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeType == 0
}
