package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Every cell type with a Construct gets a Call of the same signature, unless it has its own, so that net(x, y) is
// typed. Call runs the hooks and Construct through Invoke.

// synthesize adds the Call methods of the types that u declares; it reports whether it added any.
func (a *analysis) synthesize(u *unit) bool {
	if a.nnCell == nil || u.Body != nil {
		return false
	}
	added := false
	for _, f := range u.Files {
		for _, d := range f.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv == nil || fd.Name.Name != "Construct" {
				continue
			}
			r := syntax.ReceiverOf(fd)
			if r.Name == nil {
				continue
			}
			tn, ok := u.info.ObjectOf(r.Name).(*types.TypeName)
			if ok && a.wantsCall(tn) && !u.declaresCall(r.Name.Name) && !a.takesTuple(tn) {
				a.calls[fd.Name.Pos()] = true
				f.Decls = append(f.Decls, callMethod(fd))
				added = true
			}
		}
	}
	return a.synthesizeLater(u) || added
}

// synthesizeLater adds the Call methods for the Constructs of types declared by older cells.
func (a *analysis) synthesizeLater(u *unit) (added bool) {
	for _, x := range u.ext {
		if x.method == nil || x.method.Name() != "Construct" || !a.wantsCall(x.base) || u.declaresCall(x.base.Name()) || a.takesTuple(x.base) {
			continue
		}
		a.calls[x.decl.Name.Pos()] = true
		call := a.asFunction(u, callMethod(x.decl), x.base)
		if call == nil {
			continue
		}
		sig := x.method.Signature()
		var params []*types.TypeParam
		for p := range sig.RecvTypeParams().TypeParams() {
			*p = *types.NewTypeParam(p.Obj(), p.Constraint())
			params = append(params, p)
		}
		typ := types.NewSignatureType(sig.Recv(), params, nil, sig.Params(), sig.Results(), sig.Variadic())
		call.method = types.NewFunc(call.decl.Name.Pos(), a.pkg, "Call", typ)
		a.addMethod(x.base.Type().(*types.Named), call.method)
		u.ext = append(u.ext, call)
		f := u.Files[len(u.Files)-1]
		f.Decls = append(f.Decls, call.fake)
		added = true
	}
	return added
}

// wantsCall reports whether a type is a cell without a Call of its own.
func (a *analysis) wantsCall(tn *types.TypeName) bool {
	n := a.cellStruct(tn.Type())
	if n == nil {
		return false
	}
	for i := range n.NumMethods() {
		if n.Method(i).Name() == "Call" {
			return false
		}
	}
	return true
}

// takesTuple reports whether a type has a Call from a compiled base that takes all arguments as one tuple, like that
// of an optimizer with the gradients. It is kept, as such a cell is called that way.
func (a *analysis) takesTuple(tn *types.TypeName) bool {
	o, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, a.pkg, "Call")
	m, ok := o.(*types.Func)
	if !ok || m.Pkg() == a.pkg || m.Signature().Params().Len() != 1 || m.Signature().Variadic() {
		return false
	}
	n, ok := types.Unalias(m.Signature().Params().At(0).Type()).(*types.Named)
	return ok && n.Obj().Name() == "Tuple" && n.Obj().Pkg().Path() == tensorPath
}

func (u *unit) declaresCall(typ string) bool {
	for _, f := range u.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Name.Name == "Call" {
				if r := syntax.ReceiverOf(fd); r.Name != nil && r.Name.Name == typ {
					return true
				}
			}
		}
	}
	return false
}

// Synthesized reports whether a function is a synthesized Call: errors in it are reported where the cell is called.
func Synthesized(fn ast.Node) bool {
	d, ok := fn.(*ast.FuncDecl)
	return ok && d.Recv != nil && d.Name.Name == "Call" && len(d.Recv.List[0].Names) == 1 && d.Recv.List[0].Names[0].Name == "n"+syntax.Mark
}

// SynthesizedAt reports whether pos is in a synthesized Call, which has the position of its Construct.
func (f *Front) SynthesizedAt(pos token.Pos) bool { return f.calls[pos] }

// callMethod builds the Call for a Construct:
//
//	func (n *Net) Call(p0 A, p1 ...B) (r0 C, r1 D) {
//		args := []any{p0}
//		for _, p := range p1 { args = append(args, p) }
//		out := n.Invoke(args...)
//		if out[0] != nil { r0 = out[0].(C) }
//		…
//		return
//	}
func callMethod(construct *ast.FuncDecl) *ast.FuncDecl {
	pos := construct.Name.Pos()
	recv := &ast.Field{Names: []*ast.Ident{syntax.Ident(pos, "n"+syntax.Mark)}, Type: construct.Recv.List[0].Type}
	typ := &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}}
	var args []string
	spread := ""
	for _, f := range construct.Type.Params.List {
		for range max(1, len(f.Names)) {
			name := fmt.Sprintf("p%s%d", syntax.Mark, len(typ.Params.List))
			typ.Params.List = append(typ.Params.List, &ast.Field{Names: []*ast.Ident{syntax.Ident(pos, name)}, Type: f.Type})
			if _, ok := f.Type.(*ast.Ellipsis); ok {
				spread = fmt.Sprintf("for _, pꞏ := range %s { argsꞏ = append(argsꞏ, pꞏ) };", name)
				continue
			}
			args = append(args, name)
		}
	}
	body := fmt.Sprintf("argsꞏ := []any{%s}; %s outꞏ := n%s.Invoke(argsꞏ...); _ = outꞏ;", strings.Join(args, ", "), spread, syntax.Mark)
	var results []ast.Expr
	if construct.Type.Results != nil {
		typ.Results = &ast.FieldList{Opening: pos, Closing: pos}
		for _, f := range construct.Type.Results.List {
			for range max(1, len(f.Names)) {
				i := len(results)
				name := fmt.Sprintf("r%s%d", syntax.Mark, i)
				typ.Results.List = append(typ.Results.List, &ast.Field{Names: []*ast.Ident{syntax.Ident(pos, name)}, Type: f.Type})
				body += fmt.Sprintf("if outꞏ[%d] != nil { %s = outꞏ[%d].(Q%d) };", i, name, i, i)
				results = append(results, f.Type)
			}
		}
	}
	return &ast.FuncDecl{
		Recv: &ast.FieldList{Opening: pos, List: []*ast.Field{recv}, Closing: pos},
		Name: syntax.Ident(pos, "Call"), Type: typ,
		Body: &ast.BlockStmt{Lbrace: pos, List: syntax.Quote(pos, body+" return", results...), Rbrace: pos},
	}
}
