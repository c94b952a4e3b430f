package assist

import (
	"os"
	"path/filepath"
	"strings"
)

// maxFiles bounds what a folder of thousands contributes.
const maxFiles = 500

// Files returns the paths that begin with prefix, those of folders with a separator at their end. Files
// whose names begin with a dot show only when one is typed.
func Files(prefix string) (paths []string) {
	dir, base := filepath.Split(prefix)
	entries, err := os.ReadDir(filepath.Join(dir, "."))
	if err != nil {
		return nil // no such folder, no names
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") {
			continue
		}
		if e.IsDir() {
			name += string(filepath.Separator)
		}
		if paths = append(paths, dir+name); len(paths) == maxFiles {
			break
		}
	}
	return paths
}
