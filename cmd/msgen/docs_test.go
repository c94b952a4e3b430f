package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// documented are the packages that programs import.
var documented = []string{
	"display", "display/frontend", "display/widget", "exchange", "grad", "nn", "nn/ckpt", "nn/data",
	"nn/data/transforms", "nn/data/vision", "nn/experimental", "nn/initializer", "nn/optim", "nn/train", "np", "ops",
	"py", "safetensors", "sparse", "tensor",
}

// avoided are words that comments and documents do without.
var avoided = regexp.MustCompile(`(?i)\b(tells|stands|lies|hands over|at hand|whoever|goes by)\b`)

// wanted are parameters that a doc comment must mention, by their names or, for dtypes, their type. A comment may also
// refer to one that does, by a link or as the implementation of an interface.
var wanted = []struct {
	parameter *regexp.Regexp // of "name type"
	words     *regexp.Regexp
}{
	{regexp.MustCompile(`\bDType$`), regexp.MustCompile(`type`)},
	{regexp.MustCompile(`^(axis|axes) `), regexp.MustCompile(`axis|axes`)},
	{regexp.MustCompile(`^(shape|dims) `), regexp.MustCompile(`shape|length|×`)},
	{regexp.MustCompile(`^keepDims `), regexp.MustCompile(`keepDims|length one`)},
	{regexp.MustCompile(`^opts `), regexp.MustCompile(`[oO]ption`)},
}

var refers = regexp.MustCompile(`\[[A-Z][A-Za-z0-9_.]*\]|\[[a-z]+\.[A-Z]|\bimplements\b`)

// preformatted are lines of comments that cannot be broken: directives and what is indented.
var preformatted = regexp.MustCompile(`^//(\S+:|\t)`)

// testName matches names of tests.
var testName = regexp.MustCompile(`^(Test|Benchmark|Fuzz)`)

// mentioned matches names of Go files in comments; elsewhere has such names of files that are not in this module.
var (
	mentioned = regexp.MustCompile(`[\w.*/-]*\.go\b`)
	elsewhere = map[string]bool{"pkg.go": true, "NAME.go": true, "array.go": true, "_test.go": true}
)

// TestComments holds all comments to 120 columns and to files that exist, those of tests to their names, and comments
// and documents to words.
func TestComments(t *testing.T) {
	files, read := map[string]bool{}, 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		files[filepath.Base(path)] = true
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		switch base := filepath.Base(path); {
		case err != nil:
			return err
		case e.IsDir() && (base == "testdata" || strings.HasPrefix(base, ".") && base != ".."):
			return filepath.SkipDir
		case strings.HasPrefix(base, "zz_") || base == "API.md":
		case strings.HasSuffix(base, ".md"):
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, line := range strings.Split(string(text), "\n") {
				if w := avoided.FindString(line); w != "" {
					t.Errorf("%s:%d: avoid the word %s", path, i+1, w)
				}
			}
		case strings.HasSuffix(base, ".go"):
			read++
			return commentsOf(t, path, files)
		}
		return nil
	})
	if err != nil || read < 1000 {
		t.Errorf("%d files, %v", read, err)
	}
}

func commentsOf(t *testing.T, path string, files map[string]bool) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Doc != nil && testName.MatchString(fd.Name.Name) &&
			strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(fd.Doc.Text(), fd.Name.Name) {
			t.Errorf("%s: the comment of %s does not begin with its name", fset.Position(fd.Pos()), fd.Name.Name)
		}
	}
	lines := strings.Split(string(source), "\n")
	for _, group := range f.Comments {
		if strings.HasPrefix(group.Text(), "Output:") {
			continue // what an example prints
		}
		for _, c := range group.List {
			at := fset.Position(c.Pos())
			if w := avoided.FindString(c.Text); w != "" {
				t.Errorf("%s: avoid the word %s", at, w)
			}
			for _, name := range mentioned.FindAllString(c.Text, -1) {
				base := filepath.Base(name)
				if !files[base] && !elsewhere[base] && !strings.Contains(name, "*") && !preformatted.MatchString(c.Text) {
					t.Errorf("%s: there is no file %s", at, name)
				}
			}
			line := strings.ReplaceAll(lines[at.Line-1], "\t", "    ")
			if utf8.RuneCountInString(line) > 120 && !preformatted.MatchString(c.Text) && !strings.Contains(line, "://") {
				t.Errorf("%s: a comment past column 120", at)
			}
		}
	}
	return nil
}

// TestDocs checks rules for doc comments of functions and methods: they begin with the name and mention certain
// parameters.
func TestDocs(t *testing.T) {
	for _, dir := range documented {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.IsExported() && ofPublicType(fd) {
					for _, complaint := range complaints(fd, dir != "nn") {
						t.Errorf("%s: %s %s", strings.TrimPrefix(path, "../../"), fd.Name.Name, complaint)
					}
				}
			}
		}
	}
}

func ofPublicType(fd *ast.FuncDecl) bool {
	if fd.Recv == nil {
		return true
	}
	of := fd.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	id, ok := of.(*ast.Ident)
	return ok && id.IsExported()
}

// complaints are what a comment lacks. Options are looked for where all that take them have some: the layers of
// package nn take them also where they have none.
func complaints(fd *ast.FuncDecl, options bool) (l []string) {
	text := fd.Doc.Text()
	if !strings.HasPrefix(text, fd.Name.Name+" ") {
		l = append(l, "has a comment that does not begin with its name")
	}
	for _, field := range fd.Type.Params.List {
		for _, name := range field.Names {
			of := field.Type
			if e, ok := of.(*ast.Ellipsis); ok {
				of = e.Elt
			}
			param := name.Name + " " + typeName(of)
			for _, w := range wanted {
				if name.Name == "opts" && !options {
					continue
				}
				if w.parameter.MatchString(param) && !w.words.MatchString(text) && !refers.MatchString(text) {
					l = append(l, "has a comment that says nothing of the parameter "+name.Name)
				}
			}
		}
	}
	return l
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
