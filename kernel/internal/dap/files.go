package dap

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/google/go-dap"

	"github.com/msrepl/msrepl/interp"
)

// Clients know cells by the path of a file: a prefix, the Murmur2 hash of the cell's text with a seed, and a suffix,
// which debugInfo names, so that they can compute it themselves. There need not be such a file.
const (
	hashSeed = 0xc70f6907
	suffix   = ".go"
)

func (a *Adapter) path(text string) string {
	return a.prefix + strconv.FormatUint(uint64(murmur2([]byte(text), hashSeed)), 10) + suffix
}

// murmur2 is Austin Appleby's MurmurHash2 for 32 bits.
func murmur2(data []byte, seed uint32) uint32 {
	const m = 0x5bd1e995
	h := seed ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := binary.LittleEndian.Uint32(data) * m
		k ^= k >> 24
		h = h*m ^ k*m
	}
	if len(data) > 0 {
		var rest [4]byte
		copy(rest[:], data)
		h = (h ^ binary.LittleEndian.Uint32(rest[:])) * m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}

// text returns the text of the cell of a path.
func (a *Adapter) text(path string) (string, error) {
	if text, ok := a.files[path]; ok {
		return text, nil
	}
	for _, text := range a.debugger.Cells() {
		a.files[a.path(text)] = text
	}
	if text, ok := a.files[path]; ok {
		return text, nil
	}
	return "", fmt.Errorf("unknown cell %q: send dumpCell first", path)
}

func (a *Adapter) debugInfo(json.RawMessage) (any, error) {
	points := []map[string]any{}
	for text, list := range a.debugger.Breakpoints() {
		var lines []dap.SourceBreakpoint
		for _, b := range list {
			lines = append(lines, dap.SourceBreakpoint{Line: b.Line, Condition: b.Condition, HitCondition: b.Hit, LogMessage: b.Log})
		}
		points = append(points, map[string]any{"source": a.path(text), "breakpoints": lines})
	}
	stopped := []int{}
	for _, t := range a.debugger.Threads() {
		stopped = append(stopped, t.ID)
	}
	return map[string]any{
		"isStarted": a.debugger.Attached(), "hashMethod": "Murmur2", "hashSeed": hashSeed, "tmpFilePrefix": a.prefix,
		"tmpFileSuffix": suffix, "breakpoints": points, "stoppedThreads": stopped, "richRendering": true,
		"exceptionPaths": []string{"Go Panics"}, "copyToGlobals": true,
	}, nil
}

type dumpArguments struct {
	Code string `json:"code"`
}

func (a *Adapter) dumpCell(args dumpArguments) (any, error) {
	path := a.path(args.Code)
	a.files[path] = args.Code
	return map[string]string{"sourcePath": path}, nil
}

func (a *Adapter) source(args dap.SourceArguments) (any, error) {
	path := ""
	if args.Source != nil {
		path = args.Source.Path
	}
	text, err := a.text(path)
	return dap.SourceResponseBody{Content: text, MimeType: "text/x-go"}, err
}

func (a *Adapter) modules(json.RawMessage) (any, error) {
	cells := a.debugger.Cells()
	list := []dap.Module{}
	for _, name := range slices.Sorted(maps.Keys(cells)) {
		list = append(list, dap.Module{Id: name, Name: name, Path: a.path(cells[name])})
	}
	return dap.ModulesResponseBody{Modules: list, TotalModules: len(list)}, nil
}

func (a *Adapter) setBreakpoints(args dap.SetBreakpointsArguments) (any, error) {
	list, errs := make([]interp.Breakpoint, len(args.Breakpoints)), make([]error, len(args.Breakpoints))
	for i, b := range args.Breakpoints {
		list[i] = interp.Breakpoint{Line: b.Line, Condition: b.Condition, Hit: b.HitCondition, Log: b.LogMessage}
	}
	if text, err := a.text(args.Source.Path); err == nil {
		list, errs = a.debugger.SetBreakpoints(text, list)
	} else { // VS Code sends the breakpoints of all files
		for i := range errs {
			errs[i] = err
		}
	}
	body := dap.SetBreakpointsResponseBody{Breakpoints: make([]dap.Breakpoint, len(list))}
	for i, b := range list {
		body.Breakpoints[i] = dap.Breakpoint{
			Id: b.ID, Verified: errs[i] == nil, Line: b.Line, Source: &dap.Source{Name: args.Source.Name, Path: args.Source.Path},
		}
		if errs[i] != nil {
			body.Breakpoints[i].Message = errs[i].Error()
		}
	}
	return body, nil
}

// The filters other than those for panics.
const (
	watchNaN      = "nan"
	watchShape    = "shape"
	watchGradient = "gradient"
)

func (a *Adapter) setExceptionBreakpoints(args dap.SetExceptionBreakpointsArguments) (any, error) {
	which, watch := interp.PanicsNone, interp.DebugWatch{Ops: a.watch.Ops}
	for _, f := range args.Filters {
		switch f {
		case watchNaN:
			watch.NaN = true
		case watchShape:
			watch.Shape = true
		case watchGradient:
			watch.Gradient = true
		case interp.PanicsRaised:
			which = f
		case interp.PanicsUncaught:
			which = cmp.Or(which, f)
		default:
			return nil, fmt.Errorf("filter %q: want %q, %q, %q, %q or %q", f, interp.PanicsRaised, interp.PanicsUncaught, watchNaN, watchShape, watchGradient)
		}
	}
	a.debugger.SetPanics(which)
	a.watch = watch
	a.debugger.Watch(watch)
	body := dap.SetExceptionBreakpointsResponseBody{}
	for range args.Filters {
		body.Breakpoints = append(body.Breakpoints, dap.Breakpoint{Verified: true})
	}
	return body, nil
}

// setFunctionBreakpoints takes the names of ops of tensors.
func (a *Adapter) setFunctionBreakpoints(args dap.SetFunctionBreakpointsArguments) (any, error) {
	body := dap.SetFunctionBreakpointsResponseBody{Breakpoints: []dap.Breakpoint{}}
	a.watch.Ops = nil
	for _, b := range args.Breakpoints {
		a.watch.Ops = append(a.watch.Ops, interp.OpBreakpoint{Name: b.Name, Condition: b.Condition, Hit: b.HitCondition})
	}
	for _, err := range a.debugger.Watch(a.watch) {
		b := dap.Breakpoint{Verified: err == nil}
		if err != nil {
			b.Message = err.Error()
		}
		body.Breakpoints = append(body.Breakpoints, b)
	}
	return body, nil
}
