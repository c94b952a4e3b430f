package testenv

import (
	"os"
	"os/exec"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/isa"
)

// EachISA runs the package's tests whose names match pattern, with -short, again under every other instruction set
// that the machine supports, including plain Go. Each set runs in a separate process, because it is selected at
// start. With -short, EachISA is skipped.
func EachISA(t *testing.T, pattern string) {
	t.Helper()
	switch {
	case os.Getenv(isa.Variable) != "":
		t.Skipf("%s=%s is set", isa.Variable, os.Getenv(isa.Variable))
	case testing.Short():
		t.Skip("-short")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range isa.All()[1:] {
		t.Run(s.String(), func(t *testing.T) {
			cmd := exec.Command(self, "-test.short", "-test.run", pattern)
			cmd.Env = append(os.Environ(), isa.Variable+"="+s.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
