package notebooks

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestNotebooksWebAssembly checks that the programs that notebooks become print the same as WebAssembly, where all
// kernels are plain Go.
func TestNotebooksWebAssembly(t *testing.T) {
	for _, name := range ownNotebooks(t) {
		if name == "lenet.ipynb" {
			continue // its training takes minutes
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "program.wasm")
			cmd := exec.Command(testenv.Program(t, "go"), "build", "-trimpath", "-o", program, programOf(t, name))
			cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
			testenv.Output(t, cmd)
			comparePrinted(t, name, runWebAssembly(t, program, withReference(t)))
		})
	}
}

// runWebAssembly runs a program in a directory and returns what it prints.
func runWebAssembly(t *testing.T, program, dir string) string {
	t.Helper()
	code, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	r := wazero.NewRuntime(ctx)
	defer func() { _ = r.Close(ctx) }()
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	var stdout, stderr bytes.Buffer
	config := wazero.NewModuleConfig().WithStdout(&stdout).WithStderr(&stderr).
		WithFSConfig(wazero.NewFSConfig().WithDirMount(dir, "/")).WithSysWalltime().WithSysNanotime()
	if _, err := r.InstantiateWithConfig(ctx, code, config); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return stdout.String()
}
