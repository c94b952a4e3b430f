package display

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestPlotIsNotLinked: msrepl shows gonum's figures without holding the packages that draw them, or their fonts.
func TestPlotIsNotLinked(t *testing.T) {
	out := testenv.Go(t, "list", "-deps", "../cmd/msrepl")
	if !strings.Contains(out, "github.com/msrepl/msrepl/display\n") {
		t.Fatalf("not a list of packages: %.200s", out)
	}
	for _, foreign := range []string{"gonum.org/v1/plot", "golang.org/x/image/font", "github.com/go-fonts", "git.sr.ht/~sbinet"} {
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, foreign) {
				t.Errorf("msrepl holds %s", strings.TrimSpace(line))
			}
		}
	}
}
