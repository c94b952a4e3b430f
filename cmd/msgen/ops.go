package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// op is one function or method below a //ms:op directive.
//
//	//ms:op func=exp class=Exp types=float grad=no
//
// func and class are MindSpore's functional and class name (empty if it has none), types the range of dtypes (see
// dtypeRanges), grad=no says that no gradient flows. A name may be a comma-separated list. An op of package tensor that
// a table of package kernels computes element by element names the table, loop=Exp, and one for two Bool tensors,
// bools=BitOr; its type is generated (see elementwise), and the gradient rules are written beside the op.
type op struct {
	pkg   string // "tensor", or "ops" for a function that exists only there
	decl  *ast.FuncDecl
	doc   string // the doc comment without directives
	attrs map[string]string
}

// dtypeRanges describes the ranges of dtypes. The op table test checks that the descriptions are correct.
var dtypeRanges = map[string]string{
	"all":     "all",
	"number":  "all but Bool",
	"real":    "all but Bool and complex",
	"float":   "all but complex; integers and Bool give Float32",
	"inexact": "all; integers and Bool give Float32",
	"ordered": "all but complex",
	"int":     "integers",
	"bits":    "integers and Bool",
	"parts":   "Float32, Float64",
	"floats":  "Float16, BFloat16, Float32, Float64",
}

// facade writes the table of ops of package tensor, which is in dir, and of package ops beside it, the functional
// twins of the former, and their documentation.
func facade(dir string) error {
	fset, own, err := opsIn(dir, "tensor")
	if err != nil {
		return err
	}
	_, others, err := opsIn(filepath.Join(dir, "..", "ops"), "ops")
	if err != nil {
		return err
	}
	list := append(slices.Clone(own), others...)
	sort.SliceStable(list, func(i, j int) bool { return list[i].name() < list[j].name() })
	if err := writeGo(filepath.Join(dir, "zz_ops.go"), registry(list)); err != nil {
		return err
	}
	if err := elementwise(dir, own); err != nil {
		return err
	}
	if err := writeGo(filepath.Join(dir, "..", "ops", "zz_facade.go"), functions(fset, own)); err != nil {
		return err
	}
	shares, err := coverage(dir, list)
	if err != nil {
		return err
	}
	if err := calls(filepath.Join(dir, "..", "ops"), list); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "..", "docs", "API.md"), append(reference(list), shares...), 0o644)
}

// opsIn returns the ops of the package pkg, which is in dir, by name.
func opsIn(dir, pkg string) (*token.FileSet, []op, error) {
	fset, files, err := parse(dir)
	if err != nil {
		return nil, nil, err
	}
	list, err := opsOf(files, pkg)
	return fset, list, err
}

// opsOf returns the ops of the files by name.
func opsOf(files []*ast.File, pkg string) ([]op, error) {
	var list []op
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			text, ok := directive(fn.Doc, "//ms:op")
			if !ok {
				continue
			}
			o := op{pkg: pkg, decl: fn, doc: strings.TrimSpace(fn.Doc.Text()), attrs: map[string]string{}}
			for _, field := range strings.Fields(text) {
				key, value, _ := strings.Cut(field, "=")
				o.attrs[key] = value
			}
			if dtypeRanges[o.attrs["types"]] == "" {
				return nil, fmt.Errorf("%s: types=%s is not one of the known ranges", fn.Name.Name, o.attrs["types"])
			}
			list = append(list, o)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].name() < list[j].name() })
	return list, nil
}

func (o op) name() string { return o.decl.Name.Name }

// goName returns the Go name of the op: "Tensor.Exp" or "Concat" in package tensor, "ops.Conv2D" if it exists only
// there.
func (o op) goName() string {
	switch {
	case o.pkg == "ops":
		return "ops." + o.name()
	case o.decl.Recv != nil:
		return "Tensor." + o.name()
	}
	return o.name()
}

// registry returns the source of tensor.Ops.
func registry(list []op) []byte {
	var b bytes.Buffer
	b.WriteString(header + "package tensor\n\nvar registered = []OpInfo{\n")
	for _, o := range list {
		fmt.Fprintf(&b, "\t{Name: %q, GoName: %q, Func: %q, Class: %q, DTypes: %q, Gradient: %v, Doc: %q},\n",
			o.name(), o.goName(), o.attrs["func"], o.attrs["class"], o.attrs["types"], o.attrs["grad"] != "no", o.doc)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// functions returns the source of the functional twins in package ops.
func functions(fset *token.FileSet, list []op) []byte {
	var b bytes.Buffer
	b.WriteString(header + "package ops\n\nimport \"github.com/msrepl/msrepl/tensor\"\n")
	for _, o := range list {
		fmt.Fprintf(&b, "\n%s\n//\n// It is [tensor.%s].\n", comment(o.doc), o.goName())
		params, args := o.parameters(fset)
		result := o.result(fset)
		fmt.Fprintf(&b, "func %s(%s) %s { return %s }\n", o.name(), strings.Join(params, ", "), result, o.call(args))
	}
	return b.Bytes()
}

// parameters returns the declarations and the names of the twin's parameters, the receiver first.
func (o op) parameters(fset *token.FileSet) (decls, names []string) {
	fields := o.decl.Type.Params.List
	if o.decl.Recv != nil {
		fields = append([]*ast.Field{o.decl.Recv.List[0]}, fields...)
	}
	for _, f := range fields {
		for _, n := range f.Names {
			decl, k := n.Name+" "+typeText(fset, f.Type), len(decls)-1
			if k >= 0 && strings.HasSuffix(decls[k], strings.TrimPrefix(decl, n.Name)) { // x, y T
				decls[k] = strings.TrimSuffix(decls[k], strings.TrimPrefix(decl, n.Name))
			}
			decls = append(decls, decl)
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				names = append(names, n.Name+"...")
			} else {
				names = append(names, n.Name)
			}
		}
	}
	return decls, names
}

// result returns the twin's result list, named as the op's is.
func (o op) result(fset *token.FileSet) string {
	var parts []string
	list := o.decl.Type.Results.List
	for _, f := range list {
		names := make([]string, len(f.Names))
		for i, n := range f.Names {
			names[i] = n.Name
		}
		parts = append(parts, strings.TrimSpace(strings.Join(names, ", ")+" "+typeText(fset, f.Type)))
	}
	if len(parts) == 1 && len(list[0].Names) == 0 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func (o op) call(args []string) string {
	if o.decl.Recv != nil {
		return args[0] + "." + o.name() + "(" + strings.Join(args[1:], ", ") + ")"
	}
	return "tensor." + o.name() + "(" + strings.Join(args, ", ") + ")"
}

var exportedName = regexp.MustCompile(`\b[A-Z]\w*`)

// typeText returns a type as written in another package.
func typeText(fset *token.FileSet, t ast.Expr) string {
	var b bytes.Buffer
	printer.Fprint(&b, fset, t)
	return exportedName.ReplaceAllString(b.String(), "tensor.$0")
}

var docLink = regexp.MustCompile(`\[(\*?)([A-Z][\w.]*)\]`)

// comment converts a doc text of package tensor to one of package ops.
func comment(doc string) string {
	doc = docLink.ReplaceAllString(doc, "[${1}tensor.$2]")
	lines := strings.Split(doc, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("// "+l, " ")
	}
	return strings.Join(lines, "\n")
}

// reference returns docs/API.md.
func reference(list []op) []byte {
	var b bytes.Buffer
	b.WriteString("# Ops\n\n<!-- Generated by msgen from the //ms:op directives; do not edit. -->\n\n" +
		"Every op is a function of package `ops`; most are methods of `tensor.Tensor` (or functions of package `tensor`), " +
		"too.\n\n" +
		"| MindSpore | msrepl | dtypes | gradient |\n|---|---|---|---|\n")
	for _, o := range list {
		gradient := "yes"
		if o.attrs["grad"] == "no" {
			gradient = "none"
		}
		names := "`ops." + o.name() + "`"
		if o.pkg == "tensor" {
			names = "`" + o.goName() + "`, " + names
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", o.mindsporeNames(), names, dtypeRanges[o.attrs["types"]], gradient)
	}
	return b.Bytes()
}

func (o op) mindsporeNames() string {
	var names []string
	for _, attr := range []string{o.attrs["func"], o.attrs["class"]} {
		for _, name := range strings.Split(attr, ",") {
			if name != "" {
				names = append(names, "`ops."+name+"`")
			}
		}
	}
	return strings.Join(names, ", ")
}
