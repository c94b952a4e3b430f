package conform

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Cut splits the text of a package main into cells: the imports, then the declarations, each in its own cell after
// those that it needs, and finally a call of main. Declarations that need each other share a cell, and so do a generic
// type and its methods, which a session accepts only together.
func Cut(src string) (cells []string, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := cutter{generic: map[string]bool{}}
	imports, from := "", fset.Position(f.Name.End()).Offset
	for i, d := range f.Decls {
		end := len(src)
		if i < len(f.Decls)-1 {
			end = fset.Position(d.End()).Offset
			end += strings.IndexByte(src[end:]+"\n", '\n')
		}
		text := strings.TrimSpace(src[from:end])
		from = end
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			imports += text + "\n"
			continue
		}
		c.add(d, text)
	}
	c.connect()
	if imports != "" {
		cells = append(cells, imports)
	}
	return append(append(cells, c.cells()...), "main()"), nil
}

// A piece is a declaration at package level.
type piece struct {
	text  string
	names []string        // what it declares
	base  string          // the type that it is a method of
	uses  map[string]bool // names that it mentions
	picks map[string]bool // names that it selects, as in x.name
	self  bool            // a method that uses its receiver other than by selecting
	kind  token.Token     // FUNC, VAR, CONST, TYPE or initToken
}

// initToken is the kind of an init function.
const initToken = token.ILLEGAL

type cutter struct {
	list    []*piece
	generic map[string]bool // types with parameters
	needs   [][]bool
}

// initName finds the name of an init function, which a cell must call itself.
var initName = regexp.MustCompile(`(?m)^func init\(\)`)

func (c *cutter) add(d ast.Decl, text string) {
	p := &piece{text: text, uses: map[string]bool{}, picks: map[string]bool{}, kind: token.FUNC}
	receiver := ""
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			p.base = baseName(d.Recv.List[0].Type)
			if len(d.Recv.List[0].Names) > 0 {
				receiver = d.Recv.List[0].Names[0].Name
			}
		} else if name == "init" {
			name = fmt.Sprintf("setUp%d", len(c.list))
			p.text = initName.ReplaceAllString(text, "func "+name+"()") + "\n" + name + "()"
			p.kind = initToken
		}
		p.names = []string{name}
		p.read(d.Type, receiver)
		if d.Body != nil {
			p.read(d.Body, receiver)
		}
	case *ast.GenDecl:
		p.kind = d.Tok
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				p.names = append(p.names, s.Name.Name)
				if s.TypeParams != nil {
					c.generic[s.Name.Name] = true
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					p.names = append(p.names, n.Name)
				}
			}
		}
		p.read(d, "")
	}
	c.list = append(c.list, p)
}

// read records the names in n.
func (p *piece) read(n ast.Node, receiver string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			p.picks[n.Sel.Name] = true
			if id, ok := n.X.(*ast.Ident); ok && id.Name == receiver {
				return false
			}
			p.read(n.X, receiver)
			return false
		case *ast.Ident:
			p.uses[n.Name] = true
			p.self = p.self || n.Name == receiver && receiver != ""
		}
		return true
	})
}

// baseName returns the name of the type in a receiver.
func baseName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return baseName(x.X)
	case *ast.ParenExpr:
		return baseName(x.X)
	case *ast.IndexExpr:
		return baseName(x.X)
	case *ast.IndexListExpr:
		return baseName(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// connect determines which declarations need which, directly and indirectly.
func (c *cutter) connect() {
	n := len(c.list)
	c.needs = make([][]bool, n)
	for i, p := range c.list {
		c.needs[i] = make([]bool, n)
		for j, q := range c.list {
			c.needs[i][j] = i != j && c.direct(p, q)
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				c.needs[i][j] = c.needs[i][j] || c.needs[i][k] && c.needs[k][j]
			}
		}
	}
}

// direct reports whether p needs q directly. A declaration that mentions a type, other than in a type, also needs its
// methods, because it may use the value as an interface.
func (c *cutter) direct(p, q *piece) bool {
	switch {
	case p.kind == initToken && q.kind == token.VAR:
		return true
	case q.base == "":
		return slices.ContainsFunc(q.names, func(s string) bool { return p.uses[s] || s == p.base })
	case c.generic[q.base] && slices.Contains(p.names, q.base):
		return true
	case p.kind == token.TYPE:
		return false
	default:
		return p.picks[q.names[0]] || p.uses[q.base] || p.self && p.base == q.base
	}
}

// cells groups declarations that need each other, and orders the groups after those that they need, otherwise in
// source order.
func (c *cutter) cells() (cells []string) {
	placed := make([]bool, len(c.list))
	ready := func(i int) bool {
		for j := range c.list {
			if c.needs[i][j] && !placed[j] && !c.needs[j][i] {
				return false
			}
		}
		return true
	}
	for i := 0; i < len(c.list); i++ {
		if placed[i] || !ready(i) {
			continue
		}
		var group []string
		for j := range c.list {
			if j == i || c.needs[i][j] && c.needs[j][i] {
				placed[j] = true
				group = append(group, c.list[j].text)
			}
		}
		cells = append(cells, strings.Join(group, "\n\n"))
		i = -1 // an earlier declaration may be ready now
	}
	return cells
}
