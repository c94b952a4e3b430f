package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// elementwise writes zz_elementwise.go, the types of the ops of package tensor, in dir, that have the attribute loop:
// all that they need beside their gradient rules.
func elementwise(dir string, list []op) error {
	_, files, err := parse(dir)
	if err != nil {
		return err
	}
	looks := looksOf(files)
	b := bytes.NewBufferString(header +
		"package tensor\n\nimport \"github.com/msrepl/msrepl/internal/compute/kernels\"\n")
	for _, o := range list {
		if o.attrs["loop"] != "" {
			o.elementwise(b, looks)
		}
	}
	return writeGo(filepath.Join(dir, "zz_elementwise.go"), b.Bytes())
}

// arguments are what gradient rules may look at, by method.
var arguments = map[string][]string{
	"vjp": {"keepFirst", "keepResult"},
	"da":  {"keepFirst", "keepSecond", "keepResult"},
	"db":  {"keepFirst", "keepSecond", "keepResult"},
}

// looksOf returns what gradient rules look at, by type and method: what they do not look at they call _.
func looksOf(files []*ast.File) map[string][]string {
	looks := map[string][]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			t, _ := fn.Recv.List[0].Type.(*ast.Ident)
			for i, part := range arguments[fn.Name.Name] {
				if t != nil && fn.Type.Params.List[0].Names[i].Name != "_" {
					key := t.Name + "." + fn.Name.Name
					looks[key] = append(looks[key], part)
				}
			}
		}
	}
	return looks
}

// elementwise writes the type of an op.
func (o op) elementwise(b *bytes.Buffer, looks map[string][]string) {
	t := strings.ToLower(o.name()[:1]) + o.name()[1:] + "Op"
	class, _, _ := strings.Cut(o.attrs["class"], ",")
	name, loop := strconv.Quote(cmp.Or(class, o.name())), "&kernels."+o.attrs["loop"]
	inexact := o.attrs["types"] == "float" || o.attrs["types"] == "inexact"
	rule, none, apply := "sameUnary", "noGradient1", "map1"
	if inexact {
		rule, apply = "floatUnary", "floatMap"
	}
	methods := fmt.Sprintf("func (%s) forward(x *Tensor) *Tensor { return %s(%s, %s, x) }\n", t, apply, name, loop)
	if params := o.decl.Type.Params.List; len(params) > 0 && !isVariadic(params[0]) {
		infer, args := "inferArith", ", nil"
		rule, none, apply = "pointwise", "noGradient2", "arith"
		if bools := o.attrs["bools"]; bools != "" {
			args = ", &kernels." + bools
		}
		if inexact {
			infer, apply, args = "inferFloat2", "floatMap2", ""
		}
		methods = fmt.Sprintf("func (%[1]s) infer(a, b Spec) Spec { return %[2]s(%[3]s, a, b) }\n"+
			"func (%[1]s) forward(a, b *Tensor) *Tensor { return %[4]s(%[3]s, %[5]s%[6]s, a, b) }\n",
			t, infer, name, apply, loop, args)
	}
	if o.attrs["grad"] == "no" {
		rule += "\n" + none
	} else {
		methods += fmt.Sprintf("func (%s) keeps() keep { return %s }\n", t, keeps(t, looks))
	}
	fmt.Fprintf(b, "\ntype %[1]s struct {\n%[2]s\n}\n\nfunc (%[1]s) Name() string { return %[3]s }\n%[4]s",
		t, rule, name, methods)
}

// keeps is what an op of a type keeps for its gradient rules.
func keeps(t string, looks map[string][]string) string {
	da, db := looks[t+".da"], looks[t+".db"]
	all := slices.Concat(looks[t+".vjp"], da, db)
	if slices.Equal(da, []string{"keepSecond"}) && slices.Equal(db, []string{"keepFirst"}) {
		all = append(all, "keepCross")
	}
	slices.Sort(all)
	return cmp.Or(strings.Join(slices.Compact(all), " | "), "keepNothing")
}

func isVariadic(f *ast.Field) bool {
	_, ok := f.Type.(*ast.Ellipsis)
	return ok
}
