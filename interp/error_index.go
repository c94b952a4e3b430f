package interp

import (
	"fmt"

	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/tensor"
)

// indexDetail completes an IndexError with what the failing statement has noted: index out of range [5] with length 3.
// The interpreter itself does not tell.
func (e *CellError) indexDetail(f *front.Front, o outcome) {
	if e.Kind != string(tensor.IndexError) || e.Msg != "index out of range" || !o.sure {
		return
	}
	m, ok := f.Mark(o.mark)
	if !ok || m.Filename != e.Cell || m.Line != e.Line || m.Column != e.Col {
		return
	}
	switch x, ok := m.Failed(o.notes); {
	case !ok:
	case x.I < 0:
		e.Msg = fmt.Sprintf("index out of range [%d]", x.I)
	default:
		e.Msg = fmt.Sprintf("index out of range [%d] with length %d", x.I, x.Len)
	}
}

// indices makes pairs of what cells have noted.
func indices(notes []int) (out []front.Index) {
	for i := 0; i+1 < len(notes); i += 2 {
		out = append(out, front.Index{I: notes[i], Len: notes[i+1]})
	}
	return out
}
