package maker

import (
	"go/types"
	"maps"
	"reflect"
	"slices"
)

// Renewed is a type that was made again, with the layout of the old one. A variable of type Old may be accessed as
// one of type New (reflect.NewAt); values in interfaces keep the old type.
type Renewed struct {
	Source   types.Type // *types.Named or *types.Struct
	Old, New reflect.Type
}

// Renew makes types again whose declarations have other methods than when they were made: a later part of the program
// has added some. Types that mention them, by fields, elements, type arguments or signatures, are made again as well.
// From then on Type returns the new types, Made is called for them, and they are returned, the earliest declared
// first. The result is empty if nothing has changed or a type has not been made yet.
//
// Existing methods keep their bodies and entry points: SetBody applies to values of the old types, too. Code that was
// compiled for an old type continues to make values of that type.
func (m *Maker) Renew(declared ...*types.TypeName) (renewed []Renewed, err error) {
	err = m.do(func() { renewed = m.renew(m.changed(declared)) })
	if err != nil {
		return nil, err
	}
	return renewed, nil
}

// changed returns the types whose methods differ from those that they were made with.
func (m *Maker) changed(declared []*types.TypeName) (list []*entry) {
	for _, d := range declared {
		for _, e := range m.declared(d) {
			if !sameMethods(e.list, m.methodsOf(m.fresh(e))) {
				list = append(list, e)
			}
		}
	}
	return list
}

// declared returns the types made for a declaration: one, or the instances.
func (m *Maker) declared(o *types.TypeName) (list []*entry) {
	for k, e := range m.named {
		if k.declared == o && e.complete {
			list = append(list, e)
		}
	}
	return sorted(list)
}

// sorted sorts types in the order in which they were made.
func sorted(list []*entry) []*entry {
	return slices.SortedFunc(slices.Values(list), func(a, b *entry) int { return a.serial - b.serial })
}

// fresh returns a type with its current methods: instances of generic types keep those that they had when go/types
// first expanded them.
func (m *Maker) fresh(e *entry) types.Type {
	n, ok := e.source.(*types.Named)
	if !ok || n.TypeArgs().Len() == 0 {
		return e.source
	}
	t, err := types.Instantiate(nil, e.key.declared.Type(), slices.Collect(n.TypeArgs().Types()), true)
	check(err)
	return t
}

func sameMethods(a, b []selected) bool {
	return slices.EqualFunc(a, b, func(x, y selected) bool {
		return x.fn.Id() == y.fn.Id() && x.pointer == y.pointer && slices.Equal(x.path, y.path) && types.Identical(x.fn.Type(), y.fn.Type())
	})
}

// renew makes types again, and those that mention them.
func (m *Maker) renew(start []*entry) []Renewed {
	if len(start) == 0 {
		return nil
	}
	for _, e := range m.batch { // comparing has begun them, perhaps from types that are to be made again
		m.drop(e)
	}
	m.batch = nil
	old := m.uses().mentioning(start)
	for _, e := range old {
		m.drop(e)
	}
	types := make([]reflect.Type, len(old))
	for i, e := range old {
		types[i] = m.convert(m.fresh(e))
	}
	made := map[reflect.Type]*entry{}
	for _, e := range m.batch {
		made[e.typ] = e
	}
	list := make([]Renewed, len(old))
	for i, e := range old {
		now := made[types[i]]
		if now == nil {
			failf("%v was not made anew", e.typ)
		}
		now.old = e.typ
		m.before[now.typ] = e.typ
		m.keys = append(m.keys, func() { delete(m.before, now.typ) })
		list[i] = Renewed{now.source, e.typ, now.typ}
	}
	return list
}

// drop forgets a type in this conversion; on an error it is restored.
func (m *Maker) drop(e *entry) {
	if e.fields != "" {
		delete(m.structs, e.fields)
		m.keys = append(m.keys, func() { m.structs[e.fields] = e })
		return
	}
	delete(m.named, e.key)
	m.keys = append(m.keys, func() { m.named[e.key] = e })
}

// users maps types to the types that mention them.
type users map[*entry][]*entry

// uses returns the users of all types made.
func (m *Maker) uses() users {
	byType := map[reflect.Type]*entry{}
	var all []*entry
	for _, list := range []([]*entry){slices.Collect(maps.Values(m.named)), slices.Collect(maps.Values(m.structs))} {
		for _, e := range list {
			if e.made {
				byType[e.typ] = e
				all = append(all, e)
			}
		}
	}
	by := users{}
	for _, e := range all {
		note := func(t reflect.Type) bool {
			used := byType[t]
			if used != nil && used != e {
				by[used] = append(by[used], e)
			}
			return used != nil
		}
		eachPart(e.typ, note)
		for _, x := range e.methods {
			each(x.Type, note)
		}
		if n, ok := e.source.(*types.Named); ok {
			for a := range n.TypeArgs().Types() {
				each(m.convert(a), note)
			}
		}
	}
	return by
}

// mentioning returns types and those that mention them, in the order in which they were made.
func (u users) mentioning(start []*entry) []*entry {
	seen := map[*entry]bool{}
	var list []*entry
	for todo := start; len(todo) > 0; todo = todo[1:] {
		if e := todo[0]; !seen[e] {
			seen[e] = true
			list = append(list, e)
			todo = append(todo, u[e]...)
		}
	}
	return sorted(list)
}

// each calls note for a type and, unless the type is named or note returns true, for its component types.
func each(t reflect.Type, note func(reflect.Type) bool) {
	if !note(t) && t.Name() == "" {
		eachPart(t, note)
	}
}

func eachPart(t reflect.Type, note func(reflect.Type) bool) {
	switch t.Kind() {
	case reflect.Map:
		each(t.Key(), note)
		each(t.Elem(), note)
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		each(t.Elem(), note)
	case reflect.Struct:
		for i := range t.NumField() {
			each(t.Field(i).Type, note)
		}
	case reflect.Func:
		for i := range t.NumIn() {
			each(t.In(i), note)
		}
		for i := range t.NumOut() {
			each(t.Out(i), note)
		}
	case reflect.Interface:
		for i := range t.NumMethod() {
			each(t.Method(i).Type, note)
		}
	}
}
