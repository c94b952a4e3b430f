package memlimit

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want int64 // -1 for an error
	}{
		{"512MB", 512 << 20},
		{"1.5g", 3 << 29},
		{"4GiB", 4 << 30},
		{"2097152", 2 << 20},
		{" 2 mb ", 2 << 20},
		{"50%", Physical() / 2},
		{"off", 0},
		{"0", 0},
		{"", -1},
		{"much", -1},
		{"10", -1},
		{"-4GB", -1},
		{"GB", -1},
		{"1e300GB", -1},
	}
	for _, test := range tests {
		got, err := Parse(test.text)
		if err != nil {
			got = -1
		}
		if got != test.want {
			t.Errorf("Parse(%q) = %d, %v; want %d", test.text, got, err, test.want)
		}
	}
}

func TestText(t *testing.T) {
	for bytes, want := range map[int64]string{5: "5 bytes", 512 << 20: "512 MB", 3 << 29: "1.5 GB", 1 << 40: "1 TB"} {
		if got := Text(bytes); got != want {
			t.Errorf("Text(%d) = %q, want %q", bytes, got, want)
		}
	}
}

func TestPhysical(t *testing.T) {
	const info = "MemFree: 1 kB\nMemTotal:       2048 kB\n"
	for name, c := range map[string]struct {
		meminfo, group string
		want           int64
	}{
		"machine":         {info, "", 2 << 20},
		"no limit":        {info, "max\n", 2 << 20},
		"container":       {info, "1048576\n", 1 << 20},
		"beyond machine":  {info, "4194304\n", 2 << 20},
		"another system":  {"", "", 64 << 30},
		"container alone": {"", "1048576\n", 1 << 20},
	} {
		root := t.TempDir()
		for file, text := range map[string]string{
			"proc/meminfo": c.meminfo, "proc/self/cgroup": "0::/pod/me\n", "sys/fs/cgroup/pod/memory.max": c.group,
		} {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := physical(root); got != c.want {
			t.Errorf("%s: physical = %d, want %d", name, got, c.want)
		}
	}
}

func TestGOMEMLIMIT(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Setenv("GOMEMLIMIT", "1GiB")
	SetLimit(1 << 40)
	defer SetLimit(0)
	if got := debug.SetMemoryLimit(-1); got != before || Limit() != 1<<40 {
		t.Errorf("the collector's limit %d became %d, that of cells is %d", before, got, Limit())
	}
}

func TestFits(t *testing.T) {
	if !Fits(1 << 60) {
		t.Error("without a limit everything fits")
	}
	SetLimit(Live() + 256<<20)
	defer SetLimit(0)
	if !Fits(1 << 20) {
		t.Error("a megabyte does not fit")
	}
	if Fits(1 << 30) {
		t.Error("a gigabyte fits")
	}
}
