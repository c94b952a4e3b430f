package maker

import (
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// Pair is a type that is declared anew, and its earlier declaration.
type Pair struct{ New, Old *types.TypeName }

// Reuse takes types that are declared anew for the earlier ones, so that values of these are values of the new
// declarations. Types that refer to each other are reused together; all have to have the structure that they had
// (SameLayout), or the error is what differs first, and the new declarations make types of their own, while
// values that exist keep the old ones. A type with the methods and tags that it had stays the same reflect.Type;
// bodies may have changed, which SetBody sets. Others are made anew, as by Renew, and what this has made is
// returned. Reuse is called before Type sees the new declarations.
func (m *Maker) Reuse(pairs ...Pair) (renewed []Renewed, err error) {
	err = m.do(func() {
		m.pair(pairs)
		renewed = m.renew(m.others(pairs))
	})
	if err != nil {
		return nil, err
	}
	return renewed, nil
}

// pair notes which declarations are to be the same.
func (m *Maker) pair(pairs []Pair) {
	for _, p := range pairs {
		first := m.first(p.Old)
		if p.New == first || m.same[p.New] != nil {
			failf("%s is the same declaration", p.New.Name())
		}
		m.same[p.New] = first
		m.again[first] = append(m.again[first], p.New)
		m.keys = append(m.keys, func() { m.unpair(p.New) })
	}
}

// unpair makes a declaration one of its own.
func (m *Maker) unpair(declared *types.TypeName) {
	first := m.same[declared]
	delete(m.same, declared)
	m.setAgain(first, slices.DeleteFunc(slices.Clone(m.again[first]), func(o *types.TypeName) bool { return o == declared }))
}

func (m *Maker) setAgain(first *types.TypeName, list []*types.TypeName) {
	m.again[first] = list
	if len(list) == 0 {
		delete(m.again, first)
	}
}

// others returns the types that differ from the earlier ones in what does not count in memory.
func (m *Maker) others(pairs []Pair) (list []*entry) {
	for _, p := range pairs {
		first := m.same[p.New]
		if err := m.differ(p.New, first); err != nil {
			if !m.SameLayout(p.Old, p.New) {
				failf("%s: %w", p.New.Name(), err)
			}
			list = append(list, m.declared(first)...)
		}
	}
	return list
}

// first returns the earliest declaration of a type.
func (m *Maker) first(declared *types.TypeName) *types.TypeName {
	if first := m.same[declared]; first != nil {
		return first
	}
	return declared
}

// declared returns the types that earlier conversions made of a declaration, the first of its type: one, or the
// instances.
func (m *Maker) declared(first *types.TypeName) (list []*entry) {
	for k, e := range m.named {
		if k.declared == first && e.complete {
			list = append(list, e)
		}
	}
	return sorted(list)
}

// sorted sorts types in the order in which they were made.
func sorted(list []*entry) []*entry {
	return slices.SortedFunc(slices.Values(list), func(a, b *entry) int { return a.serial - b.serial })
}

// instance returns the type of a declaration with the type arguments of another one.
func instance(now, like *types.Named) (*types.Named, error) {
	if like.TypeArgs().Len() == 0 {
		return now, nil
	}
	t, err := types.Instantiate(nil, now, slices.Collect(like.TypeArgs().Types()), true)
	if err != nil {
		return nil, err
	}
	return t.(*types.Named), nil
}

// newest returns the latest declaration of a type.
func (m *Maker) newest(first *types.TypeName) *types.TypeName {
	if again := m.again[first]; len(again) > 0 {
		return again[len(again)-1]
	}
	return first
}

// current returns a named type in its newest declaration.
func (m *Maker) current(t *types.Named) *types.Named {
	newest := m.newest(m.first(t.Origin().Obj()))
	if newest == t.Origin().Obj() {
		return t
	}
	now, err := instance(newest.Type().(*types.Named), t)
	check(err)
	return now
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
	for _, e := range m.declared(old) {
		t, err := instance(now, e.source.(*types.Named))
		if err != nil {
			return err
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
