package folder

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Links lists the symbolic links to folders that Find does not follow below root, in order.
func Links(root string) (links []string) {
	// What cannot be read is a Problem of Find.
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == ".git" && path != root:
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0 && path != root:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				links = append(links, path)
			}
		}
		return nil
	})
	return links
}
