// Package symbolgen writes the symbol tables through which cells access compiled packages.
package symbolgen

import (
	"fmt"
	"go/constant"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/traefik/yaegi/stdlib"
)

// Standard lists the packages of the standard library that cells may import: those of yaegi's tables and some that
// these lack.
func Standard() []string {
	paths := []string{
		"encoding", "crypto/fips140", "crypto/hkdf", "crypto/hpke", "crypto/mlkem", "crypto/mlkem/mlkemtest",
		"crypto/pbkdf2", "crypto/sha3", "iter", "os/exec", "structs", "testing/cryptotest", "time/tzdata", "unique", "weak",
	}
	for key := range stdlib.Symbols {
		if p := path.Dir(key); p != "." && !strings.Contains(p, ".") {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Table returns the entries of the exported names of pkg that keep accepts, in the format of yaegi's tables, and the
// line that imports pkg for them as alias. Generic names, which have no compiled form, are left out.
func Table(pkg *types.Package, alias string, keep func(types.Object) bool) (imported, entries string) {
	var b strings.Builder
	used := "_" // untyped constants are written as their values
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if !o.Exported() || !keep(o) {
			continue
		}
		if e := entry(o, alias+"."+name); e != "" {
			fmt.Fprintf(&b, "%q: %s,\n", name, e)
			if !strings.HasPrefix(e, "reflect.ValueOf(constant.") {
				used = alias
			}
		}
	}
	if b.Len() == 0 {
		return "", ""
	}
	return fmt.Sprintf("%s %q\n", used, pkg.Path()), b.String()
}

// entry returns the entry of the symbol o, whose qualified name is name, or "" if it is generic.
func entry(o types.Object, name string) string {
	switch o := o.(type) {
	case *types.Func:
		if o.Signature().TypeParams().Len() == 0 {
			return fmt.Sprintf("reflect.ValueOf(%s)", name)
		}
	case *types.Var:
		return fmt.Sprintf("reflect.ValueOf(&%s).Elem()", name)
	case *types.Const:
		return constEntry(o, name)
	case *types.TypeName:
		if !Generic(o) {
			return fmt.Sprintf("reflect.ValueOf((*%s)(nil))", name)
		}
	}
	return ""
}

// Generic reports whether a type has no compiled form: it has type parameters, is an alias of such a type, or is a
// constraint.
func Generic(o *types.TypeName) bool {
	if a, ok := o.Type().(*types.Alias); ok && a.TypeParams().Len() > 0 {
		return true
	}
	n, ok := types.Unalias(o.Type()).(*types.Named)
	it, isInterface := o.Type().Underlying().(*types.Interface)
	return ok && n.TypeParams().Len() > 0 || isInterface && !it.IsMethodSet()
}

func constEntry(o *types.Const, name string) string {
	b, ok := o.Type().(*types.Basic)
	if !ok || b.Info()&types.IsUntyped == 0 {
		return fmt.Sprintf("reflect.ValueOf(%s)", name)
	}
	kind := map[constant.Kind]string{constant.Int: "INT", constant.Float: "FLOAT", constant.String: "STRING"}[o.Val().Kind()]
	if kind == "" {
		return fmt.Sprintf("reflect.ValueOf(%s)", name)
	}
	if above, below, ok := strings.Cut(o.Val().ExactString(), "/"); ok && kind == "FLOAT" {
		return fmt.Sprintf("reflect.ValueOf(constant.BinaryOp(%s, token.QUO, %s))", literal(above, "FLOAT"), literal(below, "FLOAT"))
	}
	return fmt.Sprintf("reflect.ValueOf(%s)", literal(o.Val().ExactString(), kind))
}

func literal(text, kind string) string {
	if digits, ok := strings.CutPrefix(text, "-"); ok {
		return fmt.Sprintf("constant.UnaryOp(token.SUB, %s, 0)", literal(digits, kind))
	}
	return fmt.Sprintf("constant.MakeFromLiteral(%q, token.%s, 0)", text, kind)
}

// Internal reports whether a package can only be imported within its own module.
func Internal(p string) bool {
	return slices.Contains(strings.Split(path.Clean(p), "/"), "internal")
}
