package core

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// library makes the least ELF file that has a dynamic symbol.
func library(t testing.TB, symbol string) []byte {
	t.Helper()
	names := "\x00.shstrtab\x00.dynsym\x00.dynstr\x00"
	strs := "\x00" + symbol + "\x00"
	const header, symbolSize, sectionSize = 64, 24, 64
	symbols := make([]byte, 2*symbolSize)
	binary.LittleEndian.PutUint32(symbols[symbolSize:], 1)
	symbols[symbolSize+4] = byte(elf.ST_INFO(elf.STB_GLOBAL, elf.STT_OBJECT))
	namesAt := uint64(header)
	symbolsAt := namesAt + uint64(len(names))
	stringsAt := symbolsAt + uint64(len(symbols))
	sectionsAt := stringsAt + uint64(len(strs))
	var out bytes.Buffer
	write := func(value any) {
		if err := binary.Write(&out, binary.LittleEndian, value); err != nil {
			t.Fatal(err)
		}
	}
	write(elf.Header64{Ident: [16]byte{0x7f, 'E', 'L', 'F', 2, 1, 1}, Type: uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: 1,
		Shoff: sectionsAt, Ehsize: header, Shentsize: sectionSize, Shnum: 4, Shstrndx: 1})
	out.WriteString(names)
	out.Write(symbols)
	out.WriteString(strs)
	write(elf.Section64{})
	write(elf.Section64{Name: 1, Type: uint32(elf.SHT_STRTAB), Off: namesAt, Size: uint64(len(names))})
	write(elf.Section64{Name: 11, Type: uint32(elf.SHT_DYNSYM), Off: symbolsAt, Size: uint64(len(symbols)), Link: 3, Entsize: symbolSize})
	write(elf.Section64{Name: 19, Type: uint32(elf.SHT_STRTAB), Off: stringsAt, Size: uint64(len(strs))})
	return out.Bytes()
}

func TestVersionOf(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, test := range map[string]struct {
		content   []byte
		resources []string
		want      string
	}{
		"libnvinfer.so.10":      {library(t, "tensorrt_version_10_15_1_29"), []string{"libnvinfer_builder_resource_ptx.so.10.0.1"}, "10.15.1.29"},
		"libnvinfer.so.8":       {library(t, "tensorrt_version_x"), []string{"libnvinfer_builder_resource.so.8.6.1"}, "8.6.1"},
		"libnvinfer.so.8.4.3":   {[]byte("no library"), nil, "8.4.3"},
		"libtensorrt_rtx.so.1":  {library(t, "getInferLibVersion"), nil, ""},
		"libnvinfer.so.7":       {nil, []string{"libnvinfer_builder_resource.so.7"}, ""},
		"libnvinfer.so.11":      {library(t, "tensorrt_version_11_2_1_2")[:200], nil, ""},
		"libtensorrt_rtx.so.22": {library(t, "tensorrt_version_1_7_1"), nil, "1.7.1"},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, test.content, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := versionOf(path, test.resources); got != test.want {
			t.Errorf("%s: version %q, want %q", name, got, test.want)
		}
	}
}

func TestCompareVersions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"10.15.1", "10.9.0", 1}, {"8.6.1", "8.6.1", 0}, {"1.7.1", "1.7.1.116", -1}, {"", "1.0.0", -1}, {"1_7_1_116", "1.7.1.116", 0}, {"10.x", "10", 0},
	} {
		if got := compareVersions(test.a, test.b); got != test.want {
			t.Errorf("%q and %q: %d", test.a, test.b, got)
		}
	}
}

// FuzzVersionInSymbols reads libraries that are none.
func FuzzVersionInSymbols(f *testing.F) {
	f.Add(library(f, "tensorrt_version_1_7_1_116"))
	f.Add(library(f, "tensorrt_version_"))
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := elf.NewFile(bytes.NewReader(data))
		if err != nil {
			return
		}
		if version := versionInSymbols(file); strings.Trim(version, "0123456789.") != "" {
			t.Errorf("version %q", version)
		}
	})
}

// FuzzParseName reads what --trt can be given.
func FuzzParseName(f *testing.F) {
	for _, name := range []string{"rtx", "rtx-1.7", "trt8", "trt-10.15", "10.15.1", "rtx-", "trt", "..", "9999999999999999999", "trt9999999999999999999"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		family, line, ok := parseName(name)
		if !ok && (family != "" && family != "rtx") {
			t.Errorf("%q is none, but of family %q, line %q", name, family, line)
		}
		if r, err := recipeOf(name); err == nil && r.name == "" {
			t.Errorf("%q is a recipe without a name", name)
		}
	})
}
