package optest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// Complete fails if an op of the package under test lacks a row in the table, a doc comment or a runnable example
// with output. Ops whose GoName begins with "ops." belong to package ops, all others to package tensor.
func Complete(t *testing.T, pkg string, table []Row) {
	rows, examples := map[string]bool{}, examples(t)
	for _, r := range table {
		if _, ok := infos[r.Op]; !ok {
			t.Errorf("row %s is no registered op", r.Op)
		}
		rows[r.Op] = true
	}
	for _, o := range tensor.Ops() {
		name, ofOps := strings.CutPrefix(o.GoName, "ops.")
		if ofOps != (pkg == "ops") {
			continue
		}
		if !rows[o.Name] {
			t.Errorf("%s has no row in the op table, in optable*_test.go", o.Name)
		}
		if len(o.Doc) < 20 {
			t.Errorf("%s has no doc comment", o.Name)
		}
		if o.Func == "" && o.Class == "" {
			t.Errorf("%s has no MindSpore name, func= or class= of its directive", o.Name)
		}
		if !examples[name] {
			t.Errorf("%s has no example with output, in example_*_test.go", name)
		}
	}
}

// examples returns the names, such as Tensor.Exp, that have an example with output in the package's folder.
func examples(t *testing.T) map[string]bool {
	names, err := filepath.Glob("example_*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	have := map[string]bool{}
	for _, e := range doc.Examples(files...) {
		have[strings.ReplaceAll(e.Name, "_", ".")] = e.Output != ""
	}
	return have
}
