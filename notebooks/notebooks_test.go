package notebooks

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// Every notebook here prints what it records, cell by cell.
func TestNotebooksReplay(t *testing.T) {
	for _, name := range ownNotebooks(t) {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if status := ReplayCommand([]string{name}, &stdout, &stderr); status != 0 {
				t.Errorf("exit status %d\n%s%s", status, &stdout, &stderr)
			}
		})
	}
}

// They print the same under every instruction set.
func TestNotebooksEachISA(t *testing.T) { testenv.EachISA(t, "^TestNotebooksReplay$") }

// Every notebook here is also a Go program that compiles and prints the same.
func TestNotebooksExport(t *testing.T) {
	for _, name := range ownNotebooks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
			var stderr bytes.Buffer
			if status := ExportCommand([]string{name, "-o", source}, os.Stdout, &stderr); status != 0 {
				t.Fatalf("exit status %d\n%s", status, &stderr)
			}
			// A file named on the command line is compiled as part of the module that the command runs in.
			for _, args := range [][]string{{"vet", source}, {"tool", "gofumpt", "-l", source}} {
				if out := testenv.Go(t, args...); out != "" {
					t.Fatalf("go %s: %s", args[0], out)
				}
			}
			testenv.Build(t, program, source)
			compareProgram(t, readNotebook(t, name), program)
		})
	}
}

// compareProgram runs the program that a notebook became, beside the values that notebooks read, and compares what it
// prints with the record.
func compareProgram(t *testing.T, nb *Notebook, program string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program)
	cmd.Dir, cmd.Stdout, cmd.Stderr = t.TempDir(), &stdout, &stderr
	if err := os.CopyFS(filepath.Join(cmd.Dir, "reference"), os.DirFS("reference")); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	want, got := programText(nb), stdout.String()
	for _, c := range nb.CodeCells() {
		if c.HasTag(TagRandom) {
			want, got = maskNumbers(want), maskNumbers(got)
			break
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the program prints something else (-notebook +program):\n%s", diff)
	}
}

// programText is what the exported cells print when nothing but standard output counts: an echoed value is a
// line.
func programText(nb *Notebook) string {
	var b strings.Builder
	for _, c := range nb.CodeCells() {
		if c.HasTag(TagRaises) || c.HasTag(TagSkip) {
			continue
		}
		for _, o := range c.Outputs {
			switch {
			case o.Type == StreamOutput && o.Name == "stdout":
				b.WriteString(o.Text)
			case (o.Type == ResultOutput || o.Type == DisplayOutput) && !(display.Bundle{Metadata: o.Metadata}).Passing():
				b.WriteString(dataText(o.Data["text/plain"]) + "\n")
			}
		}
	}
	return b.String()
}
