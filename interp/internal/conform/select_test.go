package conform

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// folders are the parts of the distribution's test folder with single-file programs.
var folders = []string{".", "typeparam", "interface", "chan", "ken", "fixedbugs"}

// Programs returns the programs marked "// run" below dir, which is GOROOT/test, that are about the language: those
// about the machine, the runtime or the go tool are left out.
func Programs(dir string) ([]Program, error) {
	var list []Program
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(dir, folder, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			p, ok, err := program(dir, file)
			if err != nil {
				return nil, err
			}
			if ok {
				list = append(list, p)
			}
		}
	}
	return list, nil
}

func program(dir, file string) (p Program, ok bool, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return p, false, err
	}
	if !bytes.HasPrefix(src, []byte("// run\n")) || !aboutLanguage(src) {
		return p, false, nil
	}
	name, err := filepath.Rel(dir, file)
	if err != nil {
		return p, false, err
	}
	p = Program{Name: filepath.ToSlash(name), File: file}
	// The distribution's rule: the file .out has the output; without that file, there must be no output.
	want, err := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
	if err != nil && !os.IsNotExist(err) {
		return p, false, err
	}
	p.Want = string(want)
	return p, true, nil
}

// machine matches the programs that run the compiler or inspect where the linker has placed a variable.
var machine = regexp.MustCompile(`exec\.Command\("go"|"tool", "compile"|dummy too far out`)

// aboutLanguage reports whether a program depends only on the language.
func aboutLanguage(src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly)
	if err != nil || f.Name.Name != "main" {
		return err != nil // the session must refuse it
	}
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		switch {
		case path == "runtime", strings.HasPrefix(path, "runtime/"), path == "syscall", path == "testing", path == "C":
			return false
		}
	}
	return !machine.Match(src)
}
