package gpucode

import "strconv"

const (
	sectionCompat = 0x70000086 // .nv.compat

	// abiTagged is the OS/ABI byte of images whose flags have the architecture in the second byte. CUDA
	// 12.8 and later write it for SM 100 and up, CUDA 13 for every architecture.
	abiTagged = 0x41

	attributeAccelerator = 0x09 // EICOMPAT_ATTR_CUDA_ACCELERATOR_TARGET, by cuobjdump 13.3
)

// sm returns the architecture that a GPU image is for, empty if its flags hold none.
func (e *elfImage) sm(w *window) (string, error) {
	if e.machine != machineCUDA {
		return "", nil
	}
	number, suffix := e.flags&0xff, ""
	if e.osABI == abiTagged {
		number = e.flags >> 8 & 0xff
		accelerated, err := e.accelerated(w)
		if err != nil {
			return "", err
		}
		if accelerated || e.flags&0x8 != 0 { // CUDA 13 says it in .nv.compat, 12.8 and 12.9 in the flags
			suffix = "a"
		}
	} else if e.flags&0x800 != 0 {
		suffix = "a"
	}
	if number < 10 { // the first architecture was SM 10
		return "", nil
	}
	return strconv.Itoa(int(number)) + suffix, nil
}

// accelerated tells whether the attributes of .nv.compat name the architecture's own instructions, as in
// SM 90a.
func (e *elfImage) accelerated(w *window) (bool, error) {
	b, err := w.upTo(e.compat.offset, int(min(e.compat.size, 1024)))
	if err != nil {
		return false, err
	}
	// An attribute is its format, its number, and a value of two bytes; format 4 has the length of more
	// bytes as its value.
	for len(b) >= 4 {
		format, attribute, value := b[0], b[1], int(b[2])|int(b[3])<<8
		if attribute == attributeAccelerator && format != 4 {
			return value&0xff == 1, nil
		}
		b = b[4:]
		if format == 4 {
			b = b[min(value, len(b)):]
		}
	}
	return false, nil
}
