package maker

import (
	"errors"
	"fmt"
	"go/types"
	"reflect"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// selected is a method of a type.
type selected struct {
	fn      *types.Func
	path    []int // to the embedded field that has it
	pointer bool  // only *T has it
}

// methodsOf returns the methods of *T for a T, promoted ones included.
func (m *Maker) methodsOf(t types.Type) []selected {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return nil
	}
	ofT := types.NewMethodSet(t)
	ofPtr := types.NewMethodSet(types.NewPointer(t))
	list := make([]selected, 0, ofPtr.Len())
	for s := range ofPtr.Methods() {
		fn := s.Obj().(*types.Func)
		path := s.Index()
		list = append(list, selected{fn, path[:len(path)-1], ofT.Lookup(fn.Pkg(), fn.Name()) == nil})
	}
	return list
}

func countOfT(list []selected) (n int) {
	for _, s := range list {
		if !s.pointer {
			n++
		}
	}
	return n
}

// describe returns a method without a body.
func (m *Maker) describe(s selected) realtype.Method {
	return realtype.Method{Name: s.fn.Name(), PkgPath: m.path(s.fn), Pointer: s.pointer, Type: m.function(s.fn.Signature())}
}

// bodies returns the methods of an entry: promoted ones call those of the embedded fields, the others have no
// body yet.
func (m *Maker) bodies(e *entry, list []selected) []realtype.Method {
	ms := make([]realtype.Method, len(list))
	for i, s := range list {
		ms[i] = e.methods[i]
		if len(s.path) > 0 {
			var err error
			ms[i], err = realtype.Promote(e.typ, s.path, ms[i])
			check(err)
		}
	}
	return ms
}

// SetBody gives a method, declared for the named type recv or for one of which recv is an instance, its body,
// or another one: calls that begin from now on run it, of values that exist as well. The receiver in the body
// is as realtype.Body has it.
func (m *Maker) SetBody(recv *types.Named, method *types.Func, b realtype.Body) error {
	t, err := m.Type(recv)
	if err != nil {
		return err
	}
	return realtype.SetBody(t, method.Name(), m.path(method), b)
}

// Pair is a type that is declared anew, and its earlier declaration.
type Pair struct{ New, Old *types.TypeName }

// Reuse takes types that are declared anew for the earlier ones, if they are the same: the same structure and
// methods, with other bodies perhaps, which SetBody sets. Types that refer to each other are reused together.
// It returns nil when it has done so for all of them, and otherwise what differs first; then the new
// declarations make types of their own, and values that exist keep the old ones. It is called before Type sees
// the new declarations.
func (m *Maker) Reuse(pairs ...Pair) error {
	return m.do(func() {
		for _, p := range pairs {
			old := p.Old
			if first := m.same[old]; first != nil {
				old = first
			}
			if p.New == old {
				failf("%s is the same declaration", old.Name())
			}
			m.same[p.New] = old
			m.keys = append(m.keys, func() { delete(m.same, p.New) })
		}
		for _, p := range pairs {
			if err := m.differ(p.New, m.same[p.New]); err != nil {
				failf("%s: %w", p.New.Name(), err)
			}
		}
	})
}

// differ returns how a declaration differs from an earlier one, in each of its instances that there are.
func (m *Maker) differ(declared, old *types.TypeName) error {
	now, ok := declared.Type().(*types.Named)
	if !ok {
		return errors.New("it is an alias now")
	}
	before, ok := old.Type().(*types.Named)
	if !ok || now.TypeParams().Len() != before.TypeParams().Len() {
		return errors.New("its type parameters differ")
	}
	if m.place(declared.Pkg()) != m.place(old.Pkg()) {
		return errors.New("its package differs")
	}
	for k, e := range m.named {
		if k.declared != old {
			continue
		}
		t := now
		if args := e.source.(*types.Named).TypeArgs(); args.Len() > 0 {
			list := make([]types.Type, args.Len())
			for i := range list {
				list[i] = args.At(i)
			}
			inst, err := types.Instantiate(nil, now, list, true)
			if err != nil {
				return err
			}
			t = inst.(*types.Named)
		}
		if err := m.compare(t, e); err != nil {
			return err
		}
	}
	return nil
}

// compare returns how a named type differs from one that was made.
func (m *Maker) compare(t *types.Named, e *entry) error {
	if t.Obj().Name() != e.source.(*types.Named).Obj().Name() {
		return errors.New("its name differs")
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if err := compareFields(m.fields(u), e.typ); err != nil {
			return err
		}
	case *types.Interface:
		it, err := realtype.Interface(m.interfaceMethods(u))
		check(err)
		if e.typ.Kind() != reflect.Interface || e.typ.NumMethod() != it.NumMethod() || !e.typ.Implements(it) {
			return errors.New("its methods differ")
		}
	default:
		now := m.convert(u)
		if now.Kind() != e.typ.Kind() || now.Name() == "" && (!now.AssignableTo(e.typ) || !e.typ.AssignableTo(now)) {
			return fmt.Errorf("it is a %v now", now)
		}
	}
	list := m.methodsOf(t)
	has := map[string]realtype.Method{}
	for _, x := range e.methods {
		has[x.PkgPath+"."+x.Name] = x
	}
	for _, s := range list {
		now := m.describe(s)
		before, ok := has[now.PkgPath+"."+now.Name]
		switch {
		case !ok:
			return fmt.Errorf("method %s is new", now.Name)
		case now.Pointer != before.Pointer:
			return fmt.Errorf("the receiver of method %s differs", now.Name)
		case now.Type != before.Type:
			return fmt.Errorf("method %s is a %v now and was a %v", now.Name, now.Type, before.Type)
		}
	}
	if len(list) < len(e.methods) {
		return errors.New("a method is gone")
	}
	return nil
}

func compareFields(fs []reflect.StructField, t reflect.Type) error {
	if t.Kind() != reflect.Struct || t.NumField() != len(fs) {
		return errors.New("its fields differ")
	}
	for i, f := range fs {
		g := t.Field(i)
		if f.Name != g.Name || f.Type != g.Type || f.Tag != g.Tag || f.Anonymous != g.Anonymous || f.PkgPath != g.PkgPath {
			return fmt.Errorf("field %s %v differs from %s %v", f.Name, f.Type, g.Name, g.Type)
		}
	}
	return nil
}
