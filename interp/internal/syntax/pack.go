package syntax

import (
	"go/token"
	"slices"
)

// Pack merges the files of consecutive pieces of a cell into one, keeping positions: a file takes 250 bytes, and is
// kept as long as code of the cell. With comments nothing is merged, as printing them needs the lines.
func (r Reader) Pack(pieces []*Piece) {
	if r.Comments {
		return
	}
	pieces = slices.DeleteFunc(slices.Clone(pieces), func(p *Piece) bool { return p.text == 0 || p.File == nil })
	slices.SortFunc(pieces, func(a, b *Piece) int { return int(a.File.FileStart - b.File.FileStart) })
	for len(pieces) > 0 {
		files := []*token.File{r.Fset.File(pieces[0].File.FileStart)}
		for _, p := range pieces[1:] {
			file := r.Fset.File(p.File.FileStart)
			if p.Cell != pieces[0].Cell || file.Base() != int(files[len(files)-1].End())+1 {
				break
			}
			files = append(files, file)
		}
		r.pack(pieces, files)
		pieces = pieces[len(files):]
	}
}

// pack merges several files into one.
func (r Reader) pack(pieces []*Piece, files []*token.File) {
	base, end := files[0].Base(), int(files[len(files)-1].End())
	whole := token.NewFileSet().AddFile(files[0].Name(), base, end-base)
	var lines lineTable
	type directive struct{ offset, line, column int }
	var directives []directive
	for i, f := range files {
		p := pieces[i]
		line, col := p.Cell.LineCol(p.Start)
		at := f.Base() - base + p.text
		if directives != nil || !lines.begin(line, at-(col-1)) {
			directives = append(directives, directive{at, line, col})
		}
		if len(lines) == 0 {
			lines = append(lines, 0)
		}
		for _, l := range f.Lines() {
			if l > p.text && (l <= p.text+p.End-p.Start || i == len(files)-1) {
				lines = append(lines, f.Base()-base+l)
			}
		}
		r.Fset.RemoveFile(f)
	}
	whole.SetLines(slices.Clip(lines))
	for _, d := range directives {
		whole.AddLineColumnInfo(d.offset, whole.Name(), d.line, d.column)
	}
	r.Fset.AddExistingFiles(whole)
}

// lineTable holds the offsets of the lines of a file. The text before that of a piece, its package clause, belongs to
// no line of the cell, which leaves room to align the lines of the file with those of the cell.
type lineTable []int

// begin makes a line of the cell begin at an offset, and reports whether that is possible.
func (l *lineTable) begin(line, at int) bool {
	free := 0
	if n := len(*l); n >= line {
		return false
	} else if n > 0 {
		free = (*l)[n-1] + 1
	}
	empty := line - 1 - len(*l)
	if at-empty < free {
		return false
	}
	for ; empty >= 0; empty-- {
		*l = append(*l, at-empty)
	}
	return true
}
