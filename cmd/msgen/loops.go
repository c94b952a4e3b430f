package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"path/filepath"
	"strings"
	"text/template"
)

// slots are the fields of the loop tables in internal/cpu with their element types.
var slots = [][2]string{
	{"I8", "int8"},
	{"U8", "uint8"},
	{"I16", "int16"},
	{"U16", "uint16"},
	{"I32", "int32"},
	{"U32", "uint32"},
	{"I64", "int64"},
	{"U64", "uint64"},
	{"F32", "float32"},
	{"F64", "float64"},
	{"C64", "complex64"},
	{"C128", "complex128"},
}

// classes name ranges of slots and the constraint of their loop.
var classes = map[string]struct {
	lo, hi     int
	constraint string
}{
	"int": {0, 8, "Int"}, "float": {8, 10, "Float"}, "real": {0, 10, "Real"},
	"inexact": {8, 12, "Float | Complex"}, "number": {0, 12, "Number"},
}

var loopTemplates = map[string]*template.Template{
	"unary": template.Must(template.New("unary").Parse(`
func {{.F}}Loop[T {{.C}}](dst, x []T) {
	x = x[:len(dst)]
	for i, v := range x {
		dst[i] = {{.F}}(v)
	}
}
`)),
	"test": template.Must(template.New("test").Parse(`
func {{.F}}Loop[T {{.C}}](dst []bool, x []T) {
	x = x[:len(dst)]
	for i, v := range x {
		dst[i] = {{.F}}(v)
	}
}
`)),
	"binary": template.Must(template.New("binary").Parse(`
func {{.F}}Loop[T {{.C}}](dst, a, b []T) {` + binaryBody)),
	"compare": template.Must(template.New("compare").Parse(`
func {{.F}}Loop[T {{.C}}](dst []bool, a, b []T) {` + binaryBody)),
}

// rowTables are the table types of functions that have their loop inside.
var rowTables = map[string]string{"reduce": "Reduce", "arg": "Arg", "rows": "Unary", "order": "Order"}

const binaryBody = `
	switch {
	case len(a) == len(dst) && len(b) == len(dst):
		b = b[:len(a)]
		dst = dst[:len(a)]
		for i, v := range a {
			dst[i] = {{.F}}(v, b[i])
		}
	case len(b) == 1:
		w := b[0]
		dst = dst[:len(a)]
		for i, v := range a {
			dst[i] = {{.F}}(v, w)
		}
	default:
		v := a[0]
		dst = dst[:len(b)]
		for i, w := range b {
			dst[i] = {{.F}}(v, w)
		}
	}
}
`

// loops writes zz_loops.go: for every function below a //cpu: directive a generic loop and the table
// of its instances.
func loops(dir string) error {
	_, files, err := parse(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(header + "package cpu\n")
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if spec, ok := directive(fn.Doc, "//cpu:"); ok {
				if err := loop(&b, fn.Name.Name, spec); err != nil {
					return err
				}
			}
		}
	}
	return writeGo(filepath.Join(dir, "zz_loops.go"), b.Bytes())
}

// loop writes the loop, if name has none itself, and the table of the function name; spec is "arity [class]".
func loop(b *bytes.Buffer, name, spec string) error {
	arity, class, _ := strings.Cut(spec, " ")
	if arity == "test" {
		class = "float"
	}
	c, known := classes[class]
	tmpl, table, instance := loopTemplates[arity], strings.ToUpper(arity[:1])+arity[1:], name+"Loop"
	if rows, ok := rowTables[arity]; ok {
		table, instance = rows, name
	} else if tmpl == nil {
		known = false
	}
	if !known {
		return fmt.Errorf("%s: unknown directive //cpu:%s", name, spec)
	}
	exported := strings.ToUpper(name[:1]) + name[1:]
	fmt.Fprintf(b, "\n// %s applies %s.\nvar %s = %s{\n", exported, name, exported, table)
	for _, s := range slots[c.lo:c.hi] {
		fmt.Fprintf(b, "\t%s: %s[%s],\n", s[0], instance, s[1])
	}
	b.WriteString("}\n")
	if tmpl == nil {
		return nil
	}
	return tmpl.Execute(b, struct{ F, C string }{name, c.constraint})
}
