package python

// block parses ":" and the block after it, which is indented or on the same line.
func (p *parser) block() (body []Stmt) {
	p.want(":")
	if !p.is(newline) {
		return p.simpleLine()
	}
	p.take()
	if !p.is(indent) {
		p.failf("expected an indented block")
	}
	p.take()
	for !p.is(dedent) && !p.is(end) {
		body = append(body, p.statement()...)
	}
	if p.is(dedent) {
		p.take()
	}
	return body
}

// orelse parses an optional else clause.
func (p *parser) orelse() []Stmt {
	if !p.accept("else") {
		return nil
	}
	return p.block()
}

func (p *parser) ifStmt() Stmt {
	t := p.take()
	s := &If{Test: p.namedExpression()}
	s.Body = p.block()
	if p.on("elif") {
		s.Orelse = []Stmt{p.ifStmt()}
	} else {
		s.Orelse = p.orelse()
	}
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) whileStmt() Stmt {
	t := p.take()
	s := &While{Test: p.namedExpression()}
	s.Body = p.block()
	s.Orelse = p.orelse()
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) forStmt() Stmt {
	t := p.take()
	s := &For{Target: p.targets()}
	p.want("in")
	s.Iter = p.starExpressions(Load)
	s.Body = p.block()
	s.Orelse = p.orelse()
	s.Pos = p.from(t.pos)
	return s
}

func (p *parser) tryStmt() Stmt {
	t := p.take()
	s := &Try{Body: p.block()}
	star := false
	for p.on("except") {
		at := p.take().pos
		h := &ExceptHandler{}
		star = p.accept("*") || star
		if !p.on(":") {
			h.Type = p.expression()
			if p.on(",") {
				p.failf("multiple exception types must be parenthesized")
			}
			if p.accept("as") {
				h.Name = p.identifier()
			}
		}
		h.Body = p.block()
		h.Pos = p.from(at)
		s.Handlers = append(s.Handlers, h)
	}
	s.Orelse = p.orelse()
	if p.accept("finally") {
		s.Finalbody = p.block()
	}
	if len(s.Handlers) == 0 && s.Finalbody == nil {
		p.failf("expected 'except' or 'finally' block")
	}
	s.Pos = p.from(t.pos)
	if star {
		return &TryStar{s.stmtPos, s.Body, s.Handlers, s.Orelse, s.Finalbody}
	}
	return s
}

func (p *parser) withStmt() Stmt {
	t := p.take()
	s := &With{}
	if !p.parenthesizedItems(s) {
		s.Items = p.withItems()
	}
	s.Body = p.block()
	s.Pos = p.from(t.pos)
	return s
}

// parenthesizedItems parses "(a as b, c as d):" if that is next.
func (p *parser) parenthesizedItems(s *With) (ok bool) {
	if !p.on("(") {
		return false
	}
	at, last := p.at, p.last
	defer func() {
		if e := recover(); e != nil {
			if _, syntax := e.(*SyntaxError); !syntax {
				panic(e)
			}
			ok = false
		}
		if !ok {
			p.at, p.last, s.Items = at, last, nil
		}
	}()
	p.take()
	s.Items = p.withItems()
	p.want(")")
	return p.on(":")
}

func (p *parser) withItems() (l []*Withitem) {
	for {
		at := p.here()
		w := &Withitem{ContextExpr: p.expression()}
		if p.accept("as") {
			w.OptionalVars = p.target(Store)
		}
		w.Pos = p.from(at)
		l = append(l, w)
		if !p.accept(",") || p.on(")") {
			return l
		}
	}
}

func (p *parser) decorated() Stmt {
	var decorators []Expr
	for p.accept("@") {
		decorators = append(decorators, p.namedExpression())
		p.endLine()
	}
	switch t := p.peek(); {
	case p.on("def"):
		return p.funcDef(t.pos, decorators)
	case p.on("class"):
		return p.classDef(t.pos, decorators)
	case p.on("async"):
		p.failf("async is not supported")
	}
	p.failf("expected def or class after a decorator%s", p.found())
	return nil
}

func (p *parser) refuseTypeParams() {
	if p.on("[") {
		p.failf("type parameters are not supported")
	}
}

func (p *parser) funcDef(at Pos, decorators []Expr) Stmt {
	p.take()
	f := &FunctionDef{Name: p.identifier(), DecoratorList: decorators}
	p.refuseTypeParams()
	p.want("(")
	f.Args = p.parameters(")", true)
	p.want(")")
	if p.accept("->") {
		f.Returns = p.expression()
	}
	f.Body = p.block()
	f.Pos = p.from(at)
	return f
}

func (p *parser) classDef(at Pos, decorators []Expr) Stmt {
	p.take()
	c := &ClassDef{Name: p.identifier(), DecoratorList: decorators}
	p.refuseTypeParams()
	if p.accept("(") {
		c.Bases, c.Keywords = p.arguments()
	}
	c.Body = p.block()
	c.Pos = p.from(at)
	return c
}

// parameters parses the parameters of a def or a lambda, up to the token closing.
func (p *parser) parameters(closing string, annotations bool) *Arguments {
	a := &Arguments{Pos: p.here()}
	keywordOnly := false
	for !p.on(closing) {
		switch {
		case p.accept("**"):
			a.Kwarg = p.parameter(annotations)
			p.accept(",")
			if !p.on(closing) {
				p.failf("arguments cannot follow var-keyword argument")
			}
			continue
		case p.accept("*"):
			if keywordOnly {
				p.failf("* argument may appear only once")
			}
			if keywordOnly = true; !p.on(",") {
				a.Vararg = p.parameter(annotations)
			}
		case p.accept("/"):
			if len(a.Args) == 0 || a.Posonlyargs != nil || keywordOnly {
				p.failf("/ must follow parameters and may appear only once")
			}
			a.Posonlyargs, a.Args = a.Args, nil
		default:
			p.plainParameter(a, keywordOnly, annotations)
		}
		if !p.accept(",") {
			break
		}
	}
	a.Pos = p.from(a.Pos)
	return a
}

func (p *parser) plainParameter(a *Arguments, keywordOnly, annotations bool) {
	arg := p.parameter(annotations)
	var value Expr
	if p.accept("=") {
		value = p.expression()
	}
	if keywordOnly {
		a.Kwonlyargs, a.KwDefaults = append(a.Kwonlyargs, arg), append(a.KwDefaults, value)
		return
	}
	if value == nil && len(a.Defaults) > 0 {
		p.failAt(arg.Pos, "parameter without a default follows parameter with a default")
	}
	a.Args = append(a.Args, arg)
	if value != nil {
		a.Defaults = append(a.Defaults, value)
	}
}

func (p *parser) parameter(annotations bool) *Arg {
	at := p.here()
	a := &Arg{Arg: p.identifier()}
	if annotations && p.accept(":") {
		if p.on("*") {
			a.Annotation = p.starExpression()
		} else {
			a.Annotation = p.expression()
		}
	}
	a.Pos = p.from(at)
	return a
}
