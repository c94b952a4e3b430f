package assist

import (
	"os"
	"path/filepath"
	"strings"
)

// maxFiles bounds the number of files taken from a directory.
const maxFiles = 500

// Files returns the paths that begin with prefix, directories with a separator at their end. Files whose names begin
// with a dot are included only if the prefix has the dot.
func Files(prefix string) (paths []string) {
	dir, base := filepath.Split(prefix)
	entries, err := os.ReadDir(filepath.Join(dir, "."))
	if err != nil {
		return nil // no such directory
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
