package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

// slots are the fields of the loop tables in internal/compute/kernels with their element types.
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

// classes maps names to ranges of slots and the constraint of their loop.
var classes = map[string]struct {
	lo, hi     int
	constraint string
}{
	"int": {0, 8, "Int"}, "float": {8, 10, "Float"}, "real": {0, 10, "Real"},
	"inexact": {8, 12, "Float | Complex"}, "number": {0, 12, "Number"}, "complex": {10, 12, "Complex"},
}

// partResults maps complex types to the types of their parts.
var partResults = map[string]string{"complex64": "float32", "complex128": "float64"}

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
	"part": template.Must(template.New("part").Parse(`
func {{.F}}Loop[R Float, T Complex](dst []R, x []T) {
	x = x[:len(dst)]
	for i, v := range x {
		dst[i] = R({{.F}}(complex128(v)))
	}
}
`)),
	"binary": template.Must(template.New("binary").Parse(`
func {{.F}}Loop[T {{.C}}](dst, a, b []T) {` + binaryBody)),
	"compare": template.Must(template.New("compare").Parse(`
func {{.F}}Loop[T {{.C}}](dst []bool, a, b []T) {` + binaryBody)),
}

// rowTables maps the classes of functions with their own loop to table types.
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

// looped is a function with its directive.
type looped struct{ name, spec string }

// loops writes zz_loops.go: for every function below a //cpu: directive a generic loop and the table
// of its instances. Functions that only call one of float64 or complex128 are written too: //cpu:real log=math.Log
// is log below //cpu:unary float, //cpu:complex log=cmplx.Log is logComplex below //cpu:unary complex log. A second
// function after a comma is for Float64.
func loops(dir string) error {
	_, files, err := parse(dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(header + "package kernels\n\nimport (\n\"math\"\n\"math/cmplx\"\n\"unsafe\"\n)\n")
	var all []looped
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if spec, ok := directive(fn.Doc, "//cpu:"); ok {
					all = append(all, looped{fn.Name.Name, spec})
				}
			}
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				all = append(all, callers(&b, c.Text)...)
			}
		}
	}
	for _, l := range all {
		twin := slices.IndexFunc(all, func(c looped) bool { return strings.HasSuffix(c.spec, " complex "+l.name) })
		name := ""
		if twin >= 0 {
			name = all[twin].name
		}
		if err := loop(&b, l.name, l.spec, name); err != nil {
			return err
		}
	}
	return writeGo(filepath.Join(dir, "zz_loops.go"), b.Bytes())
}

// callers writes the functions that a line of a comment describes.
func callers(b *bytes.Buffer, line string) (all []looped) {
	pairs, real := strings.CutPrefix(line, "//cpu:real ")
	suffix, constraint, arg, spec := "", "Float", "float64(x)", "unary float"
	if !real {
		var ok bool
		if pairs, ok = strings.CutPrefix(line, "//cpu:complex "); !ok {
			return nil
		}
		suffix, constraint, arg, spec = "Complex", "Complex", "complex128(x)", "unary complex "
	}
	for _, pair := range strings.Fields(pairs) {
		name, call, _ := strings.Cut(pair, "=")
		call, precise, two := strings.Cut(call, ",")
		fmt.Fprintf(b, "\nfunc %s%s[T %s](x T) T {\n", name, suffix, constraint)
		if two {
			fmt.Fprintf(b, "if unsafe.Sizeof(x) == 8 {\nreturn T(%s(%s))\n}\n", precise, arg)
		}
		fmt.Fprintf(b, "return T(%s(%s))\n}\n", call, arg)
		l := looped{name + suffix, spec}
		if !real {
			l.spec += name
		}
		all = append(all, l)
	}
	return all
}

// loop writes the table of the function name, and its loop unless it has one itself; spec is "arity [class
// [function]]". A function that replaces another one on complex numbers has no table; its loops are in the table of
// the other one, for which twin is its name.
func loop(b *bytes.Buffer, name, spec, twin string) error {
	arity, class, _ := strings.Cut(spec, " ")
	class, of, _ := strings.Cut(class, " ")
	switch arity {
	case "test":
		class = "float"
	case "part":
		class = "complex"
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
	if of == "" {
		writeTable(b, name, table, instance, slots[c.lo:c.hi], twin)
	}
	if tmpl == nil {
		return nil
	}
	return tmpl.Execute(b, struct{ F, C string }{name, c.constraint})
}

// writeTable writes the table of the instances of a loop; twin has those for complex numbers.
func writeTable(b *bytes.Buffer, name, table, instance string, types [][2]string, twin string) {
	exported := strings.ToUpper(name[:1]) + name[1:]
	fmt.Fprintf(b, "\n// %s applies %s.\nvar %s = %s{\n", exported, name, exported, table)
	for _, s := range types {
		types := s[1]
		if table == "Part" {
			types = partResults[s[1]] + ", " + s[1]
		}
		fmt.Fprintf(b, "\t%s: %s[%s],\n", s[0], instance, types)
	}
	if twin != "" {
		for _, s := range slots[10:] {
			fmt.Fprintf(b, "\t%s: %sLoop[%s],\n", s[0], twin, s[1])
		}
	}
	b.WriteString("}\n")
}
