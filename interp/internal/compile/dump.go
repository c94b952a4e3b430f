package compile

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Dump writes the code of all functions that have been compiled.
func (u *Unit) Dump(w io.Writer) {
	u.mu.Lock()
	defer u.mu.Unlock()
	list := slices.Collect(maps.Values(u.funcs))
	slices.SortFunc(list, func(f, g *vm.Func) int { return strings.Compare(f.Name, g.Name) })
	for _, f := range list {
		code := f.Code()
		if code[0].Op == vm.LAZY {
			continue
		}
		fmt.Fprintf(w, "%s: frame %d\n", f.Name, f.Need)
		for i, in := range code {
			text := ""
			if in.Op == vm.HELP {
				text = (*vm.Helper)(in.Aux).Name
			}
			fmt.Fprintf(w, "%4d %-9v %4d %4d %4d %#x %s\n", i, in.Op, in.A, in.B, int32(in.C), in.Imm, text)
		}
	}
}
