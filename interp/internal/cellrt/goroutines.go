package cellrt

// Go starts a goroutine for the cells.
func (r *Runtime) Go(f func()) {
	within := func(f func()) { f() }
	if r.Started != nil {
		within = r.Started()
	}
	if r.FirstGo != nil {
		r.firstGo.Do(r.FirstGo)
	}
	r.Enter()
	go func() {
		defer r.Leave()
		within(f)
	}()
}
