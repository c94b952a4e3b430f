package maker

import "go/types"

// SameLayout reports whether two declarations have the same structure, so that memory with a value of one holds
// that of the other: fields of the same names and types in the same order, elements of the same types. Types that
// they mention are the same if they are one type, or have one name and the same structure. Methods and tags do
// not count. No types are made.
func (m *Maker) SameLayout(old, now *types.TypeName) bool {
	s := &structure{m: m, seen: map[[2]*types.Named]bool{}}
	a, ok := old.Type().(*types.Named)
	b, same := now.Type().(*types.Named)
	return ok && same && s.same(a, b)
}

// structure compares types.
type structure struct {
	m    *Maker
	seen map[[2]*types.Named]bool // compared, or being compared
}

func (s *structure) same(a, b types.Type) bool {
	a, b = types.Unalias(a), types.Unalias(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *types.Basic:
		b, ok := b.(*types.Basic)
		return ok && a.Kind() == b.Kind()
	case *types.Named:
		b, ok := b.(*types.Named)
		return ok && s.named(a, b)
	case *types.TypeParam:
		b, ok := b.(*types.TypeParam)
		return ok && a.Index() == b.Index()
	case *types.Pointer:
		b, ok := b.(*types.Pointer)
		return ok && s.same(a.Elem(), b.Elem())
	case *types.Slice:
		b, ok := b.(*types.Slice)
		return ok && s.same(a.Elem(), b.Elem())
	case *types.Array:
		b, ok := b.(*types.Array)
		return ok && a.Len() == b.Len() && s.same(a.Elem(), b.Elem())
	case *types.Map:
		b, ok := b.(*types.Map)
		return ok && s.same(a.Key(), b.Key()) && s.same(a.Elem(), b.Elem())
	case *types.Chan:
		b, ok := b.(*types.Chan)
		return ok && a.Dir() == b.Dir() && s.same(a.Elem(), b.Elem())
	case *types.Signature:
		b, ok := b.(*types.Signature)
		return ok && a.Variadic() == b.Variadic() && s.tuple(a.Params(), b.Params()) && s.tuple(a.Results(), b.Results())
	case *types.Struct:
		b, ok := b.(*types.Struct)
		return ok && s.fields(a, b)
	case *types.Interface:
		b, ok := b.(*types.Interface)
		return ok && s.methods(a, b)
	}
	return false
}

// named compares two types of one name. A compiled type is only the same as itself.
func (s *structure) named(a, b *types.Named) bool {
	pair := [2]*types.Named{a, b}
	if s.seen[pair] || types.Identical(a, b) {
		return true
	}
	s.seen[pair] = true
	x, y := a.Obj(), b.Obj()
	if x.Name() != y.Name() || x.Pkg() == nil || y.Pkg() == nil || s.m.place(x.Pkg()) != s.m.place(y.Pkg()) ||
		a.TypeArgs().Len() != b.TypeArgs().Len() || a.TypeParams().Len() != b.TypeParams().Len() {
		return false
	}
	if a.TypeParams().Len() == a.TypeArgs().Len() {
		if c, err := s.m.compiled(a); c != nil || err != nil {
			return false
		}
	}
	for i := range a.TypeArgs().Len() {
		if !s.same(a.TypeArgs().At(i), b.TypeArgs().At(i)) {
			return false
		}
	}
	return s.same(a.Underlying(), b.Underlying())
}

func (s *structure) tuple(a, b *types.Tuple) bool {
	for i := range min(a.Len(), b.Len()) {
		if !s.same(a.At(i).Type(), b.At(i).Type()) {
			return false
		}
	}
	return a.Len() == b.Len()
}

func (s *structure) fields(a, b *types.Struct) bool {
	for i := range min(a.NumFields(), b.NumFields()) {
		x, y := a.Field(i), b.Field(i)
		if x.Name() != y.Name() || x.Embedded() != y.Embedded() || s.m.path(x) != s.m.path(y) || !s.same(x.Type(), y.Type()) {
			return false
		}
	}
	return a.NumFields() == b.NumFields()
}

// methods compares interfaces, the type sets of constraints not.
func (s *structure) methods(a, b *types.Interface) bool {
	if a.NumMethods() != b.NumMethods() || !a.IsMethodSet() || !b.IsMethodSet() {
		return false
	}
	for i := range a.NumMethods() {
		x, y := a.Method(i), b.Method(i)
		if x.Name() != y.Name() || s.m.path(x) != s.m.path(y) || !s.same(x.Type(), y.Type()) {
			return false
		}
	}
	return true
}
