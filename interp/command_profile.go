package interp

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/profile"
)

// profileFlag matches the flag of %pprof that names the file.
var profileFlag = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-o\s+(\S+)\s*`) })

// topRows is how many functions %pprof prints.
const topRows = 12

// cmdPprof runs the code as the cell itself, under the CPU profiler.
func (s *Session) cmdPprof(c call) Result {
	name := ""
	if m := profileFlag().FindStringSubmatch(c.arg); m != nil {
		name = m[1]
	}
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return s.failed(err.Error())
	}
	r := s.evalText(c.goPart(), c.src)
	pprof.StopCPUProfile()
	if r.Err != nil {
		return r
	}
	table, err := topTable(profile.Bytes())
	if err != nil {
		return s.failed(err.Error())
	}
	s.say("%s", table)
	if name == "" {
		return r
	}
	if err := writeWhole(name, profile.String()); err != nil {
		return s.failed(err.Error())
	}
	s.say("written to %s; go tool pprof -http=: %s shows more", name, name)
	return r
}

// topTable lists the functions with the highest CPU time.
func topTable(zipped []byte) (string, error) {
	p, err := profile.ParseData(zipped)
	if err != nil {
		return "", err
	}
	flat, total := flatTimes(p)
	if total == 0 {
		return "too short to profile: no samples were taken", nil
	}
	names := make([]string, 0, len(flat))
	for name := range flat {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(flat[b], flat[a]), cmp.Compare(a, b)) })
	var b strings.Builder
	fmt.Fprintf(&b, "%10s %7s  %s (of %s)", "time", "share", "function", timeText(time.Duration(total)))
	for _, name := range names[:min(len(names), topRows)] {
		fmt.Fprintf(&b, "\n%10s %6.1f%%  %s", timeText(time.Duration(flat[name])), 100*float64(flat[name])/float64(total), name)
	}
	return b.String(), nil
}

// Rows for the interpreter loop.
const (
	cellsRow = "(the code of cells)"
	loopPkg  = "github.com/msrepl/msrepl/interp/internal/vm"
)

// flatTimes returns the nanoseconds spent in each function itself. The functions of the interpreter loop are one row,
// as is the work of packages reflect and runtime for it.
func flatTimes(p *profile.Profile) (flat map[string]int64, total int64) {
	flat = map[string]int64{}
	for _, s := range p.Sample {
		if len(s.Value) < 2 || len(s.Location) == 0 { // number of samples, nanoseconds
			continue
		}
		name := ""
		for _, loc := range s.Location {
			for _, line := range loc.Line { // innermost first
				if line.Function == nil { // entry points of methods of cells' types have no name
					continue
				}
				if this := line.Function.Name; name == "" ||
					strings.HasPrefix(name, "reflect.") && strings.HasPrefix(this, loopPkg) {
					name = this
				}
			}
		}
		if strings.HasPrefix(name, loopPkg) {
			name = cellsRow
		}
		flat[strings.TrimPrefix(name, "github.com/msrepl/msrepl/")] += s.Value[1]
		total += s.Value[1]
	}
	return flat, total
}
