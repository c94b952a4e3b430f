// Package syntax cuts and parses the text of cells, without types: what of it are declarations and what statements,
// indices and lists of values that are not Go, whether a text is a whole cell. It also holds what later passes need to
// walk and to make syntax trees.
package syntax

import (
	"go/scanner"
	"go/token"
	"slices"
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

	At            int    // where Before is
	Before, After string // what is parsed around the text
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
	c := cutter{src: src, whole: IsProgram(Lex(src))}
	return c.cut()
}

// SplitFile cuts src as Split does, but variables before all other statements are declarations, as in a file of Go.
// There are none of them if it returns false.
func SplitFile(src string) (items []*Item, ok bool) {
	c := cutter{src: src, file: true}
	items = c.cut()
	return items, c.vars
}

// cut cuts the whole text.
func (c *cutter) cut() []*Item {
	for _, l := range Lex(c.src) {
		c.take(l)
	}
	return c.items
}

// cutter cuts a text into items, one token after the other.
type cutter struct {
	src   string
	whole bool // the text is a program, so var is a declaration
	file  bool // var is a declaration before the first statement
	vars  bool // there was such a var
	most  int  // how long a run of statements may get, 0 for any length

	items   []*Item
	defines map[string]*Item // where names are first defined by statements, if that is asked for
	joined  bool             // it is a program, or a statement may have to do with others: a jump, or a call at the end
	last    token.Token      // the last one that the user has written

	depth int
	first []lexeme // the first tokens of what has begun
	brace bool     // a brace has come
	ended lexeme   // the semicolon that may end it, if there is one
	head  bool     // what has begun may be in the head of the statement before it
}

// firstMost is how many tokens say what begins: the parameters of a function literal look like a receiver.
const firstMost = 1 << 10

func (c *cutter) take(l lexeme) {
	if c.ended.Tok == token.SEMICOLON && !c.header(l.Tok) {
		head := c.ended.Lit == ";" && (c.head || slices.ContainsFunc(c.first, hasHead))
		c.flush(c.ended.off)
		c.head = head
	}
	c.ended = lexeme{}
	c.depth += nesting(l.Tok)
	if l.Tok == token.EOF {
		c.flush(l.off)
		return
	}
	if l.Tok != token.SEMICOLON || l.Lit != "\n" {
		c.last = l.Tok
	}
	if l.Tok == token.SEMICOLON && c.depth <= 0 {
		c.ended = l
		return
	}
	switch l.Tok {
	case token.LBRACE:
		c.brace = true
	case token.DEFER, token.GOTO, token.RETURN:
		c.joined = c.joined || len(c.first) == 0 || compound[c.first[0].Tok] ||
			len(c.first) > 1 && c.first[1].Tok == token.COLON
	}
	if len(c.first) < firstMost {
		c.first = append(c.first, l)
	}
}

// compound are the first tokens of statements that hold others.
var compound = map[token.Token]bool{
	token.IF: true, token.FOR: true, token.SWITCH: true, token.SELECT: true, token.LBRACE: true,
}

// header reports whether the semicolon before a token is in the head of a for, if or switch. Joining runs of
// statements makes the answer matter only when the token could start a declaration.
func (c *cutter) header(next token.Token) bool {
	if len(c.first) == 0 || next != token.FUNC && next != token.TYPE || c.brace || c.ended.Lit != ";" {
		return false
	}
	return hasHead(c.first[0])
}

// hasHead reports whether a token begins a statement whose head may have semicolons.
func hasHead(l lexeme) bool { return l.Tok == token.FOR || l.Tok == token.IF || l.Tok == token.SWITCH }

// flush ends what has begun.
func (c *cutter) flush(end int) {
	if len(c.first) == 0 {
		return
	}
	from := c.first[0].off
	it := &Item{Kind: kindOf(c.first), Start: from, End: from + len(strings.TrimRight(c.src[from:end], " \t\r\n"))}
	if isVar := c.first[0].Tok == token.VAR; isVar && (c.whole || c.file) {
		it.Kind, c.vars = DeclItem, true
	} else if it.Kind == StmtItem {
		c.file = false
	}
	it = c.add(it)
	if c.defines != nil {
		c.note(it)
	}
	c.first, c.brace = c.first[:0], false
}

// add adds an item, or joins it with the run of statements before it.
func (c *cutter) add(it *Item) *Item {
	if n := len(c.items); it.Kind == StmtItem && n > 0 && c.items[n-1].Kind == StmtItem {
		if run := c.items[n-1]; c.most == 0 || it.End-run.Start <= c.most || c.head {
			run.End = it.End
			return run
		}
	}
	c.items = append(c.items, it)
	return it
}

// note notes what a statement defines.
func (c *cutter) note(it *Item) {
	l := c.first
	isMain := it.Kind == DeclItem && len(l) > 2 && l[0].Tok == token.FUNC && l[1].Lit == "main"
	c.joined = c.joined || l[0].Tok == token.PACKAGE || isMain
	if it.Kind != StmtItem {
		return
	}
	n := slices.IndexFunc(l, func(x lexeme) bool { return x.Tok != token.IDENT && x.Tok != token.COMMA })
	if l[0].Tok == token.VAR {
		n = len(l)
	} else if n < 1 || l[n].Tok != token.DEFINE {
		return
	}
	for _, x := range l[:n] {
		if x.Tok == token.IDENT && c.defines[x.Lit] == nil {
			c.defines[x.Lit] = it
		}
	}
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
	depth, starts := 0, false
	for i, x := range l {
		depth += nesting(x.Tok)
		starts = starts || x.Tok == token.LPAREN && l[i-1].Lit == "main" && l[i-2].Tok == token.FUNC
	}
	if starts && depth == 0 { // else the call would be within what is open, and have mistakes of its own
		src += "\nmain()\n"
	}
	return src
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

// IsProgram reports whether func main is declared at the top level of a text.
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
