package python

import (
	"slices"
	"strings"
)

// starExpressions parses an expression or a tuple without parentheses.
func (p *parser) starExpressions(ctx Ctx) Expr {
	at := p.here()
	first := p.starExpression()
	if !p.on(",") {
		return first
	}
	t := &Tuple{Elts: []Expr{first}, Ctx: ctx}
	for p.accept(",") && !p.ends() && !p.isAugmented() {
		t.Elts = append(t.Elts, p.starExpression())
	}
	t.Pos = p.from(at)
	return t
}

func (p *parser) isAugmented() bool { return p.is(op) && augmented[p.peek().text] != "" }

// starExpression parses *x or an expression.
func (p *parser) starExpression() Expr {
	at := p.here()
	if p.accept("*") {
		v := p.binary(0)
		return &Starred{exprPos{p.from(at)}, v, Load}
	}
	return p.namedExpression()
}

// namedExpression parses an expression or name := expression.
func (p *parser) namedExpression() Expr { return p.named(p.expression) }

// named parses what operand does, or a name with := before it.
func (p *parser) named(operand func() Expr) Expr {
	at := p.here()
	e := operand()
	if n, ok := e.(*Name); ok && p.accept(":=") {
		n.Ctx = Store
		v := operand()
		return &NamedExpr{exprPos{p.from(at)}, n, v}
	}
	return e
}

// expression parses a conditional expression, a lambda or a disjunction.
func (p *parser) expression() Expr {
	at := p.here()
	if p.on("lambda") {
		p.take()
		l := &Lambda{Args: p.parameters(":", false)}
		p.want(":")
		l.Body = p.expression()
		l.Pos = p.from(at)
		return l
	}
	body := p.disjunction()
	if !p.accept("if") {
		return body
	}
	e := &IfExp{Body: body, Test: p.disjunction()}
	p.want("else")
	e.Orelse = p.expression()
	e.Pos = p.from(at)
	return e
}

func (p *parser) disjunction() Expr { return p.boolOp("or", "Or", p.conjunction) }

func (p *parser) conjunction() Expr { return p.boolOp("and", "And", p.inversion) }

func (p *parser) boolOp(word string, o Op, part func() Expr) Expr {
	at := p.here()
	first := part()
	if !p.on(word) {
		return first
	}
	b := &BoolOp{Op: o, Values: []Expr{first}}
	for p.accept(word) {
		b.Values = append(b.Values, part())
	}
	b.Pos = p.from(at)
	return b
}

func (p *parser) inversion() Expr {
	at := p.here()
	if p.accept("not") {
		x := p.inversion()
		return &UnaryOp{exprPos{p.from(at)}, "Not", x}
	}
	return p.comparison()
}

var comparisons = map[string]Op{
	"==": "Eq",
	"!=": "NotEq",
	"<":  "Lt",
	"<=": "LtE",
	">":  "Gt",
	">=": "GtE",
	"in": "In",
	"is": "Is",
}

// comparator consumes a comparison operator.
func (p *parser) comparator() (o Op, ok bool) {
	t := p.peek()
	if t.kind != op && t.kind != name {
		return "", false
	}
	if t.text == "not" && p.tokens[p.at+1].text == "in" {
		p.take()
		p.take()
		return "NotIn", true
	}
	if o, ok = comparisons[t.text]; ok {
		p.take()
		if o == "Is" && p.accept("not") {
			o = "IsNot"
		}
	}
	return o, ok
}

func (p *parser) comparison() Expr {
	at := p.here()
	left := p.binary(0)
	var c *Compare
	for {
		o, ok := p.comparator()
		if !ok {
			break
		}
		if c == nil {
			c = &Compare{Left: left}
		}
		c.Ops, c.Comparators = append(c.Ops, o), append(c.Comparators, p.binary(0))
	}
	if c == nil {
		return left
	}
	c.Pos = p.from(at)
	return c
}

// binaries are the operators with a precedence between comparisons and signs, loosest first.
var binaries = []map[string]Op{
	{"|": "BitOr"},
	{"^": "BitXor"},
	{"&": "BitAnd"},
	{"<<": "LShift", ">>": "RShift"},
	{"+": "Add", "-": "Sub"},
	{"*": "Mult", "/": "Div", "//": "FloorDiv", "%": "Mod", "@": "MatMult"},
}

func (p *parser) binary(level int) Expr {
	if level == len(binaries) {
		return p.factor()
	}
	at := p.here()
	left := p.binary(level + 1)
	for p.is(op) {
		o, ok := binaries[level][p.peek().text]
		if !ok {
			break
		}
		p.take()
		right := p.binary(level + 1)
		left = &BinOp{exprPos{p.from(at)}, left, o, right}
	}
	return left
}

var signs = map[string]Op{"+": "UAdd", "-": "USub", "~": "Invert"}

// Symbol returns an arithmetic or bitwise operator as Python writes it, and other operators by their names in ast.
func (o Op) Symbol() string {
	for _, table := range []map[string]Op{augmented, signs} {
		for symbol, named := range table {
			if named == o {
				return strings.TrimSuffix(symbol, "=")
			}
		}
	}
	return string(o)
}

func (p *parser) factor() Expr {
	at := p.here()
	if o, ok := signs[p.peek().text]; ok && p.is(op) {
		p.take()
		x := p.factor()
		return &UnaryOp{exprPos{p.from(at)}, o, x}
	}
	base := p.primary()
	if !p.accept("**") {
		return base
	}
	x := p.factor()
	return &BinOp{exprPos{p.from(at)}, base, "Pow", x}
}

// primary parses an atom followed by any number of calls, subscripts and attributes.
func (p *parser) primary() Expr {
	at := p.here()
	if p.on("await") {
		p.failf("async is not supported")
	}
	e := p.atom()
	for {
		switch {
		case p.accept("."):
			n := p.identifier()
			e = &Attribute{exprPos{p.from(at)}, e, n, Load}
		case p.accept("("):
			c := &Call{Func: e}
			c.Args, c.Keywords = p.arguments()
			c.Pos = p.from(at)
			e = c
		case p.accept("["):
			s := p.subscript()
			p.want("]")
			e = &Subscript{exprPos{p.from(at)}, e, s, Load}
		default:
			return e
		}
	}
}

// subscript parses the contents of a subscript's brackets.
func (p *parser) subscript() Expr {
	at := p.here()
	first := p.slice()
	if _, star := first.(*Starred); !p.on(",") && !star {
		return first
	}
	t := &Tuple{Elts: []Expr{first}, Ctx: Load}
	for p.accept(",") && !p.on("]") {
		t.Elts = append(t.Elts, p.slice())
	}
	t.Pos = p.from(at)
	return t
}

func (p *parser) slice() Expr {
	at := p.here()
	var lower Expr
	if !p.on(":") {
		lower = p.starExpression()
		if !p.on(":") {
			return lower
		}
	}
	p.want(":")
	s := &Slice{Lower: lower}
	if !p.on(":") && !p.on("]") && !p.on(",") {
		s.Upper = p.expression()
	}
	if p.accept(":") && !p.on("]") && !p.on(",") {
		s.Step = p.expression()
	}
	s.Pos = p.from(at)
	return s
}

// arguments parses the arguments of a call or a class, and the closing parenthesis.
func (p *parser) arguments() (args []Expr, keywords []*Keyword) {
	for !p.on(")") {
		at := p.here()
		switch next := p.tokens[min(p.at+1, len(p.tokens)-1)]; {
		case p.accept("**"):
			v := p.expression()
			keywords = append(keywords, &Keyword{p.from(at), "", v})
		case p.is(name) && next.kind == op && next.text == "=":
			n := p.identifier()
			p.want("=")
			v := p.expression()
			keywords = append(keywords, &Keyword{p.from(at), n, v})
		default:
			e := p.starExpression()
			if p.on("for") {
				g := &GeneratorExp{Elt: e, Generators: p.comprehensions()}
				g.Pos = p.from(at)
				e = p.parenthesized(g, at, len(args)+len(keywords) == 0)
			} else if _, star := e.(*Starred); !star {
				p.checkOrder(at, keywords)
			}
			args = append(args, e)
		}
		if !p.accept(",") {
			break
		}
	}
	p.want(")")
	return args, keywords
}

// checkOrder rejects a positional argument after a keyword argument.
func (p *parser) checkOrder(at Pos, keywords []*Keyword) {
	for _, k := range keywords {
		if k.Arg != "" {
			p.failAt(at, "positional argument follows keyword argument")
		}
		p.failAt(at, "positional argument follows keyword argument unpacking")
	}
}

// parenthesized checks that a generator expression is the only argument of its call.
func (p *parser) parenthesized(g *GeneratorExp, at Pos, first bool) Expr {
	if !first || p.on(",") && p.tokens[p.at+1].text != ")" {
		p.failAt(at, "generator expression must be parenthesized")
	}
	return g
}

func (p *parser) comprehensions() (l []*Comprehension) {
	for p.on("for") || p.on("async") {
		if p.on("async") {
			p.failf("async is not supported")
		}
		at := p.take().pos
		c := &Comprehension{Target: p.targets()}
		p.want("in")
		c.Iter = p.disjunction()
		for p.accept("if") {
			c.Ifs = append(c.Ifs, p.named(p.disjunction))
		}
		c.Pos = p.from(at)
		l = append(l, c)
	}
	return l
}

func (p *parser) yieldExpr() Expr {
	at := p.take().pos
	if p.accept("from") {
		v := p.expression()
		return &YieldFrom{exprPos{p.from(at)}, v}
	}
	y := &Yield{}
	if !p.ends() {
		y.Value = p.starExpressions(Load)
	}
	y.Pos = p.from(at)
	return y
}

// atom parses a name, a literal or a bracketed expression.
func (p *parser) atom() Expr {
	t := p.peek()
	switch t.kind {
	case name:
		return p.nameAtom(t)
	case number:
		return p.numberAtom()
	case str, fstr:
		return p.strings()
	case op:
		switch t.text {
		case "(":
			return p.group()
		case "[":
			return p.list()
		case "{":
			return p.braces()
		case "...":
			p.take()
			return &Constant{exprPos{t.pos}, Ellipsis{}, ""}
		}
	}
	p.failf("invalid syntax%s", p.found())
	return nil
}

func (p *parser) nameAtom(t token) Expr {
	constants := map[string]any{"None": nil, "True": true, "False": false}
	if v, ok := constants[t.text]; ok {
		p.take()
		return &Constant{exprPos{t.pos}, v, ""}
	}
	if isKeyword(t.text) {
		p.failf("invalid syntax%s", p.found())
	}
	p.take()
	return &Name{exprPos{t.pos}, t.text, Load}
}

// group parses a parenthesized value, tuple or generator expression.
func (p *parser) group() Expr {
	at := p.take().pos
	if p.accept(")") {
		return &Tuple{exprPos{p.from(at)}, nil, Load}
	}
	if p.on("yield") {
		y := p.yieldExpr()
		p.want(")")
		return y
	}
	first := p.starExpression()
	if p.on("for") || p.on("async") {
		g := &GeneratorExp{Elt: first, Generators: p.comprehensions()}
		p.want(")")
		g.Pos = p.from(at)
		return g
	}
	if !p.on(",") {
		p.want(")")
		if _, star := first.(*Starred); star {
			p.failAt(at, "cannot use starred expression here")
		}
		return first
	}
	t := &Tuple{Elts: []Expr{first}, Ctx: Load}
	for p.accept(",") && !p.on(")") {
		t.Elts = append(t.Elts, p.starExpression())
	}
	p.want(")")
	t.Pos = p.from(at)
	return t
}

func (p *parser) list() Expr {
	at := p.take().pos
	l := &List{Ctx: Load}
	for !p.on("]") {
		l.Elts = append(l.Elts, p.starExpression())
		if p.on("for") || p.on("async") {
			c := &ListComp{Elt: l.Elts[0], Generators: p.comprehensions()}
			p.want("]")
			c.Pos = p.from(at)
			return c
		}
		if !p.accept(",") {
			break
		}
	}
	p.want("]")
	l.Pos = p.from(at)
	return l
}

// braces parses a dictionary, a set or a comprehension of either.
func (p *parser) braces() Expr {
	at := p.take().pos
	if p.on("}") || p.on("**") {
		return p.dict(at, nil, nil)
	}
	first := p.starExpression()
	if p.accept(":") {
		return p.dict(at, first, p.expression())
	}
	s := &Set{Elts: []Expr{first}}
	if p.on("for") || p.on("async") {
		c := &SetComp{Elt: first, Generators: p.comprehensions()}
		p.want("}")
		c.Pos = p.from(at)
		return c
	}
	for p.accept(",") && !p.on("}") {
		s.Elts = append(s.Elts, p.starExpression())
	}
	p.want("}")
	s.Pos = p.from(at)
	return s
}

// dict parses the rest of a dictionary after its first entry, which is absent if value is nil.
func (p *parser) dict(at Pos, key, value Expr) Expr {
	d := &Dict{}
	if value != nil {
		if p.on("for") || p.on("async") {
			c := &DictComp{Key: key, Value: value, Generators: p.comprehensions()}
			p.want("}")
			c.Pos = p.from(at)
			return c
		}
		d.Keys, d.Values = []Expr{key}, []Expr{value}
		if !p.accept(",") {
			p.want("}")
			d.Pos = p.from(at)
			return d
		}
	}
	for !p.on("}") {
		if p.accept("**") {
			d.Keys, d.Values = append(d.Keys, nil), append(d.Values, p.binary(0))
		} else {
			d.Keys = append(d.Keys, p.expression())
			p.want(":")
			d.Values = append(d.Values, p.expression())
		}
		if !p.accept(",") {
			break
		}
	}
	p.want("}")
	d.Pos = p.from(at)
	return d
}

// isIn reports whether s is one of words.
func isIn(s string, words ...string) bool { return slices.Contains(words, s) }
