package cellrt_test

import (
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
)

// TestOurs holds apart errors of the runtime in packages of the module and those of the programs that call them.
func TestOurs(t *testing.T) {
	short := []float32{1}
	for _, c := range []struct {
		name string
		f    func()
		want string // a regular expression of the message, "" for one that stays as it is
	}{
		{
			"ours", func() { kernels.JoinRows(&kernels.Add, make([]float32, 4), short, 2, 8, 1) },
			`^slice bounds out of range .*; this is a fault of msrepl in kernels\.\S+ \(\w+\.go:\d+\), please report it$`,
		},
		{"passed on", func() {
			defer func() { panic(recover()) }()
			kernels.JoinRows(&kernels.Add, make([]float32, 4), short, 2, 8, 1)
		}, "fault of msrepl in kernels"},
		{"the program's", func() { _ = short[len(short)] }, ""},
		{"below another", func() { slices.SortFunc([]int{2, 1}, func(i, _ int) int { return int(short[i]) }) }, ""},
		{"no index", func() { panic(errors.New("slice bounds out of range")) }, ""},
	} {
		var was, got any
		func() {
			defer func() {
				was = recover()
				got = cellrt.Ours(was)
			}()
			c.f()
		}()
		f, ours := got.(*cellrt.Fault)
		switch {
		case ours != (c.want != "") || !ours && got != was:
			t.Errorf("%s: %v becomes %v", c.name, was, got)
		case ours && (f.Kind != "InternalError" || !regexp.MustCompile(c.want).MatchString(f.Msg)):
			t.Errorf("%s: %s: %s", c.name, f.Kind, f.Msg)
		}
	}
}
