package notebooks

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestGalleryThroughNbconvert checks that Jupyter's own nbconvert runs the gallery with our kernel and makes a page
// of it, with every kind of picture.
func TestGalleryThroughNbconvert(t *testing.T) {
	const python = "/usr/bin/python3"
	if out, err := exec.Command(python, "-c", "import nbconvert, nbclient").CombinedOutput(); err != nil {
		testenv.Lacking(t, fmt.Sprintf("%s has no nbconvert (make test-deps): %v\n%s", python, err, out))
	}
	dir := t.TempDir()
	cmd := exec.Command(python, "-m", "nbconvert", "--execute", "--to", "html", "--output-dir", dir, "gallery.ipynb")
	cmd.Env = append(kernelEnv(t, dir), "JUPYTER_ALLOW_INSECURE_WRITES=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	page, err := os.ReadFile(filepath.Join(dir, "gallery.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"Int64 (2, 3, 4) [1, :, :]", "<caption", "heat map of Float64 (24, 36)", "data:image/png;base64,", "<polyline", "<circle",
		`<progress max="20" value="20"`, `<progress max="10" value="7">`, "graph of SequentialCell", "cells of SequentialCell",
		"2 of 4 elements differ", "<i>leaning</i>", "currentColor",
	} {
		if !strings.Contains(string(page), part) {
			t.Errorf("the page has no %s", part)
		}
	}
}

// kernelEnv is an environment in which Jupyter finds this test binary as the kernel, see TestMain.
func kernelEnv(t *testing.T, dir string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	specs := filepath.Join(dir, "kernels", "msrepl")
	if err := os.MkdirAll(specs, 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "msrepl") // by its name the test binary knows what to be
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	spec, err := json.Marshal(map[string]any{
		"argv": []string{program, "kernel", "{connection_file}"}, "display_name": "msrepl (Go)", "language": "go", "interrupt_mode": "message",
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(specs, "kernel.json"), spec, 0o644); err != nil {
		t.Fatal(err)
	}
	return append(os.Environ(), "JUPYTER_DATA_DIR="+dir, "JUPYTER_PATH="+dir, "JUPYTER_RUNTIME_DIR="+filepath.Join(dir, "run"),
		"JUPYTER_CONFIG_DIR="+filepath.Join(dir, "config"), "IPYTHONDIR="+filepath.Join(dir, "ipython"))
}
