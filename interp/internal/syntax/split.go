// Package syntax splits and parses the text of cells, without types: it separates declarations from statements,
// rewrites indices and lists of values that are not valid Go, and determines whether a text is a complete cell. It
// also has functions for later passes to traverse and build syntax trees.
package syntax

import (
	"go/scanner"
	"go/token"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// ItemKind is the kind of an item. A cell is split at its top level into imports, declarations (const, type, func)
// and runs of statements. var counts as a statement: in a cell, order matters.
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

	At            int    // offset of Before
	Before, After string // text to be parsed before and after the item
}

// lexeme is a token with its offset.
type lexeme struct {
	Off int
	Tok token.Token
	Lit string
}

// Lex returns the tokens of src, including automatic semicolons; the last one is EOF. Long strings have no text, and
// the tokens of long lists of constants are omitted.
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

// ForgetLong drops the cached tokens of a long text.
func ForgetLong() {
	if last := lastLexed.Load(); last != nil && len(last.src) >= minLong {
		lastLexed.Store(nil)
	}
}

// lexed is a text and its tokens, which must not be changed. Each cell is scanned several times.
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
	if len(src) > minLong { // each takes 32 bytes: allocate the exact number
		n = 0
		for range Tokens(src, 0) {
			n++
		}
	}
	lexemes = make([]lexeme, 0, n)
	for l := range Tokens(src, 0) {
		lexemes = append(lexemes, lexeme{original(l.Off), l.Tok, l.Lit})
	}
	return lexemes
}

// Tokens goes through the tokens of a text, automatic semicolons included, to the last one, EOF. It leaves nothing out.
func Tokens(src string, mode scanner.Mode) iter.Seq[lexeme] {
	return tokens(src, mode, func(token.Position, string) {})
}

// tokens is Tokens with a function that is called with errors.
func tokens(src string, mode scanner.Mode, failed scanner.ErrorHandler) iter.Seq[lexeme] {
	return func(yield func(lexeme) bool) {
		var sc scanner.Scanner
		file := token.NewFileSet().AddFile("", -1, len(src))
		sc.Init(file, bytesOf(src), failed, mode)
		for {
			pos, tok, lit := sc.Scan()
			if !yield(lexeme{file.Offset(pos), tok, lit}) || tok == token.EOF {
				return
			}
		}
	}
}

// bytesOf returns the bytes of a text, which must not be written to. It avoids copying cells of up to 50 MB.
func bytesOf(src string) []byte { return unsafe.Slice(unsafe.StringData(src), len(src)) }

// Split splits src into items. It never fails: text that is not Go ends up in some item and the parser reports it.
func Split(src string) []*Item {
	c := cutter{src: src, whole: IsProgram(Lex(src))}
	return c.cut()
}

// SplitFile splits src as Split does, except that variables before all other statements are declarations, as in a Go
// file. It returns false if there are no such variables.
func SplitFile(src string) (items []*Item, ok bool) {
	c := cutter{src: src, file: true}
	items = c.cut()
	return items, c.vars
}

// cut splits the whole text.
func (c *cutter) cut() []*Item {
	for _, l := range Lex(c.src) {
		c.take(l)
	}
	return c.items
}

// cutter splits a text into items, token by token.
type cutter struct {
	src   string
	whole bool // the text is a program, in which var is a declaration
	file  bool // var is a declaration before the first statement
	vars  bool // there was such a var
	most  int  // the largest size of a run of statements, 0 for any size

	items   []*Item
	defines map[string]*Item // the items in which statements first define names, if requested
	joined  bool             // it is a program, or statements may belong together: a jump, or a call at the end
	last    token.Token      // the last one written by the user

	depth int
	first []lexeme // the first tokens of the current item
	brace bool     // it has a brace
	ended lexeme   // the semicolon that may end it, if any
	head  bool     // it may belong to the head of the preceding statement
}

// firstMost is the number of tokens inspected at the beginning of an item: the parameters of a function literal look
// like a receiver.
const firstMost = 1 << 10

func (c *cutter) take(l lexeme) {
	if c.ended.Tok == token.SEMICOLON && !c.header(l.Tok) {
		head := c.ended.Lit == ";" && (c.head || slices.ContainsFunc(c.first, hasHead))
		c.flush(c.ended.Off)
		c.head = head
	}
	c.ended = lexeme{}
	c.depth += nesting(l.Tok)
	if l.Tok == token.EOF {
		c.flush(l.Off)
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

// compound lists the first tokens of statements that contain others.
var compound = map[token.Token]bool{
	token.IF: true, token.FOR: true, token.SWITCH: true, token.SELECT: true, token.LBRACE: true,
}

// header reports whether the semicolon before a token is in the head of a for, if or switch. As runs of statements
// are joined, this only matters if the token could start a declaration.
func (c *cutter) header(next token.Token) bool {
	if len(c.first) == 0 || next != token.FUNC && next != token.TYPE || c.brace || c.ended.Lit != ";" {
		return false
	}
	return hasHead(c.first[0])
}

// hasHead reports whether a token begins a statement whose head may have semicolons.
func hasHead(l lexeme) bool { return l.Tok == token.FOR || l.Tok == token.IF || l.Tok == token.SWITCH }

// flush ends the current item.
func (c *cutter) flush(end int) {
	if len(c.first) == 0 {
		return
	}
	from := c.first[0].Off
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

// add adds an item, or joins it with the preceding run of statements.
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

// note records what a statement defines.
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

// Program converts a source file to a cell: the package clause becomes white space, and func main is called at the
// end. Other text is returned unchanged.
func Program(src string) string {
	l := Lex(src)
	if len(l) < 3 || l[0].Tok != token.PACKAGE || l[1].Tok != token.IDENT {
		return src
	}
	end := l[1].Off + len(l[1].Lit)
	src = src[:l[0].Off] + strings.Repeat(" ", end-l[0].Off) + src[end:]
	depth, starts := 0, false
	for i, x := range l {
		depth += nesting(x.Tok)
		starts = starts || x.Tok == token.LPAREN && l[i-1].Lit == "main" && l[i-2].Tok == token.FUNC
	}
	if starts && depth == 0 { // otherwise the call would be inside an open bracket, and cause further errors
		src += "\nmain()\n"
	}
	return src
}

// nesting returns +1 for an opening bracket and -1 for a closing one.
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

// ItemAt returns the declaration or the run of statements that contains a line of a cell, counted from 1.
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
