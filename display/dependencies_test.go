package display

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestPlotIsNotLinked checks that msrepl, which shows gonum's figures, is not linked with the packages that draw them,
// or their fonts. Saved figures use a typeface of x/image, which is only data.
func TestPlotIsNotLinked(t *testing.T) {
	out := testenv.Go(t, "list", "-deps", "../cmd/msrepl")
	if !strings.Contains(out, "github.com/msrepl/msrepl/display\n") {
		t.Fatalf("not a list of packages: %.200s", out)
	}
	for _, foreign := range []string{
		"gonum.org/v1/plot", "golang.org/x/image/font", "github.com/go-fonts", "codeberg.org/go-fonts", "codeberg.org/go-latex",
		"codeberg.org/go-pdf", "git.sr.ht/~sbinet", "github.com/golang/freetype",
	} {
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, foreign) && line != "golang.org/x/image/font/gofont/goregular\n" {
				t.Errorf("msrepl holds %s", strings.TrimSpace(line))
			}
		}
	}
}
