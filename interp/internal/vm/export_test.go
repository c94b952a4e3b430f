package vm

// Known returns how many codes are known.
func Known() int {
	known.mu.Lock()
	defer known.mu.Unlock()
	return len(known.codes)
}

// Replaced returns how many replaced versions of f there are.
func Replaced(f *Func) (n int) {
	known.mu.Lock()
	defer known.mu.Unlock()
	for v := f.old; v != nil; v = v.next {
		n++
	}
	return n
}

// Free returns the stacks that wait for the next run, as bytes that are not zero.
func Free(h *Host) (list []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.free {
		n := 0
		for _, m := range t.runs {
			for _, s := range m.slab {
				if s.p != nil || s.n != 0 {
					n++
				}
			}
		}
		list = append(list, n)
	}
	return list
}

// Plain reports whether sorting does what f does without running its code.
func Plain(f *Func) bool {
	p := f.recognized.Load()
	return p != nil && p.known
}
