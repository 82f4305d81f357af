//go:build !windows

package replace

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

type pendingFile = renameio.PendingFile

func newPending(target string) (*pendingFile, error) {
	return renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)),
		renameio.WithPermissions(0o666), renameio.WithExistingPermissions())
}
