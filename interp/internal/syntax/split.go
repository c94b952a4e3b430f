// Package syntax cuts and parses the text of cells, without types: what of it are declarations and what statements,
// indices and lists of values that are not Go, whether a text is a whole cell. It also holds what later passes need to
// walk and to make syntax trees.
package syntax

import (
	"go/scanner"
	"go/token"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// A cell is cut at its top level into imports, declarations (const, type, func) and runs of
// statements. var counts as a statement: in a cell, order matters.
type ItemKind int

const (
	ImportItem ItemKind = iota
	DeclItem
	StmtItem
)

// Item is one piece of a cell.
type Item struct {
	Kind       ItemKind
	Start, End int // byte offsets in the cell
}

// lexeme is a token with its place.
type lexeme struct {
	off int
	Tok token.Token
	Lit string
}

// Lex returns the tokens of src, automatic semicolons included; the last one is EOF. The text of a long string, and
// the tokens of a long list of constants, are left out.
func Lex(src string) []lexeme { return lexAll(src).lexemes }

func lexAll(src string) *lexed {
	if last := lastLexed.Load(); last != nil && last.src == src {
		return last
	}
	now := &lexed{src: src, long: longParts(src)}
	now.lexemes = scanAll(src, now.long)
	lastLexed.Store(now)
	return now
}

// ForgetLong lets go of the tokens of a long text.
func ForgetLong() {
	if last := lastLexed.Load(); last != nil && len(last.src) >= leastLong {
		lastLexed.Store(nil)
	}
}

// lexed is a text and its tokens, which nobody changes. Each cell is looked at several times on its way.
type lexed struct {
	src     string
	lexemes []lexeme
	long    []longtext.Part
}

var lastLexed atomic.Pointer[lexed]

func scanAll(src string, long []longtext.Part) []lexeme {
	src, original := abridged(src, long)
	var lexemes []lexeme
	n := 8 + len(src)/4
	if len(src) > leastLong { // many of these times 32 bytes: not one too many
		n = 0
		scan(src, func(int, token.Token, string) { n++ })
	}
	lexemes = make([]lexeme, 0, n)
	scan(src, func(off int, tok token.Token, lit string) { lexemes = append(lexemes, lexeme{original(off), tok, lit}) })
	return lexemes
}

// scan calls a function with each token of a text, the last one, EOF, included.
func scan(src string, each func(off int, tok token.Token, lit string)) {
	var sc scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	sc.Init(file, bytesOf(src), func(token.Position, string) {}, 0)
	for {
		pos, tok, lit := sc.Scan()
		each(file.Offset(pos), tok, lit)
		if tok == token.EOF {
			return
		}
	}
}

// bytesOf returns the bytes of a text for who only reads them: a copy of a long one is what a cell of 50 MB need not
// have.
func bytesOf(src string) []byte { return unsafe.Slice(unsafe.StringData(src), len(src)) }

// Split cuts src into items. It never fails: text that is not Go ends up in some item and the
// parser says what is wrong with it.
func Split(src string) []*Item {
	var (
		items   []*Item
		lexemes = Lex(src)
		whole   = IsProgram(lexemes)
		depth   = 0
		begin   = -1
	)
	flush := func(end int) {
		if begin < 0 {
			return
		}
		first, last := lexemes[begin].off, lexemes[end].off
		text := strings.TrimRight(src[first:last], " \t\r\n")
		kind := kindOf(lexemes[begin:end])
		if whole && lexemes[begin].Tok == token.VAR {
			kind = DeclItem
		}
		items = appendItem(items, &Item{kind, first, first + len(text)})
		begin = -1
	}
	for i, l := range lexemes {
		depth += nesting(l.Tok)
		if l.Tok == token.EOF || l.Tok == token.SEMICOLON && depth <= 0 && !header(lexemes, begin, i) {
			flush(i)
			continue
		}
		if begin < 0 {
			begin = i
		}
	}
	return items
}

// Program turns a source file into a cell: the package clause becomes white space, and func main is
// called at the end. Other text comes back as it is.
func Program(src string) string {
	l := Lex(src)
	if len(l) < 3 || l[0].Tok != token.PACKAGE || l[1].Tok != token.IDENT {
		return src
	}
	end := l[1].off + len(l[1].Lit)
	src = src[:l[0].off] + strings.Repeat(" ", end-l[0].off) + src[end:]
	for i := 1; i+1 < len(l); i++ {
		if l[i-1].Tok == token.FUNC && l[i].Lit == "main" && l[i+1].Tok == token.LPAREN {
			return src + "\nmain()\n"
		}
	}
	return src
}

// appendItem joins runs of statements.
func appendItem(items []*Item, it *Item) []*Item {
	if n := len(items); it.Kind == StmtItem && n > 0 && items[n-1].Kind == StmtItem {
		items[n-1].End = it.End
		return items
	}
	return append(items, it)
}

// nesting is +1 for an opening bracket and -1 for a closing one.
func nesting(t token.Token) int {
	switch t {
	case token.LPAREN, token.LBRACK, token.LBRACE:
		return 1
	case token.RPAREN, token.RBRACK, token.RBRACE:
		return -1
	}
	return 0
}

// header says whether the semicolon at i is in the head of a for, if or switch. Joining runs of
// statements makes the answer matter only when the next token could start a declaration.
func header(l []lexeme, begin, i int) bool {
	if begin < 0 || i+1 >= len(l) || l[i+1].Tok != token.FUNC && l[i+1].Tok != token.TYPE {
		return false
	}
	switch l[begin].Tok {
	case token.FOR, token.IF, token.SWITCH:
		for _, x := range l[begin:i] {
			if x.Tok == token.LBRACE {
				return false
			}
		}
		return l[i].Lit == ";"
	}
	return false
}

func kindOf(l []lexeme) ItemKind {
	switch l[0].Tok {
	case token.IMPORT:
		return ImportItem
	case token.CONST, token.TYPE:
		return DeclItem
	case token.FUNC:
		if isFuncDecl(l) {
			return DeclItem
		}
	}
	return StmtItem
}

// isFuncDecl distinguishes func f() and func (r T) f() from func literals.
func isFuncDecl(l []lexeme) bool {
	if len(l) < 2 || l[1].Tok == token.IDENT {
		return len(l) >= 2
	}
	depth := 0
	for i := 1; i < len(l); i++ {
		switch l[i].Tok {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			depth--
		}
		if depth == 0 {
			return i > 1 && i+2 < len(l) && l[i+1].Tok == token.IDENT && l[i+2].Tok == token.LPAREN
		}
	}
	return false
}

// ItemAt returns the declaration or the run of statements that holds a line of a cell, counted from 1.
func ItemAt(src string, line int) string {
	for _, it := range Split(src) {
		first := 1 + strings.Count(src[:it.Start], "\n")
		if last := first + strings.Count(src[it.Start:it.End], "\n"); first <= line && line <= last {
			return src[it.Start:it.End]
		}
	}
	return ""
}

// IsProgram says whether func main is declared at the top level of a text.
func IsProgram(l []lexeme) bool {
	depth := 0
	for i, x := range l {
		depth += nesting(x.Tok)
		if depth == 0 && x.Tok == token.FUNC && i+2 < len(l) && l[i+1].Lit == "main" && l[i+2].Tok == token.LPAREN {
			return true
		}
	}
	return false
}
