package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	failed := errors.New("failed half way")
	for _, step := range []struct {
		fill func(io.Writer) error
		err  error
		text string
	}{
		{write("one"), nil, "one"},
		{func(w io.Writer) error { write("half")(w); return failed }, failed, "one"},
		{write("two"), nil, "two"},
	} {
		if err := Write(path, step.fill); !errors.Is(err, step.err) {
			t.Errorf("error %v, want %v", err, step.err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != step.text {
			t.Errorf("the file holds %q (%v), want %q", got, err, step.text)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("files left behind: %v, %v", left, err)
	}
}

func TestWriteKeepsMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, write("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestWriteNoFolder(t *testing.T) {
	if err := Write(filepath.Join(t.TempDir(), "no", "f"), write("x")); err == nil {
		t.Error("a file was written into a folder that does not exist")
	}
}

// TestErrorNamesFile checks that an error names the file that was asked for.
func TestErrorNamesFile(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "missing", "f"), folder} {
		err := Write(path, write("text"))
		if err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
