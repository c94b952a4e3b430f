package front

import (
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TypeOf returns the type of the expression in a cell, or of a named object, as the user would write it.
func (f *Front) TypeOf(cell *syntax.Cell) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, err := f.analyse(cell)
	if err != nil {
		return "", err
	}
	defer a.rollback(0)
	for _, u := range a.units {
		if u.Body == nil || len(u.Body.List) != 1 {
			continue
		}
		for _, e := range bareValues(u) {
			if tv, ok := u.info.Types[e]; ok && tv.Type != nil {
				return types.TypeString(tv.Type, f.Qualify), nil
			}
		}
	}
	return "", Diags{{Msg: "not an expression"}}
}

// IsValue reports whether a text is an expression with a single value.
func (f *Front) IsValue(src string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, err := f.analyse(&syntax.Cell{Name: "expression", Src: src})
	if err != nil {
		return false
	}
	defer a.rollback(0)
	if len(a.units) != 1 || a.units[0].Body == nil || len(a.units[0].Body.List) != 1 {
		return false
	}
	for _, e := range bareValues(a.units[0]) {
		tv := a.units[0].info.Types[e]
		_, several := tv.Type.(*types.Tuple)
		return tv.IsValue() && !several && tv.Type != nil
	}
	return false
}
