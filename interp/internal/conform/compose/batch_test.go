package compose

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Batch is a binary with many programs, so that the go command builds only once.
type Batch struct{ dir string }

// Build compiles single-file programs with the go command goTool. Close removes the binary.
func Build(goTool string, sources []string) (*Batch, error) {
	dir, err := os.MkdirTemp("", "compose")
	if err != nil {
		return nil, err
	}
	b := &Batch{dir}
	text, err := merged(sources)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "main.go"), []byte(text), 0o600)
	}
	if err == nil {
		cmd := exec.Command(goTool, "build", "-o", b.bin(), "main.go")
		cmd.Dir = dir
		if out, failed := cmd.CombinedOutput(); failed != nil {
			err = fmt.Errorf("%w: %.2000s", failed, out)
		}
	}
	if err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func (b *Batch) bin() string { return filepath.Join(b.dir, "batch.exe") }

// Close removes the binary.
func (b *Batch) Close() { os.RemoveAll(b.dir) }

// Run runs program i and returns its output. It fails if the program does not end in time or exits with an error.
func (b *Batch) Run(i int, timeout time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.bin(), fmt.Sprint(i))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("program %d: %w: %.1000s", i, err, stderr.String())
	}
	return suffix.ReplaceAllString(string(out), ""), nil
}

// suffix matches the suffix of the names of a program in a batch.
var suffix = regexp.MustCompile(`_c\d+_`)

// merged merges programs into one, whose argument selects the one to run.
func merged(sources []string) (string, error) {
	var body, calls strings.Builder
	imports := map[string]bool{"os": true}
	for i, src := range sources {
		f, text, err := renamed(src, fmt.Sprintf("_c%d_", i))
		if err != nil {
			return "", err
		}
		for _, spec := range f.Imports {
			imports[strings.Trim(spec.Path.Value, `"`)] = true
		}
		body.WriteString(text)
		fmt.Fprintf(&calls, "case %q:\nmain_c%d_()\n", fmt.Sprint(i), i)
	}
	var b strings.Builder
	b.WriteString("package main\n")
	for path := range imports {
		fmt.Fprintf(&b, "import %q\n", path)
	}
	b.WriteString(body.String())
	fmt.Fprintf(&b, "func main() {\nswitch os.Args[1] {\n%s}\n}\n", calls.String())
	return b.String(), nil
}

// renamed appends own to all names that a program declares, and removes its imports.
func renamed(src, own string) (*ast.File, string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, "", err
	}
	names := map[string]bool{}
	var skip [][2]int
	at := func(p token.Pos) int { return fset.Position(p).Offset }
	for _, d := range f.Decls {
		for _, name := range declaredBy(d) {
			names[name] = true
		}
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			skip = append(skip, [2]int{at(g.Pos()), at(g.End())})
		}
	}
	var marks []int // where a name ends
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && names[id.Name] {
			marks = append(marks, at(id.End()))
		}
		return true
	})
	slices.Sort(marks)
	marks = slices.Compact(marks)
	var b strings.Builder
	last := at(f.Name.End())
	for _, s := range skip {
		b.WriteString(src[last:s[0]])
		last = s[1]
	}
	for _, m := range marks {
		if m > last {
			b.WriteString(src[last:m] + own)
			last = m
		}
	}
	b.WriteString(src[last:])
	return f, b.String(), nil
}

// declaredBy returns the package-level names of a declaration, except init functions.
func declaredBy(d ast.Decl) (names []string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name.Name != "init" {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.Name != "_" {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}
