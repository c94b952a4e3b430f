package interp

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// TestSlotsRunOut: a session whose types have used up all entry points says so where the type is used, and goes on.
func TestSlotsRunOut(t *testing.T) {
	if _, all := realtype.Slots(); all == 0 {
		t.Skip(realtype.ErrMethods)
	}
	if !testenv.Apart(t) {
		return
	}
	s := newSession(t)
	before := "type Old struct{ n int }\nfunc (o Old) Text() string { return fmt.Sprint(o.n) }\nvar old fmt.Stringer\nfunc rate() int { return 1 }\no := Old{3}; var a any = o\no.Text()"
	if r := s.Eval(before); r.Err != nil {
		t.Fatal(r.Err)
	}
	useSlots(t)
	const full = " LimitError: cannot compile main.%s: no entry points are left for the methods of types made at run time"
	for _, tt := range []struct{ src, at, typ string }{
		{"1 + 1\ntype New struct{}\nfunc (New) M() int { return 1 }\nvar n New", "In[2]:3:12:", "New"},
		{"x := 1\ntype New struct{}\nfunc (New) M() int { return 1 }\nfmt.Println(x, any(New{}))", "In[3]:3:12:", "New"},
		{"func (o Old) String() string { return o.Text() }\nfunc rate() int { return 2 }", "In[4]:1:1:", "Old"},
		{"f := func() any {\n\ttype Local struct{ Old }\n\treturn Local{}\n}\nf()", "In[5]:5:1:", "Local"},
	} {
		want := tt.at + fmt.Sprintf(full, tt.typ)
		if r := s.Eval(tt.src); r.Err == nil || !strings.HasPrefix(r.Err.Error(), want) {
			t.Errorf("%s\n%v\nwant %s…", tt.src, r.Err, want)
		}
	}
	if r := s.Eval("fmt.Sprint(a.(Old).Text(), o, len([]Old{o}))"); r.Err != nil || r.Value.Text() != "\"3{3} 1\"" {
		t.Errorf("what was there: %v, %v", r.Value, r.Err)
	}
	if r := s.Eval("rate()"); r.Err != nil || r.Value.Text() != "1" {
		t.Errorf("a function beside the method that was refused: %v, %v", r.Value, r.Err)
	}
	if r := s.Eval("o.String()"); r.Err == nil || !strings.Contains(r.Err.Error(), "o.String undefined") {
		t.Errorf("the method that was refused: %v", r.Err)
	}
}

// useSlots takes all entry points that are left.
func useSlots(t *testing.T) {
	t.Helper()
	m := realtype.Method{Name: "M", Type: reflect.TypeFor[func()]()}
	for {
		typ, err := realtype.New(realtype.Package{Path: "slots", Name: "slots"}, "T", reflect.TypeFor[struct{ F0 int }](), 1, 1)
		if err == nil {
			err = realtype.CompleteStruct(typ, []reflect.StructField{{Name: "N", Type: reflect.TypeFor[int]()}})
		}
		if err == nil {
			err = realtype.SetMethods(typ, []realtype.Method{m})
		}
		if errors.Is(err, realtype.ErrSlots) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
