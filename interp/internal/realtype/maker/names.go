package maker

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// instanceName returns the name of a type with its arguments as in compiled programs: Box[main.T] or
// Pair[int,[]encoding/json.Decoder]. The arguments of the function that declares the type come first: T[int;string].
func (m *Maker) instanceName(t *types.Named) string {
	list := func(args iter.Seq[types.Type]) string {
		var texts []string
		for a := range args {
			texts = append(texts, m.text(a))
		}
		return strings.Join(texts, ",")
	}
	outer, args := "", list(t.TypeArgs().Types())
	if l := m.localOf(t.Obj()); l != nil {
		outer = list(slices.Values(l.args))
	}
	switch {
	case outer == "" && args == "":
		return t.Obj().Name()
	case outer != "" && args != "":
		outer += ";"
	}
	return t.Obj().Name() + "[" + outer + args + "]"
}

// text returns the text of a type argument: packages have their full path and unexported names their package.
func (m *Maker) text(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return t.Obj().Name()
		}
		return qualifier(t.Obj().Pkg(), realtype.IsMade(m.convert(t))) + "." + m.instanceName(t) + m.number(t.Obj())
	case *types.Pointer:
		return "*" + m.text(t.Elem())
	case *types.Slice:
		return "[]" + m.text(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), m.text(t.Elem()))
	case *types.Map:
		return "map[" + m.text(t.Key()) + "]" + m.text(t.Elem())
	case *types.Chan:
		elem := m.text(t.Elem())
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- " + elem
		case types.RecvOnly:
			return "<-chan " + elem
		}
		if strings.HasPrefix(elem, "<-") {
			return "chan (" + elem + ")"
		}
		return "chan " + elem
	case *types.Signature:
		return "func" + m.signature(t)
	case *types.Struct:
		return m.structText(t)
	case *types.Interface:
		return m.interfaceText(t)
	}
	failf("%v is no type of a value", t)
	return ""
}

// qualifier returns the package as type arguments show it: by its path if it is compiled, otherwise by its name.
func qualifier(p *types.Package, made bool) string {
	if made {
		return p.Name()
	}
	return p.Path()
}

func (m *Maker) signature(t *types.Signature) string {
	var in, out []string
	for i := range t.Params().Len() {
		p := t.Params().At(i).Type()
		if s, ok := p.(*types.Slice); ok && t.Variadic() && i == t.Params().Len()-1 {
			in = append(in, "..."+m.text(s.Elem()))
			continue
		}
		in = append(in, m.text(p))
	}
	for v := range t.Results().Variables() {
		out = append(out, m.text(v.Type()))
	}
	s := "(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
		return s
	case 1:
		return s + " " + out[0]
	}
	return s + " (" + strings.Join(out, ", ") + ")"
}

func (m *Maker) structText(t *types.Struct) string {
	if t.NumFields() == 0 {
		return "struct {}"
	}
	parts := make([]string, t.NumFields())
	for i := range parts {
		v := t.Field(i)
		parts[i] = m.text(v.Type())
		if !v.Embedded() {
			parts[i] = qualified(v) + " " + parts[i]
		}
		if tag := t.Tag(i); tag != "" {
			parts[i] += " " + strconv.Quote(tag)
		}
	}
	return "struct { " + strings.Join(parts, "; ") + " }"
}

func (m *Maker) interfaceText(t *types.Interface) string {
	if t.NumMethods() == 0 {
		return "interface {}"
	}
	var exported, private []string
	for f := range t.Methods() {
		s := qualified(f) + m.signature(f.Signature())
		if f.Exported() {
			exported = append(exported, s)
		} else {
			private = append(private, s)
		}
	}
	slices.Sort(exported)
	slices.Sort(private)
	return "interface { " + strings.Join(append(exported, private...), "; ") + " }"
}

// qualified returns a name, with its package if it is unexported.
func qualified(o types.Object) string {
	if token.IsExported(o.Name()) || o.Pkg() == nil {
		return o.Name()
	}
	return qualifier(o.Pkg(), o.Pkg().Name() == "main") + "." + o.Name()
}
