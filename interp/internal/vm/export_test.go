package vm

// Known returns how many codes are known.
func Known() int {
	known.mu.Lock()
	defer known.mu.Unlock()
	return len(known.codes)
}

// Replaced returns how many replaced versions of f there are.
func Replaced(f *Func) int {
	known.mu.Lock()
	defer known.mu.Unlock()
	return len(f.old)
}
