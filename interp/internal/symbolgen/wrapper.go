package symbolgen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strings"
)

// wrapper writes the compiled type that represents values of cells where an interface is asked for: a function for
// each method. It is "" when the interface has methods that only its package may declare, or that need types which
// text elsewhere cannot name.
func (f *file) wrapper(name, local string, it *types.Interface) string {
	if it.NumMethods() == 0 {
		return ""
	}
	var fields, methods strings.Builder
	for m := range it.Methods() {
		if !m.Exported() || !nameable(m.Type(), f.pkg.Path()) {
			return ""
		}
		sig := positional(m.Signature())
		text := strings.TrimPrefix(types.TypeString(sig, f.qualify), "func")
		fmt.Fprintf(&fields, "\tW%s func%s\n", m.Name(), text)
		body := "W.W" + m.Name() + "(" + arguments(sig) + ")"
		if sig.Results().Len() > 0 {
			body = "return " + body
		}
		if m.Name() == "String" && sig.Params().Len() == 0 { // package fmt asks values that have none
			body = "if W.WString == nil {\n\t\treturn \"\"\n\t}\n\t" + body
		}
		fmt.Fprintf(&methods, "\nfunc (W %s) %s%s {\n\t%s\n}\n", local, m.Name(), text, body)
	}
	return fmt.Sprintf("\n// %s stands for values of cells that are a %s.\ntype %s struct {\n\tIValue any\n%s}\n%s",
		local, name, local, fields.String(), methods.String())
}

// positional gives the parameters names that a body can pass on, and takes those of the results away.
func positional(sig *types.Signature) *types.Signature {
	rename := func(t *types.Tuple, name func(i int) string) *types.Tuple {
		var vars []*types.Var
		for i := range t.Len() {
			vars = append(vars, types.NewParam(token.NoPos, nil, name(i), t.At(i).Type()))
		}
		return types.NewTuple(vars...)
	}
	params := rename(sig.Params(), func(i int) string { return fmt.Sprintf("a%d", i) })
	results := rename(sig.Results(), func(int) string { return "" })
	return types.NewSignatureType(nil, nil, nil, params, results, sig.Variadic())
}

func arguments(sig *types.Signature) string {
	var names []string
	for p := range sig.Params().Variables() {
		names = append(names, p.Name())
	}
	list := strings.Join(names, ", ")
	if sig.Variadic() {
		list += "..."
	}
	return list
}

// qualify names a package in the file and notes that it must be imported.
func (f *file) qualify(p *types.Package) string {
	if name, ok := f.imports[p.Path()]; ok {
		return name
	}
	name := fmt.Sprintf("p%d", len(f.imports))
	f.imports[p.Path()] = name
	return name
}

// nameable reports whether text outside of the package at home, and of what it keeps to itself, can write a type.
func nameable(t types.Type, home string) bool {
	named := func(o *types.TypeName) bool {
		return o.Pkg() == nil || ast.IsExported(o.Name()) && (o.Pkg().Path() == home || !Internal(o.Pkg().Path()))
	}
	all := func(t *types.Tuple) bool {
		for v := range t.Variables() {
			if !nameable(v.Type(), home) {
				return false
			}
		}
		return true
	}
	switch t := t.(type) {
	case *types.Alias:
		return named(t.Obj())
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			if !nameable(a, home) {
				return false
			}
		}
		return named(t.Obj())
	case *types.Signature:
		return all(t.Params()) && all(t.Results())
	case *types.Map:
		return nameable(t.Key(), home) && nameable(t.Elem(), home)
	case *types.Struct:
		for v := range t.Fields() {
			if !v.Exported() || !nameable(v.Type(), home) {
				return false
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if !m.Exported() || !nameable(m.Type(), home) {
				return false
			}
		}
	case interface{ Elem() types.Type }: // pointers, slices, arrays and channels
		return nameable(t.Elem(), home)
	}
	return true
}

// Internal reports whether a package is for its own module alone.
func Internal(p string) bool {
	return slices.Contains(strings.Split(path.Clean(p), "/"), "internal")
}
