package app

import (
	"os"
	"path/filepath"
)

// historyFile returns the file that keeps the history between sessions (XDG base directories: state), or ""
// when there is no place where one can be written.
func historyFile(getenv func(string) string) string {
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
	// What people type is theirs alone; the library would create the file for everyone to read.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return path
}
