package syntax

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

// Base is the last element of the file name of every cell: traces of panics show by it
// which lines are of cells.
const Base = "cell" + Mark

// Mark is a letter that no user types; generated names hold it.
const Mark = "ꞏ" // U+A78F

// Cell is a piece of source text with the name that messages give it.
type Cell struct {
	Name string // "In[3]"
	N    int    // 3; the number of the Out variable that the cell fills
	Src  string

	Whole string // what In[n] shows, "" when that is Src: commands may stand beside the Go

	Comments []*ast.CommentGroup // of a cell that is exported, the comments in its pieces
	Plain    bool                // long lists are parsed as all else is
	Items    []*Item             // of a piece of a long cell, what it has
	more     bool                // another piece follows
	begin    lineStart           // a line of it, from which others are counted
	ends     token.Token         // its last token, ILLEGAL before somebody has asked
}

// lineStart is where a line begins.
type lineStart struct{ before, off int } // how many lines are before it, its offset

// LineCol returns the 1-based line and byte column of an offset.
func (c *Cell) LineCol(off int) (line, col int) {
	from := c.begin
	if off < from.off {
		from = lineStart{}
	}
	line, col = LineCol(c.Src[from.off:], off-from.off)
	return from.before + line, col
}

// Offset returns the byte offset of a 1-based line and byte column, -1 when there is no such line.
func (c *Cell) Offset(line, col int) int {
	from := c.begin
	if line <= from.before {
		from = lineStart{}
	}
	off := from.off
	for n := from.before + 1; n < line; n++ {
		i := strings.IndexByte(c.Src[off:], '\n')
		if i < 0 {
			return -1
		}
		off += i + 1
	}
	return off + col - 1
}

// IsProgram reports whether func main is declared at the top level of the cell.
func (c *Cell) IsProgram() bool { return c.Items == nil && IsProgram(Lex(c.Src)) }

// NewCell returns the cell with number n.
func NewCell(n int, src string) *Cell { return &Cell{Name: fmt.Sprintf("In[%d]", n), N: n, Src: src} }

// Silent reports whether the cell ends in a semicolon.
func (c *Cell) Silent() bool {
	if c.ends == token.ILLEGAL {
		c.ends = c.lastToken()
	}
	return c.ends == token.SEMICOLON
}

// lastToken is the last token that the user has written.
func (c *Cell) lastToken() token.Token {
	last := token.EOF
	lexemes := Lex(c.Src)
	for i, l := range lexemes {
		if l.Tok == token.SEMICOLON && l.Lit == "\n" || l.Tok == token.EOF {
			continue
		}
		last = lexemes[i].Tok
	}
	return last
}

// Piece is a parsed item.
type Piece struct {
	*Item
	Cell    *Cell
	Keyword string // put before the text
	ends    bool   // ends the cell, with statements
	Tuple   bool   // its last statement is a list of values
	File    *ast.File
	Body    *ast.BlockStmt // of a run of statements
	Lists   map[*ast.CompositeLit]LongList
	text    int // where in File the text of the item begins, 0 when it was changed or has line directives
}

// Reader parses the items of cells.
type Reader struct {
	Fset     *token.FileSet
	Comments bool // are kept, and nothing is left out
}

// Parse parses the items of a cell. Every position is the cell's own, also in what is compiled,
// thanks to line directives; tensor indices that Go has no syntax for are rewritten first.
func (r Reader) Parse(cell *Cell, items []*Item) ([]*Piece, scanner.ErrorList) {
	var (
		pieces []*Piece
		errs   scanner.ErrorList
	)
	for i, it := range items {
		p := &Piece{Item: it, Cell: cell, ends: i == len(items)-1 && it.Kind == StmtItem && !cell.more}
		errs = append(errs, r.ParsePiece(p)...)
		pieces = append(pieces, p)
	}
	errs.RemoveMultiples()
	return pieces, errs
}

// written returns the comments that users have written: all but the directives that keep positions right.
func written(groups []*ast.CommentGroup) (kept []*ast.CommentGroup) {
	for _, g := range groups {
		list := slices.DeleteFunc(
			slices.Clone(g.List),
			func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "/*line "+Base+":") },
		)
		if len(list) > 0 {
			kept = append(kept, &ast.CommentGroup{List: list})
		}
	}
	return kept
}

// ParsePiece parses a piece. What is left out of a long one must not hide mistakes, so if there are any, nothing is.
func (r Reader) ParsePiece(p *Piece) scanner.ErrorList {
	src := p.Cell.Src[p.Start:p.End]
	if !r.Comments {
		long := lexAll(src).long
		if p.Cell.Plain {
			long = slices.DeleteFunc(slices.Clone(long), func(l longtext.Part) bool { return l.Kind == longtext.List })
		}
		if len(long) > 0 {
			if errs := r.parseText(p, src, longEdits(src, long)); len(errs) == 0 && p.putBack(src, long) {
				return nil
			}
			p.Lists = nil
		}
	}
	return r.parseText(p, src, nil)
}

func (r Reader) parseText(p *Piece, src string, edits []textEdit) scanner.ErrorList {
	line, col := p.Cell.LineCol(p.Start)
	before, after := "package main;"+p.Keyword, "\n"
	if p.Kind == StmtItem {
		before, after = "package main;func _(){", p.After+"\n}"
	}
	if p.Before != "" {
		l, c := p.Cell.LineCol(p.At)
		before += fmt.Sprintf("/*line %s:%d:%d*/", Base, l, c) + p.Before
	}
	before += fmt.Sprintf("/*line %s:%d:%d*/", Base, line, col)
	if p.ends {
		if e, ok := tupleEdit(src); ok {
			edits, p.Tuple = append(edits, e), true
		}
	}
	body := MultiIndex(src, line, col, edits...)
	if p.text = 0; body == src && p.Before == "" && !strings.Contains(src, "/*line ") && !strings.Contains(src, "//line ") {
		p.text = len(before)
	}
	text := before + body + after
	var mode parser.Mode
	if r.Comments {
		mode = parser.ParseComments
	}
	file, err := parser.ParseFile(r.Fset, p.Cell.Name+"/"+Base, text, mode)
	if p.File = file; file != nil {
		p.Cell.Comments = append(p.Cell.Comments, written(file.Comments)...)
	}
	errs, _ := err.(scanner.ErrorList)
	clampErrors(p, errs)
	if err != nil && errs == nil {
		errs = scanner.ErrorList{{Msg: err.Error()}}
	}
	if p.Kind != StmtItem || file == nil || len(file.Decls) == 0 {
		return errs
	}
	fd, ok := file.Decls[0].(*ast.FuncDecl)
	if !ok || fd.Body == nil {
		return errs
	}
	p.Body = fd.Body
	if err == nil && len(file.Decls) > 1 || len(errs) > 0 && strings.HasPrefix(errs[0].Msg, "expected declaration") {
		// A brace of the user's has closed the function around the statements.
		return scanner.ErrorList{{Pos: r.Fset.Position(fd.Body.Rbrace), Msg: "unexpected }"}}
	}
	return errs
}

// clampErrors moves errors about the text that was put behind the piece to the end of the piece.
func clampErrors(p *Piece, errs scanner.ErrorList) {
	line, col := p.Cell.LineCol(p.End)
	for _, e := range errs {
		if e.Pos.Line > line || e.Pos.Line == line && e.Pos.Column >= col {
			e.Pos.Line, e.Pos.Column = line, max(col, 1)
			if i := strings.Index(e.Msg, ", found"); i >= 0 {
				e.Msg = e.Msg[:i] + ", found end of cell"
			}
		}
	}
}

// LineCol returns the 1-based line and byte column of an offset.
func LineCol(src string, off int) (line, col int) {
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

// Position returns where pos is in the cells, with the cell's name as file name.
func Position(fset *token.FileSet, pos token.Pos) token.Position {
	p := fset.Position(pos)
	p.Filename = strings.TrimSuffix(p.Filename, "/"+Base)
	return p
}
