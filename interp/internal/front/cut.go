package front

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/msrepl/msrepl/internal/session/memlimit"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// codeSize is the approximate number of bytes of memory that a byte of source takes during checking and compilation.
const codeSize = 400

// maxWhole is the largest size in bytes of a cell that is tried as a whole if a piece has errors.
const maxWhole = 1 << 20

// availableMemory returns the memory limit, or the physical memory if there is none, in bytes.
func availableMemory() int64 { return cmp.Or(memlimit.Limit(), memlimit.Physical()) }

// exceedsMemory reports whether need exceeds the available memory; small amounts are not checked.
func exceedsMemory(need int64) bool { return need > 64<<20 && need > availableMemory() }

// cut returns the pieces of a long cell, which run one after the other, or none for other cells. All pieces are
// checked first: each is committed as if it had run, and at the end the session is restored. A piece with errors may
// lack what follows it, such as methods; then the cell stays whole unless that takes too much memory.
func (f *Front) cut(cell *syntax.Cell) (pieces []*syntax.Cell, err error) {
	cuts := f.reader().Cut(cell, func(name string) bool { return f.env[name] != nil })
	if need := int64(cuts.Size) * codeSize; exceedsMemory(need) {
		line, col := cell.LineCol(cuts.Largest.Start)
		d := Diag{Msg: fmt.Sprintf("%s of code in one piece, which would take about %s of memory, above the limit "+
			"(%s): split it into functions or statements, or put its data into a file", memlimit.Text(int64(cuts.Size)),
			memlimit.Text(need), memlimit.Text(availableMemory()))}
		d.Pos.Filename, d.Pos.Line, d.Pos.Column = cell.Name, line, col
		return nil, Diags{d}
	}
	if len(cuts.Pieces) == 0 {
		return nil, nil
	}
	defer f.saved()()
	for _, c := range cuts.Pieces {
		if f.stopped() {
			return nil, ErrStopped
		}
		p, err := f.compile(c)
		if errors.Is(err, ErrStopped) {
			return nil, err
		}
		if size := int64(len(cell.Src)); err != nil && size <= maxWhole && !exceedsMemory(size*codeSize) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(p.a.undo) > 0 { // few pieces have something to undo; the others are garbage now
			defer p.a.rollback(0)
		}
		for i := range p.Units {
			f.commit(p, i, -1)
		}
		f.drop(p.Extent)
	}
	return cuts.Pieces, nil
}

// Next replaces the program, whose units have run, by the next piece of a long cell. It returns false if there is
// none.
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
		f.loseLists()
	}
	return true, nil
}

// Long reports whether more pieces follow.
func (p *Program) Long() bool { return len(p.rest) > 0 }
