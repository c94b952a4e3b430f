package ops

import "github.com/msrepl/msrepl/internal/kwargs"

// Option is a keyword argument of an op, made by the function of that name: Reduction("sum") is reduction='sum'.
type Option struct {
	name  string // of the function
	value any
}

// options are the keyword arguments of one call.
type options = *kwargs.Given

// read collects the options of a call of op, which may have these names.
func read(op string, given []Option, names ...string) options {
	o := kwargs.New("ops", op, names...)
	for _, g := range given {
		o.Set(g.name, g.value)
	}
	return o
}
