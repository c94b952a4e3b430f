package port

import (
	"fmt"
	"strings"

	"github.com/msrepl/msrepl/internal/text/python"
)

// listIndex is an element or a part of a list.
func (t *Translator) listIndex(e *python.Subscript, v val) val {
	elem := v.t.elem
	if elem == nil && len(v.t.elts) > 0 && strings.HasPrefix(v.t.goText(), "[]") {
		elem = v.t.elts[0]
	}
	if elem == nil {
		leave(e, "an index of a tuple of several types")
	}
	if s, ok := e.Slice.(*python.Slice); ok {
		u := v.t
		if u.kind == tuple && u.elem == nil {
			u = &typ{kind: list, elem: elem, words: true}
		}
		if !t.plainSlice(s, v) {
			return atom(t.slicedBy(s, v.code)+".("+u.goText()+")", u)
		}
		v = t.again(e, v)
		return atom(v.at(7)+"["+t.listBound(s.Lower, v)+":"+t.listBound(s.Upper, v)+"]", u)
	}
	if fromEnd(e.Slice) {
		v = t.again(e, v)
	}
	return atom(v.at(7)+"["+t.listBound(e.Slice, v)+"]", elem)
}

// fromEnd says whether an index counts from the end, for which the code of the list is written twice.
func fromEnd(e python.Expr) bool {
	n, ok := intConst(e)
	return ok && n < 0
}

// plainSlice says whether Go may slice a value itself: a shape, which nobody changes and which is as long as the page
// takes it to be. Python copies what it slices, and leaves out what is beyond the end.
func (t *Translator) plainSlice(s *python.Slice, v val) bool {
	known := func(e python.Expr) bool {
		_, isConst := intConst(e)
		return e == nil || isConst
	}
	return v.t.words && s.Step == nil && known(s.Lower) && known(s.Upper)
}

// slicedBy is list[lower:upper:step] by the function that does what Python does.
func (t *Translator) slicedBy(s *python.Slice, code string) string {
	bound := func(e python.Expr) string {
		if isNone(e) {
			return "nil"
		}
		return t.bound(e)
	}
	step := "1"
	if s.Step != nil {
		step = t.bound(s.Step)
	}
	return fmt.Sprintf("py.Slice(%s, %s, %s, %s)", code, bound(s.Lower), bound(s.Upper), step)
}

// listBound is an index into a list; a negative one counts from the end.
func (t *Translator) listBound(e python.Expr, v val) string {
	if e == nil {
		return ""
	}
	if n, ok := intConst(e); ok && n < 0 {
		return fmt.Sprintf("len(%s)-%d", v.code, -n)
	}
	return t.bound(e)
}

func (t *Translator) textIndex(e *python.Subscript, v val) val {
	if fromEnd(e.Slice) {
		v = t.again(e, v)
	}
	runes := atom("[]rune("+v.code+")", v.t) // Python counts characters
	if s, ok := e.Slice.(*python.Slice); ok {
		return atom(t.slicedBy(s, v.code)+".(string)", tText)
	}
	return atom("string("+runes.code+"["+t.listBound(e.Slice, runes)+"])", tText)
}
