package interp

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strconv"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/tensor"
)

// The interpreter does not tell which index was out of range. Where a statement of a cell itself fails, its
// operands are variables of the session and can be looked at afterwards.

var operand = regexp.MustCompile(`[\pL_][\pL\pN_]*$`)

// indexDetail completes an IndexError at the top level of a cell: index out of range [5] with length 3.
func (s *Session) indexDetail(e *CellError, eng *engine) {
	n := len(e.Frames)
	if e.Kind != string(tensor.IndexError) || e.Msg != "index out of range" || n == 0 || e.Frames[n-1].Func != "" {
		return
	}
	f := e.Frames[n-1]
	at := f.Col - 1
	if at < 0 || at >= len(f.Source) || f.Source[at] != '[' {
		return
	}
	end := closing(f.Source, at)
	if end < 0 {
		return
	}
	list := s.global(eng, operand.FindString(f.Source[:at]))
	index, err := parser.ParseExpr(f.Source[at+1 : end])
	if err != nil || !list.IsValid() {
		return
	}
	switch list.Kind() {
	case reflect.Slice, reflect.Array, reflect.String:
	default:
		return
	}
	if i, ok := s.indexValue(eng, index); ok && (i < 0 || i >= list.Len()) {
		e.Msg = fmt.Sprintf("index out of range [%d] with length %d", i, list.Len())
		if i < 0 {
			e.Msg = fmt.Sprintf("index out of range [%d]", i)
		}
	}
}

// closing returns the offset of the bracket that closes the one at offset at.
func closing(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// global returns the value of a variable of the session.
func (s *Session) global(eng *engine, name string) reflect.Value {
	o := eng.front.Env()[name]
	if o == nil {
		return reflect.Value{}
	}
	v := eng.i.Globals()[eng.front.InterpName(o)]
	if !v.IsValid() || !v.CanInterface() {
		return reflect.Value{}
	}
	return reflect.ValueOf(bridge.Unwrap(v.Interface()))
}

// indexValue evaluates an index that is made of numbers and variables of the session.
func (s *Session) indexValue(eng *engine, e ast.Expr) (int, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		n, err := strconv.Atoi(e.Value)
		return n, err == nil
	case *ast.Ident:
		if v := s.global(eng, e.Name); v.IsValid() && v.CanInt() {
			return int(v.Int()), true
		}
	case *ast.ParenExpr:
		return s.indexValue(eng, e.X)
	case *ast.CallExpr:
		if fun, ok := e.Fun.(*ast.Ident); ok && fun.Name == "len" && len(e.Args) == 1 {
			if id, ok := e.Args[0].(*ast.Ident); ok {
				if v := s.global(eng, id.Name); v.IsValid() && v.Kind() == reflect.Slice {
					return v.Len(), true
				}
			}
		}
	case *ast.BinaryExpr:
		x, okX := s.indexValue(eng, e.X)
		y, okY := s.indexValue(eng, e.Y)
		switch e.Op {
		case token.ADD:
			return x + y, okX && okY
		case token.SUB:
			return x - y, okX && okY
		case token.MUL:
			return x * y, okX && okY
		}
	}
	return 0, false
}
