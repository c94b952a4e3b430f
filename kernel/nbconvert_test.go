package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNbconvert executes the notebook of the browser test without a browser, to a notebook and from
// there to HTML.
func TestNbconvert(t *testing.T) {
	if testing.Short() {
		t.Skip("two programs that load for seconds")
	}
	needJupyter(t, "nbconvert, nbclient")
	env, dir := installReal(t), t.TempDir()
	for _, args := range [][]string{
		{"--execute", "--to", "notebook", "--output-dir", dir, "--output", "run.ipynb", "testdata/browser.ipynb"},
		{"--to", "html", "--output-dir", dir, "--output", "run.html", filepath.Join(dir, "run.ipynb")},
	} {
		cmd := exec.Command(python, append([]string{"-m", "nbconvert"}, args...)...)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for name, want := range map[string][]string{
		"run.ipynb": {`"text/html"`, `<svg `, `"execute_result"`, `"42"`},
		"run.html":  {"<table", "<svg", "ansi-green-fg", "Conv2d"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(string(text), w) {
				t.Errorf("%s has no %s", name, w)
			}
		}
	}
}
