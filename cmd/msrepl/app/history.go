package app

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/msrepl/msrepl/internal/atomicfile"
)

// historyLimit is the maximum number of cells in a history file.
const historyLimit = 2000

// A history file has one line per cell. Runes that no program contains replace newlines and tabs, so that the line
// editor's library can read the file as well.
var (
	toLine   = strings.NewReplacer("\n", "\ue00a", "\t", "\ue009")
	fromLine = strings.NewReplacer("\ue00a", "\n", "\ue009", "\t")
)

// historyFile keeps typed cells between sessions. If it cannot be written, nothing is kept.
type historyFile struct{ path string }

// load returns the cells of the file, oldest first, and truncates a file that has grown too long.
func (h *historyFile) load() (cells []string) {
	if h.path == "" {
		return nil
	}
	text, err := os.ReadFile(h.path)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			cells = append(cells, fromLine.Replace(line))
		}
	}
	if len(cells) <= historyLimit {
		return cells
	}
	cells = cells[len(cells)-historyLimit:]
	_ = atomicfile.Write(h.path, func(w io.Writer) error {
		for _, c := range cells {
			if _, err := io.WriteString(w, toLine.Replace(c)+"\n"); err != nil {
				return err
			}
		}
		return nil
	})
	return cells
}

// add appends a cell; several sessions may do so concurrently.
func (h *historyFile) add(cell string) {
	if h.path == "" {
		return
	}
	f, err := os.OpenFile(h.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	_, _ = f.WriteString(toLine.Replace(strings.TrimSpace(cell)) + "\n")
}

// historyPath returns the file that keeps the history between sessions (XDG base directories: state), or "" if there
// is no writable place.
func historyPath(getenv func(string) string) string {
	dir := getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home := getenv("HOME")
		if home == "" {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	dir = filepath.Join(dir, "msrepl")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	path := filepath.Join(dir, "history")
	// Only the user may read what was typed.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return path
}
