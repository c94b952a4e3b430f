package interp

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/session/gctune"
)

func (s *Session) cmdVars(call) Result {
	var b strings.Builder
	for i, v := range s.vars() {
		if i > 0 {
			b.WriteByte('\n')
		}
		value, _, more := strings.Cut(v.Value, "\n")
		if more {
			value += " …"
		}
		fmt.Fprintf(&b, "%s %s = %s", v.Name, v.Type, value)
	}
	return s.say("%s", b.String())
}

// cmdWho lists names only, optionally of one type.
func (s *Session) cmdWho(c call) Result {
	var names []string
	for _, v := range s.vars() {
		if c.arg == "" || v.Type == c.arg || strings.TrimPrefix(v.Type, "*") == c.arg {
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return s.say("no variables")
	}
	return s.say("%s", strings.Join(names, "\t"))
}

// numbered is a cell with its number.
type numbered struct {
	n   int
	src string
}

// past returns the cells whose numbers are in a range like "3", "2-4" or "1 3-5"; all of them if it is empty. A range
// without cells is an error.
func (s *Session) past(ranges string) ([]numbered, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	want := func(int) bool { return true }
	if ranges != "" {
		set := map[int]bool{}
		for _, r := range strings.FieldsFunc(ranges, func(r rune) bool { return r == ' ' || r == ',' }) {
			from, to, isRange := strings.Cut(r, "-")
			lo, err := strconv.Atoi(from)
			hi := lo
			if isRange && err == nil {
				hi, err = strconv.Atoi(to)
			}
			if err != nil {
				return nil, fmt.Errorf("%q is neither a cell number nor a range such as 2-4", r)
			}
			for n := lo; n <= min(hi, s.last); n++ {
				set[n] = true
			}
		}
		want = func(n int) bool { return set[n] }
	}
	var all []numbered
	for n := 1; n <= s.last; n++ {
		if src, ok := s.cells[fmt.Sprintf("In[%d]", n)]; ok && want(n) {
			all = append(all, numbered{n, src})
		}
	}
	if ranges != "" && len(all) == 0 {
		return nil, fmt.Errorf("no earlier cell matches %s", ranges)
	}
	return all, nil
}

func (s *Session) cmdHistory(c call) Result {
	cells, err := s.past(c.arg)
	if err != nil {
		return s.failed(err.Error())
	}
	var b strings.Builder
	for _, cell := range cells {
		gap := " "
		if strings.Contains(strings.TrimSpace(cell.src), "\n") {
			gap = "\n"
		}
		fmt.Fprintf(&b, "In[%d]:%s%s\n", cell.n, gap, strings.TrimRight(cell.src, "\n"))
	}
	return s.say("%s", b.String())
}

// cmdMemory runs the garbage collector first, to report only live memory.
func (s *Session) cmdMemory(call) Result {
	runtime.GC()
	var m runtime.MemStats
	gctune.ReadMemStats(&m)
	rows := []struct {
		name  string
		value string
	}{
		{"in use", byteCount(m.HeapAlloc)},
		{"from the system", byteCount(m.Sys)},
		{"allocated so far", byteCount(m.TotalAlloc)},
		{"collections", strconv.Itoa(int(m.NumGC))},
		{"goroutines", strconv.Itoa(runtime.NumGoroutine())},
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%-17s %s\n", r.name, r.value)
	}
	return s.say("%s", b.String())
}

// byteCount formats a number of bytes in a suitable unit.
func byteCount(n uint64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	v, k := float64(n), 0
	for k < len(units)-1 && v >= 1024 {
		v /= 1024
		k++
	}
	return fmt.Sprintf("%.*f %s", min(k, 1), v, units[k])
}
