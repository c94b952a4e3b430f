package syntax

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// A syntax tree, types and code take hundreds of times the size of the text. So a cell with very much code is cut
// into pieces, each of which is checked, compiled and run before the next one is. A long list in a statement is cut
// as well: the elements are appended to a variable, some at a time, and the statement uses the variable instead of
// the literal.

// minCut is the least number of bytes of code in a cell that is cut, pieceSize the approximate number in a piece.
// Long comments, strings and lists of constants do not count.
const (
	minCut    = 64 << 10
	pieceSize = 32 << 10
)

// ListVar is the prefix of variables that hold the elements of cut lists.
const ListVar = "list" + Mark

// Cuts is a long cell in pieces.
type Cuts struct {
	Pieces  []*Cell // in the order in which they run; none if the cell stays whole
	Largest *Item   // the largest item that cannot be cut
	Size    int     // its number of bytes of code
}

// cutting is a cell that is being cut.
type cutting struct {
	*Cell
	Reader
	long []longtext.Part
	cutter
}

// Cut cuts a cell with much code. A declaration goes into the first piece in which everything that it uses is
// available: known reports whether an earlier cell defines a name.
func (r Reader) Cut(c *Cell, known func(name string) bool) (cuts Cuts) {
	if len(c.Src) < minCut {
		return cuts
	}
	cuts.Largest = &Item{}
	x := &cutting{Cell: c, Reader: r, long: longParts(c.Src)}
	code := x.code(&Item{End: len(c.Src)})
	if code < minCut || r.Comments {
		return cuts
	}
	x.cutter = cutter{src: c.Src, most: pieceSize, defines: map[string]*Item{}}
	short, original := abridged(c.Src, x.long)
	for l := range Tokens(short, 0) {
		x.take(lexeme{original(l.Off), l.Tok, l.Lit})
	}
	var runs []*Item // of statements
	ends := map[*Item]int{}
	for _, it := range x.items {
		if it.Kind == StmtItem && !x.joined {
			runs = append(runs, x.lists(it)...)
			ends[it] = len(runs) - 1
		} else {
			cuts.measure(it, x.code(it))
		}
	}
	for _, it := range runs {
		cuts.measure(it, x.code(it))
	}
	if len(runs) < 2 {
		cuts.Size = code
		return cuts
	}
	cuts.Pieces = x.pieces(runs, x.declared(ends, known))
	return cuts
}

// code is how many bytes of code an item has.
func (x *cutting) code(it *Item) int {
	n := it.End - it.Start
	for _, p := range x.long {
		if it.Start <= p.From && p.To <= it.End {
			n -= p.To - p.From
		}
	}
	return n
}

// measure records the size of an item.
func (c *Cuts) measure(it *Item, size int) {
	if size > c.Size {
		c.Largest, c.Size = it, size
	}
}

// placed is a declaration to be put into a piece.
type placed struct {
	*Item
	free  map[string]bool
	at    int // index of its piece
	stmts int // the last preceding piece with statements
}

// declared determines the pieces of declarations.
func (x *cutting) declared(ends map[*Item]int, known func(string) bool) (decls []*placed) {
	owner, before := map[string]*placed{}, -1
	for _, it := range x.items {
		if it.Kind == StmtItem {
			before = ends[it]
			continue
		}
		d := &placed{Item: it, free: map[string]bool{}, stmts: before}
		decls = append(decls, d)
		p := &Piece{Item: it, Cell: x.Cell}
		r := Reader{Fset: token.NewFileSet()}
		if errs := r.ParsePiece(p); len(errs) > 0 {
			continue // the first piece with it reports the error
		}
		CollectFree(p.File, d.free)
		for _, n := range Declared(p.File) {
			owner[n] = d
		}
	}
	for changed := true; changed; {
		changed = false
		for _, d := range decls {
			at := d.at
			for n := range d.free {
				if o := owner[n]; o != nil {
					at = max(at, o.at)
				} else if it := x.defines[n]; it != nil && (ends[it] <= d.stmts || !known(n)) {
					at = max(at, ends[it])
				}
			}
			changed = changed || at > d.at
			d.at = at
		}
	}
	return decls
}

// pieces builds the pieces.
func (x *cutting) pieces(runs []*Item, decls []*placed) (pieces []*Cell) {
	lines := counter{src: x.Src}
	for k, it := range runs {
		line, col := lines.lineCol(it.Start)
		c := &Cell{
			Name: x.Name, N: x.N, Src: x.Src, Plain: x.Plain, ends: token.SEMICOLON, more: k < len(runs)-1,
			begin: lineStart{line - 1, it.Start - col + 1},
		}
		for _, d := range decls {
			if d.at == k {
				c.Items = append(c.Items, d.Item)
			}
		}
		c.Items = append(c.Items, it)
		pieces = append(pieces, c)
	}
	pieces[len(runs)-1].ends = x.last
	return pieces
}

// lists cuts a statement with a long list.
func (x *cutting) lists(it *Item) []*Item {
	if x.code(it) < 2*pieceSize {
		return []*Item{it}
	}
	var l longest
	src := x.Src[it.Start:it.End]
	short, original := abridged(src, longParts(src))
	for t := range Tokens(short, 0) {
		t.Off = original(t.Off)
		l.take(t)
	}
	if l.end == 0 || len(src)-(l.end-l.open) > pieceSize {
		return []*Item{it}
	}
	from, typ, ok := literal(src[:l.open+1], src[l.end:])
	_, isMap := typ.(*ast.MapType)
	a, isSlice := typ.(*ast.ArrayType)
	if isSlice = isSlice && a.Len == nil && !l.keys; !ok || !isMap && !isSlice {
		return []*Item{it}
	}
	text := src[from:l.open]
	name := ListVar + strconv.Itoa(it.Start)
	before, after, size := name+" = append("+name+", "+text+"{", "}...)", "0, "
	if isMap {
		before, after, size = "for kꞏ, vꞏ := range "+text+"{", "} { "+name+"[kꞏ] = vꞏ }", ""
	}
	begin := it.Start + from
	items := []*Item{{Kind: StmtItem, Start: begin, End: begin, At: begin, Before: fmt.Sprintf("%s := make(%s, %s%d)", name, text, size, l.n)}}
	last := it.Start + l.open + 1
	for _, end := range append(l.cuts, l.end) {
		items = append(items, &Item{Kind: StmtItem, Start: last, End: it.Start + end, At: last, Before: before, After: after})
		last = it.Start + end
	}
	return append(items, &Item{Kind: StmtItem, Start: last + 1, End: it.End, At: it.Start, Before: src[:from] + name})
}

// longest finds the longest list in a statement that is not inside other braces.
type longest struct {
	open, end int   // its beginning and end
	cuts      []int // offsets to cut at
	since     int   // the last cut
	n         int   // number of elements
	keys      bool  // elements have keys

	depth, inside int
	now           *longest
}

// take processes the next token.
func (l *longest) take(t lexeme) {
	if l.now == nil && t.Tok == token.LBRACE {
		l.now, l.inside = &longest{open: t.Off, since: t.Off}, l.depth
	}
	l.depth += nesting(t.Tok)
	g := l.now
	switch {
	case g == nil:
	case t.Tok == token.RBRACE && l.depth == l.inside:
		if g.end = t.Off; g.end-g.open > l.end-l.open {
			l.open, l.end, l.cuts, l.n, l.keys = g.open, g.end, g.cuts, g.n+1, g.keys
		}
		l.now = nil
	case l.depth != l.inside+1:
	case t.Tok == token.COLON:
		g.keys = true
	case t.Tok == token.COMMA:
		g.n++
		if t.Off-g.since > pieceSize {
			g.since = t.Off + 1
			g.cuts = append(g.cuts, g.since)
		}
	}
}

// literal returns the type of a composite literal, and its offset, if the literal with the text before and behind it
// is a statement in which nothing is evaluated before the literal.
func literal(before, behind string) (from int, typ ast.Expr, ok bool) {
	const head, elem = "package main;func _(){", `"` + longMark + `"`
	file, err := parser.ParseFile(token.NewFileSet(), "", head+before+elem+behind+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return 0, nil, false
	}
	at := file.FileStart + token.Pos(len(head)+len(before))
	path, _ := astutil.PathEnclosingInterval(file, at, at+token.Pos(len(elem)))
	if len(path) < 3 {
		return 0, nil, false
	}
	lit, ok := path[1].(*ast.CompositeLit)
	if !ok || lit.Type == nil {
		return 0, nil, false
	}
	for i, n := range path[2:] {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.ParenExpr, *ast.SelectorExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.ExprStmt, *ast.DeclStmt, *ast.ValueSpec:
		case *ast.GenDecl:
			ok = ok && n.Tok == token.VAR
		case *ast.AssignStmt:
			ok = ok && (n.Tok == token.DEFINE || n.Tok == token.ASSIGN)
		case *ast.RangeStmt:
			ok = ok && lit.End() <= n.Body.Pos()
		case *ast.BlockStmt, *ast.FuncDecl, *ast.File:
			ok = ok && i >= len(path)-5
		default:
			ok = false
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		u, isUnary := n.(*ast.UnaryExpr)
		early := isCall && call.End() <= lit.Pos() || isUnary && u.Op == token.ARROW && u.Pos() < lit.Pos()
		ok = ok && !early
		return true
	})
	return int(lit.Pos()-file.FileStart) - len(head), lit.Type, ok
}
