package memlimit

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Container returns the lowest memory limit of the control groups of this process. root is the directory of /proc and
// /sys.
func Container(root string) (limit int64, ok bool) {
	groups, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0, false
	}
	note := func(file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			return
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && n > 0 && n < 1<<60 && (!ok || n < limit) { // version 1 has a huge number for no limit
			limit, ok = n, true
		}
	}
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		base, file := filepath.Join(root, "sys/fs/cgroup"), "memory.max"
		if fields[1] == "memory" {
			base, file = filepath.Join(base, "memory"), "memory.limit_in_bytes"
		} else if fields[0] != "0" {
			continue
		}
		for path := filepath.Clean("/" + fields[2]); ; path = filepath.Dir(path) {
			note(filepath.Join(base, path, file))
			if path == "/" {
				break
			}
		}
	}
	return limit, ok
}
