package interp

import (
	"go/token"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/tensor"
)

// indexDetail completes an IndexError with what the failing statement has noted: index out of range [5] with length 3.
// The interpreter itself does not tell.
func (e *CellError) indexDetail(f *front.Front, o outcome) {
	if e.Kind != string(tensor.IndexError) || e.Msg != "index out of range" && e.Msg != "slice bounds out of range" || !o.sure {
		return
	}
	m, ok := f.Mark(o.mark)
	if !ok || m.Filename != e.Cell || m.Line != e.Line || m.Column != e.Col {
		return
	}
	if detail, at, ok := m.Failed(o.notes); ok {
		e.moveTo(at)
		e.Msg += detail
	}
}

// moveTo puts the innermost place of an error elsewhere in its line.
func (e *CellError) moveTo(at token.Position) {
	if n := len(e.Frames); n > 0 && at.Line == e.Line {
		e.Frames[n-1].Col, e.Col = at.Column, at.Column
	}
}

// recoveredIndex is what the values of recovered panics tell of an index.
func (e *engine) recoveredIndex(at int, notes []int) string {
	m, ok := e.front.Mark(at)
	if !ok {
		return ""
	}
	detail, _, _ := m.Failed(indices(notes))
	return detail
}

// indices makes pairs of what cells have noted.
func indices(notes []int) (out []front.Index) {
	for i := 0; i+1 < len(notes); i += 2 {
		out = append(out, front.Index{I: notes[i], Len: notes[i+1]})
	}
	return out
}
