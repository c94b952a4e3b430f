package kernel

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// unmapStart unmaps the pages of the program's own file: many are needed only at startup. When accessed again, they
// are loaded from the system's page cache.
func unmapStart() {
	exe, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) {
		// from-to rights offset device inode path
		f := strings.Fields(line)
		if len(f) < 6 || f[5] != exe || f[1] != "r-xp" && f[1] != "r--p" {
			continue
		}
		from, to, _ := strings.Cut(f[0], "-")
		begin, err1 := strconv.ParseUint(from, 16, 64)
		end, err2 := strconv.ParseUint(to, 16, 64)
		if err1 == nil && err2 == nil {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(begin), uintptr(end-begin), syscall.MADV_DONTNEED)
		}
	}
}
