package gotypes

import (
	"fmt"
	"go/constant"
	"go/types"
	"strings"
)

// Qualifier qualifies packages as cells do: the package home, which contains the definitions of the session, needs no
// qualifier.
func Qualifier(home *types.Package) types.Qualifier {
	return func(p *types.Package) string {
		if p == home {
			return ""
		}
		return p.Name()
	}
}

// Text returns t as a cell would write it: *tensor.Tensor, map[string]Net, func(x int) error.
func Text(t types.Type, home *types.Package) string { return types.TypeString(t, Qualifier(home)) }

// Describe returns the declaration of an object as go doc shows it, with types as cells write them.
func Describe(o types.Object, home *types.Package) string {
	switch o := o.(type) {
	case *types.Func:
		return describeFunc(o, home)
	case *types.TypeName:
		return describeType(o, home)
	case *types.Const:
		return describeConst(o, home)
	case *types.Var:
		if o.IsField() {
			return fmt.Sprintf("field %s %s", o.Name(), Text(o.Type(), home))
		}
		return fmt.Sprintf("var %s %s", qualified(o, home), Text(o.Type(), home))
	case *types.Builtin:
		return "func " + o.Name()
	case *types.PkgName:
		return fmt.Sprintf("package %s // import %q", o.Imported().Name(), o.Imported().Path())
	}
	return types.ObjectString(o, Qualifier(home)) // nil, label
}

// qualified returns the name of a package-level object as a cell writes it.
func qualified(o types.Object, home *types.Package) string {
	if p := o.Pkg(); p != nil && p != home && o.Parent() == p.Scope() {
		return p.Name() + "." + o.Name()
	}
	return o.Name()
}

func describeFunc(f *types.Func, home *types.Package) string {
	sig := f.Signature()
	text := strings.TrimPrefix(Text(sig, home), "func")
	recv := sig.Recv()
	if recv == nil {
		return "func " + qualified(f, home) + text
	}
	owner := Text(recv.Type(), home)
	if recv.Name() != "" && recv.Name() != "_" {
		owner = recv.Name() + " " + owner
	}
	return fmt.Sprintf("func (%s) %s%s", owner, f.Name(), text)
}

// describeConst includes the value, except for a type whose values print as names, for which the number is
// meaningless.
func describeConst(c *types.Const, home *types.Package) string {
	text := "const " + qualified(c, home)
	if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
		text += " " + Text(c.Type(), home)
	}
	if m, _, _ := types.LookupFieldOrMethod(c.Type(), false, c.Pkg(), "String"); m != nil {
		return text
	}
	if c.Val().Kind() == constant.Unknown {
		return text
	}
	return text + " = " + c.Val().String()
}

// describeType returns a type declaration with what cells can access.
func describeType(o *types.TypeName, home *types.Package) string {
	head := "type " + qualified(o, home)
	if o.Parent() == types.Universe {
		return head
	}
	if a, ok := o.Type().(*types.Alias); ok {
		return head + " = " + Text(types.Unalias(a), home)
	}
	if n, ok := o.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
		head += typeParams(n.TypeParams(), home)
	}
	switch u := o.Type().Underlying().(type) {
	case *types.Struct:
		return head + " " + structText(u, o.Pkg(), home)
	case *types.Interface:
		return head + " " + interfaceText(u, home)
	default:
		return head + " " + Text(u, home)
	}
}

func typeParams(l *types.TypeParamList, home *types.Package) string {
	var params []string
	for p := range l.TypeParams() {
		params = append(params, p.Obj().Name()+" "+Text(p.Constraint(), home))
	}
	return "[" + strings.Join(params, ", ") + "]"
}

// structText lists the fields that cells can access.
func structText(s *types.Struct, owner, home *types.Package) string {
	var b strings.Builder
	hidden := false
	for f := range s.Fields() {
		switch {
		case !f.Exported() && owner != home:
			hidden = true
		case f.Embedded():
			fmt.Fprintf(&b, "\t%s\n", Text(f.Type(), home))
		default:
			fmt.Fprintf(&b, "\t%s %s\n", f.Name(), Text(f.Type(), home))
		}
	}
	if b.Len() == 0 && !hidden {
		return "struct{}"
	}
	if hidden {
		b.WriteString("\t// unexported fields\n")
	}
	return "struct {\n" + b.String() + "}"
}

func interfaceText(t *types.Interface, home *types.Package) string {
	var b strings.Builder
	hidden := false
	for m := range t.Methods() {
		if !m.Exported() && m.Pkg() != home {
			hidden = true
			continue
		}
		fmt.Fprintf(&b, "\t%s%s\n", m.Name(), strings.TrimPrefix(Text(m.Type(), home), "func"))
	}
	if b.Len() == 0 && !hidden {
		return Text(t, home)
	}
	if hidden {
		b.WriteString("\t// unexported methods\n")
	}
	return "interface {\n" + b.String() + "}"
}

// Params returns the parameters of a function as Describe writes them.
func Params(sig *types.Signature, home *types.Package) (list []string) {
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		text := Text(p.Type(), home)
		if s, ok := p.Type().(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + Text(s.Elem(), home)
		}
		list = append(list, strings.TrimSpace(p.Name()+" "+text))
	}
	return list
}
