package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"unicode"
)

// A small language: lexer by state functions, Pratt parser, interpreter with closures, errors with positions.
type Tok struct {
	Kind rune
	Text string
	Pos  int
}
type lexer struct {
	in   *bufio.Reader
	pos  int
	toks chan Tok
}
type stateFn func(*lexer) stateFn

func (l *lexer) next() rune {
	r, n, err := l.in.ReadRune()
	if errors.Is(err, io.EOF) {
		return -1
	}
	l.pos += n
	return r
}
func (l *lexer) back() { l.in.UnreadRune(); l.pos-- }
func lexAny(l *lexer) stateFn {
	switch r := l.next(); {
	case r < 0:
		return nil
	case unicode.IsSpace(r):
		return lexAny
	case unicode.IsDigit(r):
		return lexWhile('0', r, func(r rune) bool { return unicode.IsDigit(r) || r == '.' })
	case unicode.IsLetter(r):
		return lexWhile('a', r, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	default:
		l.toks <- Tok{r, string(r), l.pos}
		return lexAny
	}
}
func lexWhile(kind, first rune, ok func(rune) bool) stateFn {
	return func(l *lexer) stateFn {
		t := Tok{Kind: kind, Pos: l.pos, Text: string(first)}
		for r := l.next(); r >= 0; r = l.next() {
			if !ok(r) {
				l.back()
				break
			}
			t.Text += string(r)
		}
		l.toks <- t
		return lexAny
	}
}

type (
	Expr interface{ Eval(*Env) Value }
	Num  float64
	Var  struct{ Tok }
	Bin  struct {
		Op   Tok
		L, R Expr
	}
	Fun struct {
		Params []string
		Body   Expr
	}
	Call struct {
		F    Expr
		Args []Expr
	}
	Let struct {
		Name string
		Val  Expr
		In   Expr
	}
	Value   any
	Closure struct {
		*Fun
		env *Env
	}
	Env struct {
		up   *Env
		vars map[string]Value
	}
	PosError struct {
		Pos int
		Msg string
	}
)

func (e PosError) Error() string       { return fmt.Sprintf("%d: %s", e.Pos, e.Msg) }
func fail(pos int, f string, a ...any) { panic(PosError{pos, fmt.Sprintf(f, a...)}) }
func (n Num) Eval(*Env) Value          { return float64(n) }
func (f *Fun) Eval(e *Env) Value       { return Closure{f, e} }
func (v Var) Eval(e *Env) Value {
	for ; e != nil; e = e.up {
		if x, ok := e.vars[v.Text]; ok {
			return x
		}
	}
	fail(v.Pos, "no %s", v.Text)
	return nil
}
func (b Bin) Eval(e *Env) Value {
	l, lok := b.L.Eval(e).(float64)
	r, rok := b.R.Eval(e).(float64)
	if !lok || !rok {
		fail(b.Op.Pos, "%s of functions", b.Op.Text)
	}
	return map[rune]func() float64{'+': func() float64 { return l + r }, '*': func() float64 { return l * r },
		'-': func() float64 { return l - r },
		'<': func() float64 {
			if l < r {
				return 1
			}
			return 0
		}}[b.Op.Kind]()
}
func (l Let) Eval(e *Env) Value {
	in := &Env{e, map[string]Value{}}
	in.vars[l.Name] = l.Val.Eval(in)
	return l.In.Eval(in)
}
func (c Call) Eval(e *Env) Value {
	if v, ok := c.F.(Var); ok && v.Text == "if" && len(c.Args) == 3 {
		if c.Args[0].Eval(e) != 0.0 {
			return c.Args[1].Eval(e)
		}
		return c.Args[2].Eval(e)
	}
	switch f := c.F.Eval(e).(type) {
	case Closure:
		in := &Env{f.env, map[string]Value{}}
		for i, p := range f.Params {
			in.vars[p] = c.Args[i].Eval(e)
		}
		return f.Body.Eval(in)
	case func(float64) float64:
		return f(c.Args[0].Eval(e).(float64))
	default:
		panic(fmt.Sprintf("call of %T", f))
	}
}

type parser struct {
	toks <-chan Tok
	t    Tok
}

func (p *parser) adv() (t Tok) { t = p.t; p.t = <-p.toks; return }
func (p *parser) want(k rune) Tok {
	if p.t.Kind != k {
		fail(p.t.Pos, "want %c, have %q", k, p.t.Text)
	}
	return p.adv()
}

var prec = map[rune]int{'<': 1, '+': 2, '-': 2, '*': 3, '(': 9}

func (p *parser) expr(min int) (e Expr) {
	switch t := p.adv(); t.Kind {
	case '0':
		var f float64
		fmt.Sscan(t.Text, &f)
		e = Num(f)
	case 'a':
		if e = (Var{t}); t.Text == "let" {
			n := p.want('a').Text
			p.want('=')
			v := p.expr(0)
			p.want(';')
			return Let{n, v, p.expr(0)}
		}
	case '\\':
		f := &Fun{}
		for p.t.Kind == 'a' {
			f.Params = append(f.Params, p.adv().Text)
		}
		p.want('.')
		f.Body = p.expr(0)
		return f
	case '(':
		e = p.expr(0)
		p.want(')')
	default:
		fail(t.Pos, "unexpected %q", t.Text)
	}
	for prec[p.t.Kind] > min {
		op := p.adv()
		if op.Kind != '(' {
			e = Bin{op, e, p.expr(prec[op.Kind])}
			continue
		}
		c := Call{F: e}
		for p.t.Kind != ')' {
			c.Args = append(c.Args, p.expr(0))
			if p.t.Kind == ',' {
				p.adv()
			}
		}
		p.want(')')
		e = c
	}
	return e
}

func run(src string, lib map[string]Value) (v Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case PosError:
			err = fmt.Errorf("%q: %w", src, r)
		case string:
			err = errors.New(r)
		default:
			panic(r)
		}
	}()
	l := &lexer{in: bufio.NewReader(strings.NewReader(src)), toks: make(chan Tok, len(src)+1)}
	for s := stateFn(lexAny); s != nil; {
		s = s(l)
	}
	close(l.toks)
	p := &parser{toks: l.toks}
	p.adv()
	e := p.expr(0)
	if p.t.Kind != 0 {
		fail(p.t.Pos, "rest %q", p.t.Text)
	}
	return e.Eval(&Env{vars: lib}), nil
}

func main() {
	lib := map[string]Value{"neg": func(x float64) float64 { return -x }, "pi": 3.14}
	for _, src := range []string{"1+2*3", "(1+2)*pi", "let f = \\x y.x*y-1; f(3,4)",
		"let fact = \\n.if(n<2, 1, n*fact(n-1)); fact(10)",
		"let add = \\x.\\y.x+y; add(3)(4)", "neg(5)+", "foo+1", "1 2", "neg*2", "3(4)", "neg(\\x.x)"} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					fmt.Println("PANIC", r)
				}
			}()
			v, err := run(src, lib)
			var pe PosError
			fmt.Printf("%v (%T) %v %t %d\n", v, v, err, errors.As(err, &pe), pe.Pos)
		}()
	}
	b, err := json.Marshal(Let{"x", Num(2), Bin{Tok{'+', "+", 3}, Var{Tok{'a', "x", 1}}, Num(1)}})
	fmt.Println(string(b), err)
	keys := make([]string, 0)
	for k := range lib {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Fprintln(os.Stdout, keys)
}
