package neon

import "fmt"

// span is the first and the last instruction of a register's live range.
type span struct{ from, to int }

// spans returns the live ranges of all virtual registers. A register set before a loop and used in it is live until
// the end of the loop.
func (f *Func) spans() ([]span, error) {
	all := make([]span, f.count)
	for i := range all {
		all[i] = span{-1, -1}
	}
	for i, c := range f.code {
		for k, v := range c.v {
			if all[v].from < 0 {
				if s := specs[c.op]; k > 0 && !(s.form == pair && k == 1) || s.stores() || s.form == extract || s.sums {
					return nil, fmt.Errorf("%s: instruction %d, %s, reads what nothing has set", f.name, i, c.op)
				}
				all[v].from = i
			}
			all[v].to = i
		}
	}
	loops := f.loops()
	for again := true; again; {
		again = false
		for i, s := range all {
			for _, l := range loops {
				if s.from < l.from && s.to >= l.from && s.to < l.to {
					all[i].to, s.to, again = l.to, l.to, true
				}
			}
		}
	}
	return all, nil
}

// loops returns the spans of code that end with a branch back to their beginning.
func (f *Func) loops() (loops []span) {
	at := map[string]int{}
	for i, c := range f.code {
		if c.label != "" {
			at[c.label] = i
		}
		if from, ok := at[c.jump]; ok && c.jump != "" {
			loops = append(loops, span{from, i})
		}
	}
	return loops
}

// allocate returns the number of each virtual register. The copy of a register that is not needed afterwards uses
// the same register.
func (f *Func) allocate() ([]int, error) {
	all, err := f.spans()
	if err != nil {
		return nil, err
	}
	number := make([]int, f.count)
	var free [32]int // the last instruction that needs a register's contents
	for r := range free {
		free[r] = -1
	}
	for i, c := range f.code {
		for k, v := range c.v {
			if all[v].from != i {
				continue
			}
			n := -1
			if c.op == "mov.16b" && k == 0 && all[c.v[1]].to == i {
				n = number[c.v[1]]
			}
			for r := 0; n < 0 && r < len(free); r++ {
				if free[r] <= i { // a register read here for the last time may be reused
					n = r
				}
			}
			if n < 0 {
				return nil, fmt.Errorf("%s: more than %d vectors are in use at %s", f.name, len(free), c.op)
			}
			number[v], free[n] = n, all[v].to
			if free[n] == i {
				free[n] = i + 1 // written, but never read
			}
		}
	}
	return number, nil
}
