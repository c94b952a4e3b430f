package rng

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestNothingFused looks at the code for arm64, whose compiler makes one instruction of a multiplication and an
// addition, with one rounding: the streams would have other digits there. A conversion, float64(a*b) + c, keeps both
// roundings; math.FMA is meant as it is.
func TestNothingFused(t *testing.T) {
	if testing.Short() {
		t.Skip("builds for another processor")
	}
	file := filepath.Join(t.TempDir(), "arm64")
	build := exec.Command("go", "test", "-c", "-o", file, ".")
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	list, err := exec.Command("go", "tool", "objdump", "-s", `compute/rng\.`, file).Output()
	if err != nil {
		t.Fatal(err)
	}
	fused := regexp.MustCompile(`^\s*(\w+\.go):(\d+)\s.*\sFN?M(ADD|SUB)[DS]`)
	texts, places := map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(string(list)) {
		m := fused.FindStringSubmatch(line)
		if m == nil || strings.HasSuffix(m[1], "_test.go") {
			continue
		}
		if texts[m[1]] == nil {
			text, err := os.ReadFile(m[1])
			if err != nil {
				t.Fatal(err)
			}
			texts[m[1]] = strings.Split(string(text), "\n")
		}
		n, _ := strconv.Atoi(m[2])
		if source := texts[m[1]][n-1]; !strings.Contains(source, "math.FMA") {
			places[m[1]+":"+m[2]+": "+strings.TrimSpace(source)] = true
		}
	}
	for p := range places {
		t.Errorf("fused on arm64: %s", p)
	}
}
