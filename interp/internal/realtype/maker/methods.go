package maker

import (
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// selected is a method of a type.
type selected struct {
	fn      *types.Func
	path    []int // to the embedded field that it is promoted from
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
	return realtype.Method{
		Name: s.fn.Name(), PkgPath: pathOf(s.fn), Pointer: s.pointer, Type: m.function(s.fn.Signature()),
	}
}

// bodies returns the methods of an entry: promoted ones call those of the embedded fields, the others have no body
// yet.
func (m *Maker) bodies(e *entry) []realtype.Method {
	ms := make([]realtype.Method, len(e.list))
	for i, s := range e.list {
		ms[i] = e.methods[i]
		if len(s.path) > 0 {
			ms[i].Later = m.Later
			var err error
			ms[i], err = realtype.Promote(e.typ, s.path, ms[i])
			check(err)
		}
	}
	return ms
}

// SetBody sets the body of a method declared for the named type recv, or for the generic type that recv is an
// instance of. It applies to calls that begin afterwards, including those on existing values. The receiver in the
// body is described at realtype.Body.
func (m *Maker) SetBody(recv *types.Named, method *types.Func, b realtype.Body) error {
	t, err := m.Type(recv)
	if err != nil {
		return err
	}
	return realtype.SetBody(t, method.Name(), pathOf(method), b)
}
