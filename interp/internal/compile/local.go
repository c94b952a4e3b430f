package compile

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// eachLocal calls f for the types that a function declares.
func eachLocal(d ast.Decl, info *types.Info, f func(*types.TypeName)) {
	ast.Inspect(d, func(n ast.Node) bool {
		if ts, ok := n.(*ast.TypeSpec); ok && !ts.Assign.IsValid() {
			if o, ok := info.Defs[ts.Name].(*types.TypeName); ok && o.Parent() != o.Pkg().Scope() {
				f(o)
			}
		}
		return true
	})
}

// numberLocals records the types that functions of a unit declare.
func (p *program) numberLocals(files []*ast.File, info *types.Info) {
	for _, f := range files {
		for _, d := range f.Decls {
			eachLocal(d, info, p.c.env.maker.Local)
		}
	}
}

// findLocals records the types that generic functions declare.
func (p *program) findLocals(files []*ast.File, info *types.Info) {
	for _, f := range files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := info.Defs[fd.Name].(*types.Func)
			if !ok || !isGeneric(fn) {
				continue
			}
			eachLocal(fd, info, func(o *types.TypeName) {
				if p.local[fn] == nil {
					p.local[fn] = map[token.Pos]*types.TypeName{}
				}
				p.local[fn][o.Pos()] = o
			})
		}
	}
}

// instantiate records the types that an instance of a generic function declares: its SSA form has copies of those of
// the generic function. Nothing that it calls has been compiled yet.
func (p *program) instantiate(fn *ssa.Function) {
	if fn.Parent() != nil || len(fn.TypeArgs()) == 0 || fn.Origin() == nil {
		return
	}
	of, _ := fn.Origin().Object().(*types.Func)
	if len(p.local[of]) == 0 {
		return
	}
	c := &copies{
		p: p, of: p.local[of], args: fn.TypeArgs(), seen: map[types.Type]bool{}, found: map[token.Pos]*types.TypeName{},
	}
	c.function(fn)
	p.copied[fn] = c.found
}

// copies finds the copied types in an instance.
type copies struct {
	p     *program
	of    map[token.Pos]*types.TypeName
	args  []types.Type
	seen  map[types.Type]bool
	found map[token.Pos]*types.TypeName
}

func (c *copies) function(fn *ssa.Function) {
	for _, v := range fn.Params {
		c.typ(v.Type())
	}
	var operands []*ssa.Value
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				c.typ(v.Type())
			}
			if t, ok := in.(*ssa.TypeAssert); ok {
				c.typ(t.AssertedType)
			}
			for _, v := range in.Operands(operands[:0]) {
				if *v != nil {
					c.typ((*v).Type())
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		c.function(anon)
	}
}

func (c *copies) typ(t types.Type) {
	if t == nil || c.seen[t] {
		return
	}
	c.seen[t] = true
	if n, ok := t.(*types.Named); ok {
		c.named(n)
	} else {
		gotypes.Parts(t, c.typ)
	}
}

func (c *copies) named(t *types.Named) {
	for arg := range t.TypeArgs().Types() {
		c.typ(arg)
	}
	o := t.Obj()
	of := c.of[o.Pos()]
	if of == nil || of.Name() != o.Name() {
		return
	}
	c.found[o.Pos()] = o
	if of != o {
		if err := c.p.c.env.maker.Instance(o, of, c.args); err != nil {
			panic(&Refused{Pos: o.Pos(), What: err.Error()})
		}
	}
	c.typ(t.Underlying())
}
