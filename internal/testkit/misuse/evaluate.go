package misuse

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/tensor"
)

// evaluator evaluates the expressions of a table: literals, names, calls and methods. An expression that it cannot
// evaluate sets err.
type evaluator struct {
	env map[string]any
	err error
}

func (e *evaluator) text(call string) {
	x, err := parser.ParseExpr(call)
	if err != nil {
		e.err = err
		return
	}
	e.expr(x, reflect.TypeFor[any]())
}

func (e *evaluator) fail(format string, args ...any) reflect.Value {
	if e.err == nil {
		e.err = fmt.Errorf(format, args...)
	}
	return reflect.Value{}
}

// expr evaluates x as a value of type want.
func (e *evaluator) expr(x ast.Expr, want reflect.Type) reflect.Value {
	switch x := x.(type) {
	case *ast.BasicLit:
		return e.literal(x, want, "")
	case *ast.UnaryExpr:
		if lit, ok := x.X.(*ast.BasicLit); ok && x.Op == token.SUB {
			return e.literal(lit, want, "-")
		}
	case *ast.ParenExpr:
		return e.expr(x.X, want)
	case *ast.Ident:
		return e.name(x.Name, want)
	case *ast.CompositeLit:
		return e.list(x, e.typeOf(x.Type, want))
	case *ast.CallExpr:
		return e.call(x)
	}
	return e.fail("%T is not understood", x)
}

func (e *evaluator) literal(lit *ast.BasicLit, want reflect.Type, sign string) reflect.Value {
	var v any
	var err error
	switch lit.Kind {
	case token.INT:
		v, err = strconv.Atoi(sign + lit.Value)
	case token.FLOAT:
		v, err = strconv.ParseFloat(sign+lit.Value, 64)
	default:
		v, err = strconv.Unquote(lit.Value)
	}
	if err != nil {
		return e.fail("%s: %v", lit.Value, err)
	}
	rv := reflect.ValueOf(v)
	if want.Kind() != reflect.Interface && rv.CanConvert(want) {
		return rv.Convert(want)
	}
	return rv
}

func (e *evaluator) name(name string, want reflect.Type) reflect.Value {
	switch name {
	case "nil":
		return reflect.Zero(want)
	case "true", "false":
		return reflect.ValueOf(name == "true")
	}
	if v, ok := e.env[name]; ok {
		return reflect.ValueOf(v)
	}
	if dt, ok := dtypeNamed(name); ok {
		return reflect.ValueOf(dt)
	}
	return e.fail("%s is not defined", name)
}

func dtypeNamed(name string) (tensor.DType, bool) {
	for _, dt := range dtype.All() {
		if dt.String() == name {
			return dt, true
		}
	}
	return tensor.DType(0), false
}

// basic maps names to the element types of lists.
var basic = map[string]reflect.Type{
	"int": reflect.TypeFor[int](), "float64": reflect.TypeFor[float64](), "float32": reflect.TypeFor[float32](), "int32": reflect.TypeFor[int32](),
	"uint16": reflect.TypeFor[uint16](), "bool": reflect.TypeFor[bool](), "string": reflect.TypeFor[string](), "any": reflect.TypeFor[any](),
	"Tensor": reflect.TypeFor[tensor.Tensor](),
}

// typeOf returns the type denoted by x; inner lists may omit theirs.
func (e *evaluator) typeOf(x ast.Expr, outer reflect.Type) reflect.Type {
	switch x := x.(type) {
	case nil:
		return outer
	case *ast.StarExpr:
		return reflect.PointerTo(e.typeOf(x.X, nil))
	case *ast.ArrayType:
		if n, ok := x.Len.(*ast.BasicLit); ok {
			size, _ := strconv.Atoi(n.Value)
			return reflect.ArrayOf(size, e.typeOf(x.Elt, nil))
		}
		return reflect.SliceOf(e.typeOf(x.Elt, nil))
	case *ast.Ident:
		if t := basic[x.Name]; t != nil {
			return t
		}
	}
	e.fail("%v is not a type", x)
	return reflect.TypeFor[any]()
}

func (e *evaluator) list(x *ast.CompositeLit, of reflect.Type) reflect.Value {
	v := reflect.New(of).Elem()
	if of.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(of, len(x.Elts), len(x.Elts)))
	}
	for i, el := range x.Elts {
		if a := e.expr(el, of.Elem()); e.err == nil {
			v.Index(i).Set(a)
		}
	}
	return v
}

// call evaluates a call of a function of env, a tensor, or a call of a method.
func (e *evaluator) call(x *ast.CallExpr) reflect.Value {
	var fn reflect.Value
	switch f := x.Fun.(type) {
	case *ast.SelectorExpr:
		of := e.expr(f.X, reflect.TypeFor[any]())
		if e.err != nil {
			return of
		}
		if fn = of.MethodByName(f.Sel.Name); !fn.IsValid() {
			return e.fail("%s has no method %s", of.Type(), f.Sel.Name)
		}
	case *ast.Ident:
		if fn = e.name(f.Name, nil); e.err != nil {
			return fn
		}
		if dt, ok := fn.Interface().(tensor.DType); ok {
			fn = reflect.ValueOf(func(dims ...int) *tensor.Tensor { return tensor.Ones(dims...).AsType(dt) })
		}
	}
	if fn.Kind() != reflect.Func {
		return e.fail("%v is not a function", x.Fun)
	}
	args := e.arguments(fn.Type(), x.Args)
	if e.err != nil {
		return reflect.Value{}
	}
	if out := fn.Call(args); len(out) > 0 {
		return out[0]
	}
	return reflect.Value{}
}

func (e *evaluator) arguments(fn reflect.Type, list []ast.Expr) (args []reflect.Value) {
	if len(list) < fn.NumIn() && !(fn.IsVariadic() && len(list) == fn.NumIn()-1) {
		e.fail("%d arguments are given to %s", len(list), fn)
		return nil
	}
	for i, x := range list {
		var want reflect.Type
		switch last := fn.NumIn() - 1; {
		case fn.IsVariadic() && i >= last:
			want = fn.In(last).Elem()
		case i > last:
			e.fail("%d arguments are given to %s", len(list), fn)
			return nil
		default:
			want = fn.In(i)
		}
		v := e.expr(x, want)
		if e.err == nil && !v.Type().AssignableTo(want) {
			e.fail("argument %d is a %s where a %s is expected", i, v.Type(), want)
		}
		args = append(args, v)
	}
	return args
}
