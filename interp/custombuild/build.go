// Package custombuild builds msrepl binaries whose sessions have more packages than the standard library and msrepl's
// own.
//
// A binary is built from a temporary module: a main function that calls msrepl's, and a file for each package with its
// symbol table, the text of its generic part and its documentation. The go command does the rest.
package custombuild

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Options are the options of Build.
type Options struct {
	With   []string // import paths with an optional @version, and folders that begin with . or /
	Output string   // the file to write; "" is mymsrepl in the working directory
	Msrepl string   // the folder of msrepl's own module; "" looks for it
}

// Result describes what was built.
type Result struct {
	Output   string   // absolute
	Packages []string // import paths, each with its version or folder
	Left     []string // generic names that sessions will not have, with reasons
}

// Build builds a binary. Its errors have one line.
func Build(ctx context.Context, o Options) (Result, error) {
	if len(o.With) == 0 {
		return Result{}, errors.New("build needs a package: -with example.org/pkg@v1.2.3, or -with ./folder")
	}
	var r Result
	var err error
	if r.Output, err = filepath.Abs(cmp.Or(o.Output, "mymsrepl"+suffix())); err != nil {
		return r, err
	}
	b := &builder{ctx: ctx}
	if b.goCommand, err = findGo(); err != nil {
		return r, err
	}
	home, err := findHome(o.Msrepl)
	if err != nil {
		return r, err
	}
	binary, err := reserve(r.Output)
	if err != nil {
		return r, err
	}
	defer os.Remove(binary)
	if b.dir, err = os.MkdirTemp("", "msrepl-build-"); err != nil {
		return r, err
	}
	defer os.RemoveAll(b.dir)
	if err := b.build(home, o.With, binary, &r); err != nil {
		return r, err
	}
	return r, os.Rename(binary, r.Output)
}

func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// reserve creates an empty file in the folder of the output, so that a folder that is not writable is reported before
// the work.
func reserve(output string) (string, error) {
	if info, err := os.Stat(output); err == nil && info.IsDir() {
		return "", fmt.Errorf("%s is a folder", output)
	}
	f, err := os.CreateTemp(filepath.Dir(output), ".msrepl-build-")
	if err != nil {
		return "", fmt.Errorf("cannot write %s: %w", output, errors.Unwrap(err))
	}
	defer f.Close()
	return f.Name(), f.Chmod(0o755)
}

// build creates the module in b.dir and compiles it.
func (b *builder) build(home home, with []string, binary string, r *Result) error {
	m := newModule(home)
	var targets []target
	for _, arg := range with {
		t, err := b.target(arg)
		if err != nil {
			return err
		}
		if t.folder != "" {
			m.useFolder(t)
		}
		targets = append(targets, t)
	}
	if err := m.write(b.dir); err != nil {
		return err
	}
	for _, t := range targets {
		if err := b.fetch(t); err != nil {
			return err
		}
	}
	if err := b.tables(targets, r); err != nil {
		return err
	}
	_, err := b.run(b.dir, "build", "-mod=mod", "-trimpath", "-ldflags=-s -w", "-o", binary, ".")
	return err
}
