package tensor

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// TestNotNeeded: SetContext and Jit print once that they are not needed.
func TestNotNeeded(t *testing.T) {
	var said bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
	defer slog.SetDefault(old)
	contextOnce, jitOnce = sync.Once{}, sync.Once{}
	SetContext(GraphMode)
	SetContext("mode", PyNativeMode)
	f := Jit(Jit(strings.ToUpper), "options").(func(string) string)
	if got := f("a"); got != "A" {
		t.Errorf("Jit returns another function, of %q", got)
	}
	for _, name := range []string{"SetContext", "Jit"} {
		if n := strings.Count(said.String(), name+" is not needed"); n != 1 {
			t.Errorf("%s has said %d times that it is not needed:\n%s", name, n, said.String())
		}
	}
}
