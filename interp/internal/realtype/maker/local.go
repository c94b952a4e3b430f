package maker

import (
	"fmt"
	"go/types"
	"runtime"
	"strconv"
	"strings"
	"weak"
)

// local describes a type declared in a function.
type local struct {
	number int             // among those of its package
	first  *types.TypeName // the first copy of that type for these arguments; nil if it is no copy
	args   []types.Type    // the type arguments of the function
}

// Local numbers a type declared in a function among those of its package. The number appears in the names of types
// that have it as a type argument.
func (m *Maker) Local(o *types.TypeName) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.localOf(o) == nil {
		m.setLocal(o, &local{number: m.next(o)})
	}
}

// Instance declares that o is a copy of the type of, which a generic function declares, for type arguments of the
// function. Copies for the same arguments are the same type.
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

// setLocal records the description of a type as long as its declaration is reachable.
func (m *Maker) setLocal(o *types.TypeName, l *local) *local {
	k := weak.Make(o)
	m.locals[k] = l
	maker := weak.Make(m) // it refers to o: a cleanup that kept it alive would never run
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

// number returns the suffix that distinguishes a type declared in a function in the text of a type argument.
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
