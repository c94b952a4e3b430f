package maker

import (
	"go/types"

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
