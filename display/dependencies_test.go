package display

import (
	"os/exec"
	"strings"
	"testing"
)

// TestPlotIsNotLinked: msrepl shows gonum's figures without holding the packages that draw them, or their fonts.
func TestPlotIsNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../cmd/msrepl").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "github.com/msrepl/msrepl/display\n") {
		t.Fatalf("not a list of packages: %.200s", out)
	}
	for _, foreign := range []string{"gonum.org/v1/plot", "golang.org/x/image/font", "github.com/go-fonts", "git.sr.ht/~sbinet"} {
		for line := range strings.Lines(string(out)) {
			if strings.HasPrefix(line, foreign) {
				t.Errorf("msrepl holds %s", strings.TrimSpace(line))
			}
		}
	}
}
