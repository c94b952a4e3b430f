package maker

import (
	"fmt"
	"go/types"
	"runtime"
	"strconv"
	"strings"
	"weak"
)

// local is what is known of a type that a function declares.
type local struct {
	number int             // among those of its package
	first  *types.TypeName // the copy of that type for these arguments which was there first, nil of what is no copy
	args   []types.Type    // what the type parameters of the function stand for
}

// Local gives a type that a function declares the next number among those of its package: as a type argument it is
// shown with it.
func (m *Maker) Local(o *types.TypeName) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.localOf(o) == nil {
		m.setLocal(o, &local{number: m.next(o)})
	}
}

// Instance says that o is a copy of the type of, which a generic function declares, for some type arguments of the
// function. Copies for the same ones are one type.
func (m *Maker) Instance(o, of *types.TypeName, args []types.Type) error {
	return m.do(func() {
		if m.localOf(o) != nil {
			return
		}
		var k strings.Builder
		for _, a := range args {
			fmt.Fprintf(&k, "%x;", address(m.convert(a)))
		}
		l := &local{first: m.instances[key{of, k.String()}], args: args}
		if l.first == nil {
			l.first = o
			m.instances[key{of, k.String()}] = o
		}
		if g := m.localOf(of); g != nil {
			l.number = g.number
		}
		m.setLocal(o, l)
	})
}

// setLocal remembers what is known of a type while its declaration is.
func (m *Maker) setLocal(o *types.TypeName, l *local) *local {
	k := weak.Make(o)
	m.locals[k] = l
	maker := weak.Make(m) // which leads to o, so that a cleanup that kept it would never run
	runtime.AddCleanup(o, func(k weak.Pointer[types.TypeName]) {
		if m := maker.Value(); m != nil {
			m.dropLocal(k)
		}
	}, k)
	return l
}

func (m *Maker) dropLocal(k weak.Pointer[types.TypeName]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.locals, k)
}

func (m *Maker) localOf(o *types.TypeName) *local { return m.locals[weak.Make(o)] }

// number is how a type argument shows which of the types it is that functions declare.
func (m *Maker) number(o *types.TypeName) string {
	l := m.localOf(o)
	if l == nil {
		if o.Parent() == nil || o.Parent() == o.Pkg().Scope() {
			return ""
		}
		l = m.setLocal(o, &local{number: m.next(o)})
	}
	return "·" + strconv.Itoa(l.number)
}

func (m *Maker) next(o *types.TypeName) int {
	m.serials[o.Pkg().Path()]++
	return m.serials[o.Pkg().Path()]
}
