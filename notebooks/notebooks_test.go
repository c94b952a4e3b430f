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

// TestNotebooksReplay checks that every notebook here prints what it records, cell by cell.
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

// TestNotebooksEachISA checks that notebooks print the same under every instruction set.
func TestNotebooksEachISA(t *testing.T) { testenv.EachISA(t, "^TestNotebooksReplay$") }

// TestNotebooksExport checks that every notebook here is also a Go program that compiles and prints the same.
func TestNotebooksExport(t *testing.T) {
	for _, name := range ownNotebooks(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := programOf(t, name)
			// A file named on the command line is compiled as part of the module that the command runs in.
			for _, args := range [][]string{{"vet", source}, {"tool", "gofumpt", "-l", source}} {
				if out := testenv.Go(t, args...); out != "" {
					t.Fatalf("go %s: %s", args[0], out)
				}
			}
			program := filepath.Join(t.TempDir(), "program")
			testenv.Build(t, program, source)
			var stdout, stderr bytes.Buffer
			cmd := exec.Command(program)
			cmd.Dir, cmd.Stdout, cmd.Stderr = withReference(t), &stdout, &stderr
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, &stderr)
			}
			comparePrinted(t, name, stdout.String())
		})
	}
}

// programOf writes the program that a notebook becomes, and returns its path.
func programOf(t *testing.T, name string) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "main.go")
	var stderr bytes.Buffer
	if status := ExportCommand([]string{name, "-o", source}, os.Stdout, &stderr); status != 0 {
		t.Fatalf("exit status %d\n%s", status, &stderr)
	}
	return source
}

// withReference returns a directory that holds nothing but the values that notebooks read.
func withReference(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "reference"), os.DirFS("reference")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// comparePrinted compares what the program that a notebook became printed with the record.
func comparePrinted(t *testing.T, name, printed string) {
	t.Helper()
	nb := readNotebook(t, name)
	want := programText(nb)
	for _, c := range nb.CodeCells() {
		if c.HasTag(TagRandom) {
			want, printed = maskNumbers(want), maskNumbers(printed)
			break
		}
	}
	if diff := cmp.Diff(want, printed); diff != "" {
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
