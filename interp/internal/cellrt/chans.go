package cellrt

import "reflect"

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
