package interp

import (
	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
)

// Parameters implements display.Session.
func (o *output) Parameters(f any) []string {
	if e := o.engine.Load(); e != nil {
		return e.machine.parameters(f)
	}
	return nil
}

// Capture implements display.Session. Text written to os.Stdout without package fmt stays with the cell: its origin
// is not known.
func (o *output) Capture(to display.Sink, f func()) (failure *display.Failure) {
	o.flush()
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		e := o.session.raised(o.session.engine(), v)
		failure = &display.Failure{Name: e.Kind, Value: e.Msg, Traceback: e.ANSITraceback()}
		switch v.(type) {
		case cellrt.Interrupt, cellrt.Reset, overflow, exit:
			if to != nil {
				to.Fail(failure)
			}
			panic(v) // it ends the cell, too
		}
	}()
	if to == nil {
		f()
		return nil
	}
	group := o.engine.Load().rt.Group
	o.owner.WithGroup(group, &owner{to, group}, f)
	return nil
}
