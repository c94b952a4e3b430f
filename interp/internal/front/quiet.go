package front

import (
	"go/types"
	"strings"
)

// Quiet reports whether the program defines nothing but the values that it shows, and returns these. Such a program
// may run concurrently with another one: neither changes what the other was checked against.
func (p *Program) Quiet() (shown []types.Object, quiet bool) {
	if p.a.imports || len(p.a.declares) > 0 || len(p.a.stales) > 0 {
		return nil, false
	}
	for _, u := range p.Units {
		if u.unit.relink || len(u.funcs) > 0 || len(u.unit.types) > 0 || len(u.unit.ext) > 0 {
			return nil, false
		}
		for _, o := range u.made {
			if !strings.HasPrefix(o.Name(), outVar) {
				return nil, false
			}
			shown = append(shown, u.unit.kept(o))
		}
	}
	return shown, true
}

// Drop drops the values shown by a quiet program.
func (f *Front) Drop(shown []types.Object) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range shown {
		f.forgetName(o)
	}
}
