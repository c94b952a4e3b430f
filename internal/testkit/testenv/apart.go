package testenv

import (
	"os"
	"os/exec"
	"testing"
)

// Apart runs a test in a separate process, for tests of process-wide state. It returns true in that process, and
// false in the original one after the test has been run.
func Apart(t *testing.T) bool {
	t.Helper()
	const variable = "MSREPL_TEST_APART"
	if os.Getenv(variable) == t.Name() {
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-test.run", "^" + t.Name() + "$"}
	if testing.Short() {
		args = append(args, "-test.short")
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), variable+"="+t.Name())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}
