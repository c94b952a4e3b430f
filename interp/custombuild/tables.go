package custombuild

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/apidoc/harvest"
	"github.com/msrepl/msrepl/interp/internal/symbolgen"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// listed is the go command's description of a package.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
	TestGoFiles, XTestGoFiles     []string
	DepOnly                       bool
	Module                        *struct {
		Path, Version, Dir string
		Replace            *struct{ Path, Version string }
	}
	Error *struct{ Pos, Err string }
}

// tables writes a file for each package of the targets.
func (b *builder) tables(targets []target, r *Result) error {
	world, err := symbols.NewWorld()
	if err != nil {
		return err
	}
	all, err := b.list(targets)
	if err != nil {
		return err
	}
	wanted := map[string]bool{}
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
		wanted[p.ImportPath] = !p.DepOnly
	}
	known := func(path string) bool { return world.Has(path) || wanted[path] }
	compiled := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	w := &writer{known: known, fset: token.NewFileSet(), dir: b.dir, hints: harvest.New(), result: r}
	w.importer = importer.ForCompiler(w.fset, "gc", compiled)
	for _, p := range all {
		switch {
		case p.DepOnly || p.Name == "main" || symbolgen.Internal(p.ImportPath) || len(p.GoFiles) == 0:
			continue
		case world.Has(p.ImportPath):
			continue // all sessions have it
		}
		if err := w.write(p); err != nil {
			return fmt.Errorf("%s: %w", p.ImportPath, err)
		}
	}
	if w.n == 0 {
		return nothing(targets, all)
	}
	return nil
}

// nothing returns why there is no package to add.
func nothing(targets []target, all []listed) error {
	for _, p := range all {
		switch {
		case p.DepOnly:
		case p.Name == "main":
			return fmt.Errorf("%s is a program, not a package that can be imported", p.ImportPath)
		case symbolgen.Internal(p.ImportPath):
			return fmt.Errorf(
				"%s: a package below a folder named internal can only be imported within its own module", p.ImportPath,
			)
		case len(p.GoFiles) == 0:
			return fmt.Errorf("%s has no Go files for this platform, or needs cgo, which a static binary lacks", p.ImportPath)
		default:
			return fmt.Errorf("all sessions already have %s", p.ImportPath)
		}
	}
	return fmt.Errorf("%s has no packages", targets[0].arg)
}

// list compiles the packages and their dependencies, and returns their descriptions.
func (b *builder) list(targets []target) (all []listed, err error) {
	args := []string{"list", "-mod=mod", "-e", "-export", "-deps", "-json=ImportPath,Name,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,DepOnly,Module,Error"}
	for _, t := range targets {
		args = append(args, t.path)
	}
	out, err := b.run(b.dir, args...)
	if err != nil {
		return nil, err
	}
	var inDependency error
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return all, inDependency
		case err != nil:
			return nil, err
		}
		if p.Error != nil && !p.DepOnly {
			return nil, p.failure()
		}
		if p.Error != nil && inDependency == nil {
			inDependency = p.failure()
		}
		all = append(all, p)
	}
}

// failure returns what is wrong with a package as a one-line error.
func (p listed) failure() error {
	lines := told(p.Error.Err)
	if strings.Contains(p.Error.Err, "build constraints exclude all Go files") {
		return fmt.Errorf("%s has no Go files for this platform, or needs cgo, which a static binary lacks", p.ImportPath)
	}
	e := goError{lines}
	if p.Error.Pos != "" && !strings.Contains(e.Error(), ".go:") {
		return fmt.Errorf("%s does not compile: %s: %w", p.ImportPath, filepath.Base(p.Error.Pos), &e)
	}
	return fmt.Errorf("%s %w", p.ImportPath, &e)
}

// writer writes the files of packages.
type writer struct {
	known    func(path string) bool
	fset     *token.FileSet
	importer types.Importer
	hints    *harvest.Loader
	dir      string
	result   *Result
	n        int
}

func (w *writer) write(p listed) error {
	src := symbolgen.Source{Fset: w.fset, Info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
	}}
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(w.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		src.Files = append(src.Files, f)
	}
	conf := types.Config{Importer: w.importer, Sizes: types.SizesFor("gc", goarch())}
	var err error
	if src.Types, err = conf.Check(p.ImportPath, w.fset, src.Files, src.Info); err != nil {
		return err
	}
	out := symbolgen.Package{Types: src.Types}
	var left []string
	out.Text, left = symbolgen.GenericText(src, w.known)
	if docs, err := w.hints.Add(p.ImportPath, w.fset, append(w.tests(p), src.Files...)); err != nil {
		return err
	} else if out.Hints, err = docs.Table(w.hints); err != nil {
		return err
	}
	text, err := symbolgen.Write(out)
	if err != nil {
		return err
	}
	w.result.Packages = append(w.result.Packages, p.source())
	w.result.Left = append(w.result.Left, left...)
	w.n++
	return os.WriteFile(filepath.Join(w.dir, fmt.Sprintf("zz_package%d.go", w.n)), text, 0o644)
}

// tests parses the test files of a package, which contain its examples. Files that do not parse are skipped.
func (w *writer) tests(p listed) (files []*ast.File) {
	for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		if f, err := parser.ParseFile(w.fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution); err == nil {
			files = append(files, f)
		}
	}
	return files
}

// source returns a package's import path and where it comes from.
func (p listed) source() string {
	switch m := p.Module; {
	case m == nil:
		return p.ImportPath
	case m.Replace != nil && m.Replace.Version == "":
		return p.ImportPath + " from " + m.Replace.Path
	case m.Replace != nil:
		return p.ImportPath + " " + m.Replace.Version
	default:
		return p.ImportPath + " " + m.Version
	}
}

// goarch returns the architecture that the go command compiles for.
func goarch() string {
	if arch := os.Getenv("GOARCH"); arch != "" {
		return arch
	}
	return runtime.GOARCH
}
