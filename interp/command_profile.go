package interp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// profileFile is where %pprof leaves the profile, unless told otherwise.
const profileFile = "cpu.pprof"

// topRows is how many functions %pprof prints.
const topRows = 12

// cmdPprof runs the code as the cell itself, under the CPU profiler.
func (s *Session) cmdPprof(c call) Result {
	name := profileFile
	if rest, ok := strings.CutPrefix(c.arg, "-o "); ok {
		rest = strings.TrimLeft(rest, " ")
		name, c.arg, _ = strings.Cut(rest, " ")
		c.at = c.end - len(c.src[c.at:c.end]) + strings.LastIndex(c.src[c.at:c.end], c.arg)
	}
	text := c.goPart()
	if strings.TrimSpace(text) == "" {
		return s.failed(c.name + " needs Go code")
	}
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return s.failed(err.Error())
	}
	r := s.evalText(text, c.src)
	pprof.StopCPUProfile()
	if r.Err != nil {
		return r
	}
	if err := os.WriteFile(name, profile.Bytes(), 0o666); err != nil {
		return s.failed(err.Error())
	}
	table, err := topTable(profile.Bytes())
	if err != nil {
		return s.failed(err.Error())
	}
	s.say("%s\nwritten to %s; go tool pprof -http=: %s shows more", table, name, name)
	return r
}

// profile is what the table needs of a profile in pprof's format.
type profile struct {
	strings   []string
	functions map[uint64]uint64   // id → name
	locations map[uint64][]uint64 // id → functions, innermost first
	samples   []sample
}

type sample struct {
	locations []uint64
	values    []uint64 // number of samples, nanoseconds
}

// topTable lists the functions that used the processor most.
func topTable(zipped []byte) (string, error) {
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		return "", err
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return "", err
	}
	p := &profile{functions: map[uint64]uint64{}, locations: map[uint64][]uint64{}}
	if err := eachField(raw, p.field); err != nil {
		return "", err
	}
	flat, total := p.flat()
	if total == 0 {
		return "too short to profile: nothing was seen in it", nil
	}
	names := make([]string, 0, len(flat))
	for name := range flat {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(flat[b], flat[a]), cmp.Compare(a, b)) })
	var b strings.Builder
	fmt.Fprintf(&b, "%10s %7s  %s (of %s)", "time", "share", "function", timeText(time.Duration(total), 3))
	for _, name := range names[:min(len(names), topRows)] {
		fmt.Fprintf(&b, "\n%10s %6.1f%%  %s", timeText(time.Duration(flat[name]), 3), 100*float64(flat[name])/float64(total), name)
	}
	return b.String(), nil
}

// eachField calls yield with the fields of a protobuf message. The value of a varint is in n, that of
// anything else in b.
func eachField(msg []byte, yield func(num protowire.Number, n uint64, b []byte) error) error {
	for len(msg) > 0 {
		num, typ, k := protowire.ConsumeTag(msg)
		if k < 0 {
			return protowire.ParseError(k)
		}
		msg = msg[k:]
		var n uint64
		var b []byte
		switch typ {
		case protowire.VarintType:
			n, k = protowire.ConsumeVarint(msg)
		case protowire.BytesType:
			b, k = protowire.ConsumeBytes(msg)
		default:
			k = protowire.ConsumeFieldValue(num, typ, msg)
		}
		if k < 0 {
			return protowire.ParseError(k)
		}
		msg = msg[k:]
		if err := yield(num, n, b); err != nil {
			return err
		}
	}
	return nil
}

// The numbers of the fields of pprof's profile.proto.
func (p *profile) field(num protowire.Number, _ uint64, b []byte) error {
	switch num {
	case 2: // sample
		var s sample
		err := eachField(b, func(num protowire.Number, n uint64, b []byte) error {
			list := map[protowire.Number]*[]uint64{1: &s.locations, 2: &s.values}[num]
			if list == nil {
				return nil
			}
			if b == nil {
				*list = append(*list, n)
			}
			for len(b) > 0 {
				v, k := protowire.ConsumeVarint(b)
				if k < 0 {
					return protowire.ParseError(k)
				}
				*list, b = append(*list, v), b[k:]
			}
			return nil
		})
		p.samples = append(p.samples, s)
		return err
	case 4: // location
		return p.location(b)
	case 5: // function
		var id uint64
		return eachField(b, func(num protowire.Number, n uint64, _ []byte) error {
			switch num {
			case 1:
				id = n
			case 2:
				p.functions[id] = n
			}
			return nil
		})
	case 6: // string table
		p.strings = append(p.strings, string(b))
	}
	return nil
}

func (p *profile) location(b []byte) error {
	var id uint64
	return eachField(b, func(num protowire.Number, n uint64, b []byte) error {
		switch num {
		case 1:
			id = n
		case 4: // line
			return eachField(b, func(num protowire.Number, n uint64, _ []byte) error {
				if num == 1 {
					p.locations[id] = append(p.locations[id], n)
				}
				return nil
			})
		}
		return nil
	})
}

// Where time goes that is nobody's fault in particular.
const (
	cellsRow = "(the code of cells)"
	loopPkg  = "github.com/msrepl/msrepl/interp/internal/vm."
)

// flat returns the nanoseconds of each function by itself. Those of the loop that runs code are one row, and
// so is the work that packages reflect and runtime do for it.
func (p *profile) flat() (flat map[string]uint64, total uint64) {
	flat = map[string]uint64{}
	for _, s := range p.samples {
		if len(s.values) < 2 || len(s.locations) == 0 {
			continue
		}
		name := ""
		for _, loc := range s.locations {
			for _, f := range p.locations[loc] {
				this := p.name(f)
				if name == "" {
					name = this
				}
				if strings.HasPrefix(name, "reflect.") && strings.HasPrefix(this, loopPkg) {
					name = this
				}
			}
		}
		if strings.HasPrefix(name, loopPkg) {
			name = cellsRow
		}
		flat[strings.TrimPrefix(name, "github.com/msrepl/msrepl/")] += s.values[1]
		total += s.values[1]
	}
	return flat, total
}

func (p *profile) name(function uint64) string {
	if i := p.functions[function]; i < uint64(len(p.strings)) {
		return p.strings[i]
	}
	return "?"
}
