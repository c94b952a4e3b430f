package syntax

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Indices like x[0, 1:3, :] and x[::2] are not Go. In the text they are replaced by Go,
//
//	x[index__(0, span__(1,3), span__(nil,nil))]
//
// and the sugar pass resolves the two markers. No list of type arguments contains a colon, a literal or an operator
// except in the length of an array, so generic instantiation is never mistaken for an index.
const (
	IndexMarker = "index__"
	SpanMarker  = "span__"
)

// textEdit replaces del bytes at off.
type textEdit struct {
	off, del int
	ins      string
}

// MultiIndex rewrites the indices of a piece of a cell that starts at line and col of the cell, and applies the other
// edits.
func MultiIndex(src string, line, col int, edits ...textEdit) string {
	var lexemes []lexeme
	if strings.Contains(src, "[") {
		lexemes = Lex(src)
	}
	for i := 1; i < len(lexemes); i++ {
		if lexemes[i].Tok != token.LBRACK || i > 1 && (lexemes[i-2].Tok == token.TYPE || lexemes[i-2].Tok == token.FUNC) {
			continue
		}
		switch lexemes[i-1].Tok {
		case token.IDENT, token.RPAREN, token.RBRACK, token.RBRACE:
			edits = append(edits, indexEdits(lexemes, i)...)
		}
	}
	if len(edits) == 0 {
		return src
	}
	return applyEdits(src, edits, line, col)
}

// indexList is the content of brackets, split at commas and colons.
type indexList struct {
	parts [][2]int // token ranges
	seps  []token.Token
	end   int  // the closing bracket
	value bool // contains what no list of type arguments can contain
}

// scanIndex scans the bracket that opens at token i; ok is false if it is not closed.
func scanIndex(l []lexeme, i int) (list indexList, ok bool) {
	var open []bool // enclosing brackets: true for parameters or results
	from := i + 1
	for j := i; j < len(l); j++ {
		if before := l[j-1].Tok; l[j].Tok == token.LBRACE && (before == token.STRUCT || before == token.INTERFACE) {
			if j = closing(l, j); j < 0 {
				return list, false
			}
			continue
		}
		if end := lengthEnd(l, j); end > 0 && j > i {
			j = end
			continue
		}
		ofFunc := l[j].Tok == token.LPAREN && signature(l, j)
		list.value = list.value || noType(l, j, ofFunc || len(open) > 0 && open[len(open)-1])
		switch t := l[j].Tok; t {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, ofFunc)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			if open = open[:len(open)-1]; len(open) == 0 {
				list.parts = append(list.parts, [2]int{from, j})
				list.end = j
				return list, true
			}
		case token.COMMA, token.COLON:
			if len(open) == 1 {
				list.parts = append(list.parts, [2]int{from, j})
				list.seps = append(list.seps, t)
				from = j + 1
			}
		case token.SEMICOLON, token.EOF:
			return list, false
		}
	}
	return list, false
}

// lengthEnd returns the bracket that closes the one at token i if they enclose the length of an array type, and
// otherwise 0. The bracket is followed by a type; if it may follow an operand, by a type that cannot be an operand.
func lengthEnd(l []lexeme, i int) int {
	end := i + 1
	for end < len(l)-1 && (l[end].Tok.IsLiteral() || l[end].Tok.Precedence() > token.EQL.Precedence()) {
		end++
	}
	if l[i].Tok != token.LBRACK || end == i+1 || l[end].Tok != token.RBRACK || end >= len(l)-2 {
		return 0
	}
	switch l[end+1].Tok {
	case token.IDENT, token.MAP, token.CHAN, token.FUNC, token.STRUCT, token.INTERFACE:
		return end
	case token.MUL, token.LBRACK:
		if beginsType(l, i) || l[end+2].Tok == token.RBRACK || lengthEnd(l, end+1) > 0 {
			return end
		}
	}
	return 0
}

// beginsType reports whether the bracket at token i follows a token that only a type can follow.
func beginsType(l []lexeme, i int) bool {
	switch l[i-1].Tok {
	case token.LBRACK, token.LPAREN, token.COMMA, token.MUL, token.CHAN:
		return true
	case token.RBRACK:
		return l[i-2].Tok == token.LBRACK
	}
	return false
}

// closing returns the brace that closes the one at token i, or -1.
func closing(l []lexeme, i int) int {
	for j, depth := i, 0; j < len(l); j++ {
		switch l[j].Tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}

// signature reports whether the parameters or the results of a function begin at token i.
func signature(l []lexeme, i int) bool {
	before := l[i-1].Tok
	if before != token.RPAREN {
		return before == token.FUNC
	}
	depth := 0
	for j := i - 1; j > 0; j-- {
		switch l[j].Tok {
		case token.RPAREN:
			depth++
		case token.LPAREN:
			if depth--; depth == 0 {
				return l[j-1].Tok == token.FUNC
			}
		}
	}
	return false
}

// noType reports whether token i cannot be in a list of type arguments; ofFunc reports whether it begins parameters
// or results, or is directly in them.
func noType(l []lexeme, i int, ofFunc bool) bool {
	before, t := l[i-1].Tok, l[i].Tok
	operand := before == token.IDENT || before == token.RPAREN || before == token.RBRACE
	switch t {
	case token.LPAREN: // a call, or a type in parentheses
		return !ofFunc && (operand || before == token.RBRACK && l[i-2].Tok != token.LBRACK)
	case token.MUL: // a pointer never follows the end of an operand, except parameters and their names
		return !ofFunc && operand && !signature(l, i)
	case token.IDENT, token.LBRACK, token.RBRACK, token.RPAREN, token.RBRACE, token.COMMA, token.PERIOD, token.ELLIPSIS,
		token.ARROW, token.SEMICOLON, token.TILDE, token.OR: // the last two occur in constraints
		return false
	}
	return t.IsLiteral() || t.IsOperator()
}

// needed reports whether the list is not valid Go: it has commas and values, or steps. Go's full slice expression
// a[lo:hi:max] is left alone; on a tensor the sugar pass takes max as a step.
func (x indexList) needed() bool {
	commas, colons := 0, 0
	for _, s := range x.seps {
		if s == token.COMMA {
			commas++
		} else {
			colons++
		}
	}
	if commas > 0 {
		return x.value
	}
	empty := func(i int) bool { return x.parts[i][0] == x.parts[i][1] }
	return colons > 2 || colons == 2 && (empty(1) || empty(2))
}

func indexEdits(l []lexeme, i int) []textEdit {
	list, ok := scanIndex(l, i)
	if !ok || !list.needed() {
		return nil
	}
	edits := []textEdit{{l[i].Off + 1, 0, IndexMarker + "("}, {l[list.end].Off, 0, ")"}}
	for k := 0; k < len(list.parts); {
		n := k
		for n < len(list.seps) && list.seps[n] == token.COLON {
			n++
		}
		if n > k {
			edits = append(edits, spanEdits(l, list.parts[k:n+1])...)
		}
		k = n + 1
	}
	return edits
}

// spanEdits rewrites lo:hi[:step] to a call; missing bounds become nil.
func spanEdits(l []lexeme, parts [][2]int) []textEdit {
	edits := []textEdit{{l[parts[0][0]].Off, 0, SpanMarker + "("}}
	for i, p := range parts {
		if p[0] == p[1] {
			edits = append(edits, textEdit{l[p[1]].Off, 0, "nil"})
		}
		if i < len(parts)-1 {
			edits = append(edits, textEdit{l[p[1]].Off, 1, ","})
		}
	}
	return append(edits, textEdit{l[parts[len(parts)-1][1]].Off, 0, ")"})
}

// rank orders edits at the same offset: opening calls, missing bounds, closing calls, commas.
func (e textEdit) rank() int {
	if e.del > 0 && e.ins != "," { // the omitted part of a long text
		return 5
	}
	switch e.ins {
	default: // a list of targets
		return -1
	case ",":
		return 4
	case IndexMarker + "(":
		return 0
	case SpanMarker + "(":
		return 1
	case "nil":
		return 2
	case ")":
		return 3
	}
}

// applyEdits inserts a line directive after each change, so that the following text keeps its position.
func applyEdits(src string, edits []textEdit, line, col int) string {
	slices.SortStableFunc(edits, func(a, b textEdit) int {
		return cmp.Or(a.off-b.off, a.rank()-b.rank())
	})
	var b strings.Builder
	last := 0
	at := counter{src: src}
	for i, e := range edits {
		b.WriteString(src[last:e.off])
		b.WriteString(e.ins)
		last = e.off + e.del
		if i+1 < len(edits) && edits[i+1].off == last && edits[i+1].ins != SpanMarker+"(" { // errors are there
			continue
		}
		l, c := at.lineCol(last)
		if l == 1 {
			c += col - 1
		}
		fmt.Fprintf(&b, "/*line %s:%d:%d*/", Base, line+l-1, c)
	}
	b.WriteString(src[last:])
	return b.String()
}

// MarkerCall returns e as a call of a marker, or nil.
func MarkerCall(e ast.Expr, name string) *ast.CallExpr {
	if c, ok := e.(*ast.CallExpr); ok {
		if id, ok := c.Fun.(*ast.Ident); ok && id.Name == name {
			return c
		}
	}
	return nil
}
