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

// Base is the last element of the file name of every cell; it identifies lines of cells in traces of panics.
const Base = "cell" + Mark

// Mark is a letter that users do not type; generated names contain it.
const Mark = "ꞏ" // U+A78F

// Cell is a piece of source text with its name in messages.
type Cell struct {
	Name string // "In[3]"
	N    int    // 3; the number of the Out variable for the cell's value
	Src  string

	Whole string // text for In[n], "" if that is Src: the cell may contain commands besides Go

	Comments []*ast.CommentGroup // comments in the pieces of an exported cell
	Plain    bool                // long lists are parsed normally
	Items    []*Item             // the items of a piece of a long cell
	more     bool                // another piece follows
	begin    lineStart           // the line from which the next ones are counted
	ends     token.Token         // its last token, ILLEGAL until computed
}

// lineStart is the number of lines before a line, and its offset.
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

// Offset returns the byte offset of a 1-based line and byte column, or -1 if there is no such line.
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

// lastToken returns the last token written by the user.
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
	Keyword string // inserted before the text
	ends    bool   // ends the cell, with statements
	Tuple   bool   // its last statement is a list of values
	File    *ast.File
	Body    *ast.BlockStmt // of a run of statements
	Lists   map[*ast.CompositeLit]LongList
	text    int // offset in File of the text of the item, 0 if it was changed or has line directives
}

// Reader parses the items of cells.
type Reader struct {
	Fset     *token.FileSet
	Comments bool // are kept, and nothing is omitted
}

// Parse parses the items of a cell. Every position refers to the cell, even in generated code, by line directives;
// tensor indices that are not valid Go are rewritten first.
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

// written returns the comments written by users: all except the directives that adjust positions.
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

// ParsePiece parses a piece. Omitting long parts must not hide errors, so if there are any, the whole piece is
// parsed.
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
		// A brace of the user has closed the function around the statements.
		return scanner.ErrorList{{Pos: r.Fset.Position(fd.Body.Rbrace), Msg: "unexpected }"}}
	}
	return errs
}

// clampErrors moves errors in the text appended to the piece to the end of the piece.
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

// counter converts offsets, in ascending order, to lines and columns.
type counter struct {
	src         string
	off, before int // the last offset, and the number of lines before it
	line        int // offset of its line
}

func (p *counter) lineCol(off int) (line, col int) {
	between := p.src[p.off:off]
	if n := strings.LastIndexByte(between, '\n'); n >= 0 {
		p.before, p.line = p.before+strings.Count(between, "\n"), p.off+n+1
	}
	p.off = off
	return 1 + p.before, off - p.line + 1
}

// Position converts pos to a position in a cell, with the cell's name as file name.
func Position(fset *token.FileSet, pos token.Pos) token.Position {
	p := fset.Position(pos)
	p.Filename = strings.TrimSuffix(p.Filename, "/"+Base)
	return p
}
