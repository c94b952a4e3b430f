package front

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// base is the last element of the file name of every cell: traces of panics show by it
// which lines are of cells.
const base = "cell" + mark

// mark is a letter that no user types; generated names hold it.
const mark = "ꞏ" // U+A78F

// Cell is a piece of source text with the name that messages give it.
type Cell struct {
	Name string // "In[3]"
	N    int    // 3; the number of the Out variable that the cell fills
	Src  string

	Whole string // what In[n] shows, "" when that is Src: commands may stand beside the Go

	inside []*ast.CommentGroup // of a cell that is exported, the comments in its pieces
	whole  bool                // long lists are parsed as all else is
	ends   token.Token         // its last token, ILLEGAL before somebody has asked
}

// NewCell returns the cell with number n.
func NewCell(n int, src string) *Cell { return &Cell{Name: fmt.Sprintf("In[%d]", n), N: n, Src: src} }

// silent says whether the cell ends in a semicolon.
func (c *Cell) silent() bool {
	if c.ends == token.ILLEGAL {
		c.ends = c.lastToken()
	}
	return c.ends == token.SEMICOLON
}

// lastToken is the last token that the user has written.
func (c *Cell) lastToken() token.Token {
	last := token.EOF
	lexemes := lex(c.Src)
	for i, l := range lexemes {
		if l.tok == token.SEMICOLON && l.lit == "\n" || l.tok == token.EOF {
			continue
		}
		last = lexemes[i].tok
	}
	return last
}

// piece is a parsed item.
type piece struct {
	*item
	cell    *Cell
	keyword string // put before the text
	ends    bool   // ends the cell, with statements
	tuple   bool   // its last statement is a list of values
	file    *ast.File
	body    *ast.BlockStmt // of a run of statements
	lists   map[*ast.CompositeLit]longList
}

// reader parses the items of cells.
type reader struct {
	fset     *token.FileSet
	comments bool // are kept, and nothing is left out
}

// parse parses the items of a cell. Every position is the cell's own, also in what is compiled,
// thanks to line directives; tensor indices that Go has no syntax for are rewritten first.
func (r reader) parse(cell *Cell, items []*item) ([]*piece, scanner.ErrorList) {
	var (
		pieces []*piece
		errs   scanner.ErrorList
	)
	for i, it := range items {
		p := &piece{item: it, cell: cell, ends: i == len(items)-1 && it.kind == stmtItem}
		errs = append(errs, r.parsePiece(p)...)
		pieces = append(pieces, p)
	}
	errs.RemoveMultiples()
	return pieces, errs
}

// written returns the comments that users have written: all but the directives that keep positions right.
func written(groups []*ast.CommentGroup) (kept []*ast.CommentGroup) {
	for _, g := range groups {
		list := slices.DeleteFunc(slices.Clone(g.List), func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "/*line "+base+":") })
		if len(list) > 0 {
			kept = append(kept, &ast.CommentGroup{List: list})
		}
	}
	return kept
}

// parsePiece parses a piece. What is left out of a long one must not hide mistakes, so if there are any, nothing is.
func (r reader) parsePiece(p *piece) scanner.ErrorList {
	src := p.cell.Src[p.start:p.end]
	if !r.comments {
		long := lexAll(src).long
		if p.cell.whole {
			long = slices.DeleteFunc(slices.Clone(long), func(l longtext.Part) bool { return l.Kind == longtext.List })
		}
		if len(long) > 0 {
			if errs := r.parseText(p, src, longEdits(src, long)); len(errs) == 0 && p.putBack(src, long) {
				return nil
			}
			p.lists = nil
		}
	}
	return r.parseText(p, src, nil)
}

func (r reader) parseText(p *piece, src string, edits []textEdit) scanner.ErrorList {
	line, col := lineCol(p.cell.Src, p.start)
	before, after := "package main;"+p.keyword, "\n"
	if p.kind == stmtItem {
		before, after = "package main;func _(){", "\n}"
	}
	before += fmt.Sprintf("/*line %s:%d:%d*/", base, line, col)
	if p.ends {
		if e, ok := tupleEdit(src); ok {
			edits, p.tuple = append(edits, e), true
		}
	}
	text := before + multiIndex(src, line, col, edits...) + after
	var mode parser.Mode
	if r.comments {
		mode = parser.ParseComments
	}
	file, err := parser.ParseFile(r.fset, p.cell.Name+"/"+base, text, mode)
	if p.file = file; file != nil {
		p.cell.inside = append(p.cell.inside, written(file.Comments)...)
	}
	errs, _ := err.(scanner.ErrorList)
	clampErrors(p, errs)
	if err != nil && errs == nil {
		errs = scanner.ErrorList{{Msg: err.Error()}}
	}
	if p.kind != stmtItem || file == nil || len(file.Decls) == 0 {
		return errs
	}
	if fd, ok := file.Decls[0].(*ast.FuncDecl); ok {
		p.body = fd.Body
	}
	if err == nil && len(file.Decls) > 1 {
		errs = append(errs, &scanner.Error{Pos: r.fset.Position(file.Decls[1].Pos()), Msg: "unexpected }"})
	}
	return errs
}

// clampErrors moves errors about the text that was put behind the piece to the end of the piece.
func clampErrors(p *piece, errs scanner.ErrorList) {
	line, col := lineCol(p.cell.Src, p.end)
	for _, e := range errs {
		if e.Pos.Line > line || e.Pos.Line == line && e.Pos.Column >= col {
			e.Pos.Line, e.Pos.Column = line, max(col, 1)
			if i := strings.Index(e.Msg, ", found"); i >= 0 {
				e.Msg = e.Msg[:i] + ", found end of cell"
			}
		}
	}
}

// lineCol returns the 1-based line and byte column of an offset.
func lineCol(src string, off int) (line, col int) {
	return 1 + strings.Count(src[:off], "\n"), off - strings.LastIndexByte(src[:off], '\n')
}

// counter finds the lines and columns of offsets in rising order.
type counter struct {
	src         string
	off, before int // the last offset, how many lines end before it
	line        int // where its line begins
}

func (p *counter) lineCol(off int) (line, col int) {
	between := p.src[p.off:off]
	if n := strings.LastIndexByte(between, '\n'); n >= 0 {
		p.before, p.line = p.before+strings.Count(between, "\n"), p.off+n+1
	}
	p.off = off
	return 1 + p.before, off - p.line + 1
}

// position returns where pos is in the cells, with the cell's name as file name.
func position(fset *token.FileSet, pos token.Pos) token.Position {
	p := fset.Position(pos)
	p.Filename = strings.TrimSuffix(p.Filename, "/"+base)
	return p
}
