package gpucode

import (
	"errors"
	"io"
)

// reading reads the images of a plan one after the other.
type reading struct {
	reader   io.ReaderAt
	size     int64
	window   *window
	entries  *window // on the entry of a fat binary
	unpacker unpacker
	images   []Image
	end      int64           // where the last image ends
	inFatbin map[string]bool // kernels of the fat binary that is read
	kernels  int             // in all images
	names    int             // bytes of their names
	why      string
}

func newReading(reader io.ReaderAt, size, most int64) *reading {
	work := &work{left: most}
	return &reading{
		reader: reader, size: size,
		window:   newWindow(reader, size, work),
		entries:  newWindow(reader, size, work),
		unpacker: unpacker{left: maxUnpackedAll},
	}
}

// cut notes the first reason why something is left out.
func (s *reading) cut(why string) {
	if s.why == "" {
		s.why = why
	}
}

// image reads the image that may start at an offset. One inside of another is a part of that.
func (s *reading) image(offset int64) error {
	if offset < s.end {
		return nil
	}
	s.window.move(io.NewSectionReader(s.reader, offset, s.size-offset), s.size-offset)
	first, err := s.window.upTo(0, elfProbe)
	if err != nil {
		return err
	}
	read := s.elf
	if maybeFatbin(first) {
		read = s.fatbin
	}
	image, err := read(offset)
	if err != nil {
		return err
	}
	s.images = append(s.images, image)
	s.end = offset + image.Size
	return nil
}

// elf reads the ELF image at the window's start.
func (s *reading) elf(offset int64) (Image, error) {
	elf, err := readELF(s.window)
	if err != nil {
		return Image{}, err
	}
	image := Image{Kind: KindELF, Offset: offset, Size: elf.size}
	if elf.machine != machineCUDA {
		image.Kind = KindHostELF
		return image, nil
	}
	err = s.code(&image, s.window, elf, func(at, size int64) (int64, int64) { return offset + at, size })
	return image, err
}

// code adds what a GPU image is for and its kernels to an image of the plan; place turns a position in the
// ELF image into one in the plan.
func (s *reading) code(image *Image, w *window, elf *elfImage, place func(at, size int64) (int64, int64)) error {
	sm, err := elf.sm(w)
	if err != nil {
		return err
	}
	image.addSM(sm)
	return elf.kernels(w, func(name string, at, size int64) bool {
		at, size = place(at, size)
		return s.kernel(image, name, at, size)
	})
}

// kernel adds a kernel to an image, and returns false if there are too many. A fat binary holds a kernel
// once for each architecture: the first stands for all.
func (s *reading) kernel(image *Image, symbol string, offset, size int64) bool {
	if s.window.work.spend(demangleWork*int64(len(symbol))) != nil {
		s.cut(errWork.Error())
		return false
	}
	name := demangled(symbol)
	if image.Kind == KindFatbin {
		if s.inFatbin[name] {
			return true
		}
		s.inFatbin[name] = true
	}
	if s.kernels++; s.kernels > maxKernels {
		s.cut("more kernels than can be listed")
		return false
	}
	if s.names += len(name); s.names > maxNameBytes {
		s.cut("the kernels' names are too long to be listed")
		return false
	}
	image.Kernels = append(image.Kernels, Kernel{Name: name, Origin: OriginOf(name), Offset: offset, Size: size})
	return true
}

func (image *Image) addSM(sm string) {
	if sm == "" {
		return
	}
	for _, old := range image.SM {
		if old == sm {
			return
		}
	}
	image.SM = append(image.SM, sm)
}

// unreadable tells whether code just cannot be looked into: anything but an error of reading the plan.
func unreadable(err error) bool {
	return errors.Is(err, errNotImage) || errors.Is(err, errTooLarge)
}
