package rt

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/bridge"
)

// channel returns a channel out of the box that it is in when its type has methods.
func channel(ch any) reflect.Value {
	v := reflect.ValueOf(ch)
	if v.Kind() == reflect.Struct {
		return reflect.ValueOf(bridge.Unwrap(ch))
	}
	return v
}

// Send sends *value to a channel.
func (r *Runtime) Send(ch, value any) {
	r.Select(true, []any{ch}, []any{value}, []bool{true})
}

// Receive receives from a channel into *value; it reports whether the channel was open.
func (r *Runtime) Receive(ch, value any) bool {
	_, open := r.Select(true, []any{ch}, []any{value}, []bool{false})
	return open
}

// Select carries out the first operation that can proceed: a send of *values[i] to chans[i] when
// sends[i] is true, a receive into *values[i] otherwise. Unless it blocks, it returns -1 when none
// can. open tells of a receive whether the channel was open. An interrupt ends the wait, and the cell.
func (r *Runtime) Select(block bool, chans, values []any, sends []bool) (i int, open bool) {
	cases := make([]reflect.SelectCase, len(chans), len(chans)+1)
	for i, ch := range chans {
		cases[i] = reflect.SelectCase{Dir: reflect.SelectRecv, Chan: channel(ch)}
		if sends[i] {
			cases[i].Dir, cases[i].Send = reflect.SelectSend, reflect.ValueOf(values[i]).Elem()
		}
	}
	if block {
		defer r.waits.begin(cases)()
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(r.Done())})
	} else {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectDefault})
	}
	i, got, open := reflect.Select(cases)
	switch {
	case i == len(chans) && block:
		r.Stop()
	case i == len(chans):
		return -1, false
	case !sends[i]:
		reflect.ValueOf(values[i]).Elem().Set(got)
	}
	return i, open
}

// AwaitCase waits for one of the cases, or for the end of the run, which ends the cell.
func (r *Runtime) AwaitCase(cases []reflect.SelectCase, halted <-chan struct{}) (i int, got reflect.Value, open bool) {
	defer r.waits.begin(cases)()
	n := len(cases)
	cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(halted)})
	if i, got, open = reflect.Select(cases); i == n {
		r.Stop()
	}
	return i, got, open
}

// List returns its arguments. In a slice that interpreted code makes, values with methods are not what they are.
func List(values ...any) []any { return values }
