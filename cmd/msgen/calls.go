package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"path/filepath"
	"sort"
	"strings"
)

// calls writes the table of all functions of package ops, which is in dir, and of their options, for tests that call
// them at random.
func calls(dir string, list []op) error {
	_, files, err := parse(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(header +
		"package ops_test\n\nimport \"github.com/msrepl/msrepl/ops\"\n\n// calls are the ops.\nvar calls = map[string]any{\n")
	for _, o := range list {
		fmt.Fprintf(&b, "\t%q: ops.%s,\n", o.name(), o.name())
	}
	b.WriteString("}\n\n// keywords are the options of ops.\nvar keywords = map[string]any{\n")
	for _, name := range optionNames(files) {
		fmt.Fprintf(&b, "\t%q: ops.%s,\n", name, name)
	}
	b.WriteString("}\n")
	return writeGo(filepath.Join(dir, "zz_calls_test.go"), b.Bytes())
}

// optionNames returns the names of the functions whose only result is an Option, except deprecated ones.
func optionNames(files []*ast.File) []string {
	var names []string
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || !fn.Name.IsExported() || fn.Type.Results == nil || len(fn.Type.Results.List) != 1 ||
				strings.Contains(fn.Doc.Text(), "Deprecated:") {
				continue
			}
			if result, ok := fn.Type.Results.List[0].Type.(*ast.Ident); ok && result.Name == "Option" {
				names = append(names, fn.Name.Name)
			}
		}
	}
	sort.Strings(names)
	return names
}
