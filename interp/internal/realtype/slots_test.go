package realtype

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"syscall"
	"testing"
)

// TestSlotsRunOut uses up all entry points, in a process of its own.
func TestSlotsRunOut(t *testing.T) {
	if _, all := Slots(); all == 0 {
		t.Skip(ErrMethods)
	}
	if os.Getenv("REALTYPE_ALL_SLOTS") == "" {
		exe, err := os.Executable()
		must(t, err)
		cmd := exec.Command(exe, "-test.run", "^TestSlotsRunOut$", "-test.v")
		cmd.Env = append(os.Environ(), "REALTYPE_ALL_SLOTS=1")
		out, err := cmd.CombinedOutput()
		if errors.Is(err, syscall.ENOEXEC) {
			t.Skip("an emulated test cannot start itself")
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return
	}
	var ms []Method
	for i := range 5 { // with value receivers, which take two slots
		ms = append(ms, meth(fmt.Sprint("M", i), false, (func(int) int)(nil), func(a []reflect.Value) []reflect.Value { return a[1:] }))
	}
	var err error
	var first, last reflect.Type
	methods := -5
	for err == nil {
		last = begin(t, home, "T", ty[int](), 5, 5)
		if first == nil {
			first = last
		}
		err = SetMethods(last, ms)
		methods += 5
	}
	if !errors.Is(err, ErrSlots) || methods < 10_000 {
		t.Errorf("%d methods, then %v", methods, err)
	}
	type m4 interface{ M4(int) int }
	_, ok := reflect.New(last).Interface().(m4)
	is(t, "a type without slots has methods", fmt.Sprint(ok, last.NumMethod()), "false 0")
	is(t, "the first type", reflect.New(first).Elem().Interface().(m4).M4(7), 7)
	must(t, SetBody(first, "M4", "", Body{Func: func(a []reflect.Value) []reflect.Value { return vals(8) }}))
	is(t, "the first type", reflect.New(first).Elem().Interface().(m4).M4(7), 8)
	if used, all := Slots(); all-used >= 10 {
		t.Errorf("%d of %d slots are in use", used, all)
	}
}

// TestWithoutMethods makes types on any processor; where there are no entry points they have no methods.
func TestWithoutMethods(t *testing.T) {
	typ, err := New(home, "T", ty[struct{ F0 string }](), 1, 1)
	must(t, err)
	must(t, CompleteStruct(typ, fields(fld("Name", ""))))
	is(t, "value", fmt.Sprintf("%+v %T", reflect.Zero(typ), reflect.Zero(typ).Interface()), "{Name:} main.T")
	err = SetMethods(typ, []Method{stringer})
	_, all := Slots()
	if errors.Is(err, ErrMethods) != (all == 0) || all > 0 && err != nil {
		t.Errorf("%d entry points: %v", all, err)
	}
}
