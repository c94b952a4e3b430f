package python

import (
	"fmt"
	"slices"
	"strings"
)

// Parse parses a source file or a notebook cell. An error is a *SyntaxError.
func Parse(src string) (m *Module, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			m, err = nil, e
		default:
			panic(e)
		}
	}()
	l := newLexer(src)
	if text := strings.TrimLeft(src, " \t\r\n"); strings.HasPrefix(text, "%%") {
		p := l.pos(len(src)-len(text), len(src))
		return &Module{p, []Stmt{&Magic{stmtPos{p}, nil, text}}}, nil
	}
	p := &parser{lexer: l, tokens: l.run()}
	m = &Module{Pos: l.pos(0, len(src))}
	for !p.is(end) {
		m.Body = append(m.Body, p.statement()...)
	}
	return m, nil
}

// parser is a recursive descent parser. Errors are panics with a *SyntaxError.
type parser struct {
	lexer  *lexer
	tokens []token
	at     int
	last   int // the offset after the previous token
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) take() token {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	if t.text != "" {
		p.last = t.pos.End
	}
	return t
}

func (p *parser) is(k kind) bool { return p.tokens[p.at].kind == k }

// on reports whether an operator or a keyword is next.
func (p *parser) on(text string) bool {
	t := p.tokens[p.at]
	return t.text == text && (t.kind == op || t.kind == name)
}

// accept consumes the operator or keyword if it is next.
func (p *parser) accept(text string) bool {
	if !p.on(text) {
		return false
	}
	p.take()
	return true
}

func (p *parser) want(text string) {
	if !p.accept(text) {
		p.failf("expected '%s'%s", text, p.found())
	}
}

// found describes the next token for a message.
func (p *parser) found() string {
	switch t := p.peek(); t.kind {
	case end:
		return ", found the end of the text"
	case newline:
		return ", found the end of the line"
	case indent, dedent:
		return ", found a change of indentation"
	default:
		return fmt.Sprintf(", found '%s'", t.text)
	}
}

func (p *parser) failf(format string, args ...any) { p.failAt(p.peek().pos, format, args...) }

func (p *parser) failAt(at Pos, format string, args ...any) {
	panic(&SyntaxError{at.Line, at.Col, fmt.Sprintf(format, args...)})
}

// from returns at, extended to the end of the previous token.
func (p *parser) from(at Pos) Pos {
	at.End = max(p.last, at.Off)
	return at
}

func (p *parser) here() Pos { return p.peek().pos }

var keywords = []string{
	"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
	"finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
	"with", "yield",
}

func isKeyword(s string) bool { return slices.Contains(keywords, s) }

// identifier consumes a name that is not a keyword.
func (p *parser) identifier() string {
	t := p.peek()
	if t.kind != name || isKeyword(t.text) {
		p.failf("expected a name%s", p.found())
	}
	return p.take().text
}

// statement parses a compound statement or a line of simple ones.
func (p *parser) statement() []Stmt {
	t := p.peek()
	switch t.kind {
	case newline:
		p.take()
		return nil
	case indent:
		p.failf("unexpected indent")
	case magic:
		p.take()
		s := &Magic{stmtPos{t.pos}, nil, t.text}
		p.endLine()
		return []Stmt{s}
	case op:
		if t.text == "@" {
			return []Stmt{p.decorated()}
		}
	case name:
		if s := p.compound(t); s != nil {
			return []Stmt{s}
		}
	}
	return p.simpleLine()
}

func (p *parser) compound(t token) Stmt {
	switch t.text {
	case "if":
		return p.ifStmt()
	case "while":
		return p.whileStmt()
	case "for":
		return p.forStmt()
	case "try":
		return p.tryStmt()
	case "with":
		return p.withStmt()
	case "def":
		return p.funcDef(t.pos, nil)
	case "class":
		return p.classDef(t.pos, nil)
	case "async":
		p.failf("async is not supported")
	case "match":
		p.refuseMatch()
	case "type":
		if next := p.tokens[p.at+1]; next.kind == name && !isKeyword(next.text) {
			p.failf("type statements are not supported")
		}
	}
	return nil
}

// refuseMatch rejects a match statement; elsewhere, match is a name.
func (p *parser) refuseMatch() {
	at, last := p.at, p.last
	isMatch := func() (is bool) {
		defer func() {
			if e := recover(); e != nil {
				if _, ok := e.(*SyntaxError); !ok {
					panic(e)
				}
			}
		}()
		p.take()
		if p.on("=") || p.on(".") || p.on(",") || p.is(newline) {
			return false
		}
		p.starExpressions(Load)
		return p.accept(":") && p.is(newline)
	}()
	p.at, p.last = at, last
	if isMatch {
		p.failf("match statements are not supported")
	}
}

// simpleLine parses a line of simple statements.
func (p *parser) simpleLine() (l []Stmt) {
	for {
		l = append(l, p.simple())
		if p.accept(";") && !p.is(newline) && !p.is(end) {
			continue
		}
		p.endLine()
		return l
	}
}

func (p *parser) endLine() {
	if !p.is(newline) && !p.is(end) {
		p.failf("invalid syntax%s", p.found())
	}
	if p.is(newline) {
		p.take()
	}
}

func (p *parser) simple() Stmt {
	t := p.peek()
	if t.kind == name {
		switch t.text {
		case "pass":
			p.take()
			return &Pass{stmtPos{t.pos}}
		case "break":
			p.take()
			return &Break{stmtPos{t.pos}}
		case "continue":
			p.take()
			return &Continue{stmtPos{t.pos}}
		case "return":
			return p.returnStmt()
		case "raise":
			return p.raiseStmt()
		case "del":
			p.take()
			targets := p.commaList(func() Expr { return p.target(Del) })
			return &Delete{stmtPos{p.from(t.pos)}, targets}
		case "assert":
			return p.assertStmt()
		case "import":
			p.take()
			names := []*Alias{p.alias(p.dotted)}
			for p.accept(",") {
				names = append(names, p.alias(p.dotted))
			}
			return &Import{stmtPos{p.from(t.pos)}, names}
		case "from":
			return p.importFrom()
		case "global":
			names := p.names()
			return &Global{stmtPos{p.from(t.pos)}, names}
		case "nonlocal":
			names := p.names()
			return &Nonlocal{stmtPos{p.from(t.pos)}, names}
		}
	}
	return p.exprStmt()
}

func (p *parser) names() []string {
	p.take()
	l := []string{p.identifier()}
	for p.accept(",") {
		l = append(l, p.identifier())
	}
	return l
}

// ends reports whether an optional list of expressions is absent.
func (p *parser) ends() bool {
	return p.is(newline) || p.is(end) || p.on(";") || p.on(")") || p.on("]") || p.on("}") || p.on("=") || p.on(":")
}

// commaList parses items separated by commas, with an optional trailing comma.
func (p *parser) commaList(item func() Expr) (l []Expr) {
	for {
		l = append(l, item())
		if !p.accept(",") || p.ends() {
			return l
		}
	}
}

func (p *parser) returnStmt() Stmt {
	t := p.take()
	s := &Return{}
	if !p.ends() {
		s.Value = p.starExpressions(Load)
	}
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) raiseStmt() Stmt {
	t := p.take()
	s := &Raise{}
	if !p.ends() {
		s.Exc = p.expression()
		if p.accept("from") {
			s.Cause = p.expression()
		}
	}
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) assertStmt() Stmt {
	t := p.take()
	s := &Assert{Test: p.expression()}
	if p.accept(",") {
		s.Msg = p.expression()
	}
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) dotted() string {
	s := p.identifier()
	for p.accept(".") {
		s += "." + p.identifier()
	}
	return s
}

func (p *parser) alias(read func() string) *Alias {
	at := p.here()
	a := &Alias{Name: read()}
	if p.accept("as") {
		a.Asname = p.identifier()
	}
	a.Pos = p.from(at)
	return a
}

func (p *parser) importFrom() Stmt {
	t := p.take()
	s := &ImportFrom{}
	for {
		if p.accept(".") {
			s.Level++
		} else if p.accept("...") {
			s.Level += 3
		} else {
			break
		}
	}
	if !p.on("import") || s.Level == 0 {
		s.Module = p.dotted()
	}
	p.want("import")
	switch {
	case p.on("*"):
		star := p.take()
		s.Names = []*Alias{{star.pos, "*", ""}}
	case p.accept("("):
		for !p.on(")") {
			s.Names = append(s.Names, p.alias(p.identifier))
			if !p.accept(",") {
				break
			}
		}
		p.want(")")
	default:
		s.Names = []*Alias{p.alias(p.identifier)}
		for p.accept(",") {
			s.Names = append(s.Names, p.alias(p.identifier))
		}
	}
	s.Pos = p.from(t.pos)
	return s
}

// augmented maps augmented assignment operators to their operations.
var augmented = map[string]Op{
	"+=": "Add", "-=": "Sub", "*=": "Mult", "/=": "Div", "//=": "FloorDiv", "%=": "Mod", "@=": "MatMult", "&=": "BitAnd",
	"|=": "BitOr", "^=": "BitXor", "<<=": "LShift", ">>=": "RShift", "**=": "Pow",
}

// exprStmt parses an expression or an assignment.
func (p *parser) exprStmt() Stmt {
	at := p.here()
	paren := p.on("(")
	first := p.value()
	if o, ok := augmented[p.peek().text]; ok && p.is(op) {
		p.store(first, Store, false)
		p.take()
		s := &AugAssign{Target: first, Op: o, Value: p.value()}
		s.Pos = p.from(at)
		return s
	}
	if p.accept(":") {
		return p.annotated(at, first, paren)
	}
	if !p.on("=") {
		return &ExprStmt{stmtPos{p.from(at)}, first}
	}
	s := &Assign{Value: first}
	for p.accept("=") {
		p.store(s.Value, Store, true)
		s.Targets = append(s.Targets, s.Value)
		if t := p.peek(); t.kind == magic {
			p.take()
			return &Magic{stmtPos{p.from(at)}, s.Targets[0], t.text}
		}
		s.Value = p.value()
	}
	s.Pos = p.from(at)
	return s
}

func (p *parser) annotated(at Pos, target Expr, paren bool) Stmt {
	p.store(target, Store, false)
	s := &AnnAssign{Target: target, Annotation: p.expression()}
	if _, ok := target.(*Name); ok && !paren {
		s.Simple = 1
	}
	if p.accept("=") {
		s.Value = p.value()
	}
	s.Pos = p.from(at)
	return s
}

// value parses the right-hand side of an assignment.
func (p *parser) value() Expr {
	if p.on("yield") {
		return p.yieldExpr()
	}
	return p.starExpressions(Load)
}

// store turns an expression that was parsed as a value into a target.
func (p *parser) store(e Expr, ctx Ctx, several bool) {
	switch e := e.(type) {
	case *Name:
		e.Ctx = ctx
	case *Attribute:
		e.Ctx = ctx
	case *Subscript:
		e.Ctx = ctx
	case *Starred:
		e.Ctx = ctx
		p.store(e.Value, ctx, true)
	case *Tuple:
		e.Ctx = ctx
		p.storeAll(e, e.Elts, ctx, several)
	case *List:
		e.Ctx = ctx
		p.storeAll(e, e.Elts, ctx, several)
	default:
		p.failAt(e.At(), "cannot assign to this expression")
	}
}

func (p *parser) storeAll(e Expr, elts []Expr, ctx Ctx, several bool) {
	if !several {
		p.failAt(e.At(), "only single targets are allowed here")
	}
	for _, x := range elts {
		p.store(x, ctx, true)
	}
}

// target parses a target of for, with, del or a comprehension.
func (p *parser) target(ctx Ctx) Expr {
	at := p.here()
	var e Expr
	if p.on("*") {
		p.take()
		v := p.primary()
		e = &Starred{exprPos{p.from(at)}, v, ctx}
	} else {
		e = p.primary()
	}
	p.store(e, ctx, true)
	return e
}

// targets parses the targets of for.
func (p *parser) targets() Expr {
	at := p.here()
	first := p.target(Store)
	if !p.on(",") {
		return first
	}
	t := &Tuple{Elts: []Expr{first}, Ctx: Store}
	for p.accept(",") && !p.on("in") {
		t.Elts = append(t.Elts, p.target(Store))
	}
	t.Pos = p.from(at)
	return t
}
