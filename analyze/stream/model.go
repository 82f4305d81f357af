package stream

// model is a GPU, or several with the same numbers, by what CUDA's driver reports of them.
type model struct {
	name            string
	major, minor    int32
	multiprocessors int32
	// leastMiB and mostMiB bound the memory: drivers and error correction take a share that varies.
	leastMiB, mostMiB int64
}

// models has GPUs whose numbers people have published as the driver gave them; docs/plan-stream.md has
// examples. It is a guess in any case: other GPUs may have the same.
var models = [...]model{
	{"Tesla V100 16 GB", 7, 0, 80, 15_500, 16_384},
	{"Tesla V100 32 GB", 7, 0, 80, 31_500, 32_768},
	{"T4", 7, 5, 40, 14_500, 16_384},
	{"Quadro RTX 8000", 7, 5, 72, 44_000, 49_152},
	{"A100 or A800 40 GB", 8, 0, 108, 39_000, 40_960},
	{"A100 or A800 80 GB", 8, 0, 108, 79_000, 81_920},
	{"GeForce RTX 3060", 8, 6, 28, 11_800, 12_288},
	{"RTX A5000", 8, 6, 64, 22_000, 24_576},
	{"GeForce RTX 3080", 8, 6, 68, 9_800, 10_240},
	{"A10G", 8, 6, 80, 22_000, 24_576},
	{"GeForce RTX 3090", 8, 6, 82, 23_800, 24_576},
	{"GeForce RTX 3090 Ti", 8, 6, 84, 23_800, 24_576},
	{"A40 or RTX A6000", 8, 6, 84, 44_000, 49_152},
	{"Jetson AGX Orin", 8, 7, 16, 29_000, 65_536},
	{"L4", 8, 9, 58, 22_000, 24_576},
	{"GeForce RTX 4070 Ti SUPER", 8, 9, 66, 15_700, 16_384},
	{"GeForce RTX 4080 or RTX 4090 Laptop", 8, 9, 76, 15_700, 16_384},
	{"GeForce RTX 4090", 8, 9, 128, 23_800, 24_576},
	{"L40, L40S or RTX 6000 Ada", 8, 9, 142, 44_000, 49_152},
	{"H100 or H800 PCIe 80 GB", 9, 0, 114, 79_000, 81_920},
	{"H100 or H800 SXM 80 GB", 9, 0, 132, 79_000, 81_920},
	{"GH200 96 GB or H100 NVL", 9, 0, 132, 94_000, 98_304},
	{"H200", 9, 0, 132, 142_500, 144_000},
	{"B200", 10, 0, 148, 180_000, 184_320},
	{"GeForce RTX 5080", 12, 0, 84, 15_700, 16_384},
	{"GeForce RTX 5090", 12, 0, 170, 31_500, 32_768},
	{"RTX PRO 6000 Blackwell", 12, 0, 188, 94_000, 98_304},
}

// Model names the GPU whose published numbers these are, a guess; empty where none fits.
func (d *Device) Model() string {
	const mib = 1 << 20
	for _, m := range models {
		if m.major == d.Major && m.minor == d.Minor && m.multiprocessors == d.Multiprocessors &&
			d.MemoryBytes >= m.leastMiB*mib && d.MemoryBytes <= m.mostMiB*mib {
			return m.name
		}
	}
	return ""
}
