package front

import (
	"cmp"
	"fmt"

	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// codeSize is how many bytes of memory a byte of code takes while it is checked and compiled, about.
const codeSize = 400

// mostWhole is how many bytes a cell has at most that is tried whole when a piece has mistakes.
const mostWhole = 1 << 20

// most is how much memory there may be in use.
func most() int64 { return cmp.Or(memlimit.Limit(), memlimit.Physical()) }

// tooMuch reports whether that is less than need; what any machine has is not looked up.
func tooMuch(need int64) bool { return need > 64<<20 && need > most() }

// cut returns the pieces of a cell that run one after the other: of a long one several, which are all checked before,
// else none. Each is committed as if it had run, and at the end the session is what it was. A piece with mistakes may
// lack what follows it, such as methods, so then the cell stays whole unless that takes too much memory.
func (f *Front) cut(cell *syntax.Cell, stop func() bool) (pieces []*syntax.Cell, err error) {
	cuts := f.reader().Cut(cell, func(name string) bool { return f.env[name] != nil })
	if need := int64(cuts.Size) * codeSize; tooMuch(need) {
		line, col := cell.LineCol(cuts.Largest.Start)
		d := Diag{Msg: fmt.Sprintf("%s of code in one piece, which would take some %s of memory, more than there may "+
			"be in use (%s): cut it into functions or statements, or put its data into a file", memlimit.Text(int64(cuts.Size)),
			memlimit.Text(need), memlimit.Text(most()))}
		d.Pos.Filename, d.Pos.Line, d.Pos.Column = cell.Name, line, col
		return nil, Diags{d}
	}
	if len(cuts.Pieces) == 0 {
		return nil, nil
	}
	defer f.saved()()
	for _, c := range cuts.Pieces {
		if stop != nil && stop() {
			break // it ends before it runs
		}
		p, err := f.compile(c)
		if size := int64(len(cell.Src)); err != nil && size <= mostWhole && !tooMuch(size*codeSize) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(p.a.undo) > 0 { // few pieces have something: the others are garbage now
			defer p.a.rollback(0)
		}
		for i := range p.Units {
			f.commit(p, i, -1)
		}
		f.drop(p.Extent)
	}
	return cuts.Pieces, nil
}

// Next makes the next piece of a long cell the program, whose units have run. There is none if it returns false.
func (f *Front) Next(p *Program) (more bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(p.rest) == 0 {
		return false, nil
	}
	next, err := f.compile(p.rest[0])
	if err != nil {
		return false, err
	}
	next.rest = p.rest[1:]
	*p = *next
	if len(p.rest) == 0 {
		f.loseNamed(syntax.ListVar) // the elements of long lists
	}
	return true, nil
}

// Long reports whether more pieces follow.
func (p *Program) Long() bool { return len(p.rest) > 0 }
