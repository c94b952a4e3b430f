package budget

import (
	"os"
	"path/filepath"
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
		{"50%", Physical / 2},
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
	file := func(text string) string {
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	info := file("MemFree: 1 kB\nMemTotal:       2048 kB\n")
	tests := []struct {
		info, group string
		want        int64
	}{{info, "missing", 2 << 20}, {info, file("max\n"), 2 << 20}, {info, file("1048576\n"), 1 << 20}, {"missing", "missing", 64 << 30}}
	for _, test := range tests {
		if got := physical(test.info, test.group); got != test.want {
			t.Errorf("physical = %d, want %d", got, test.want)
		}
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
