package realtype

import (
	"errors"
	"reflect"
	"runtime"
	"strings"
	"unsafe"
)

// ErrBuild is the error of CheckBuild.
var ErrBuild = errors.New("package reflect is built so that the collector can free arguments of functions from reflect.MakeFunc: build with -gcflags=reflect=-d=checkptr=0, " +
	"or for the race detector with -gcflags=reflect=-race=false, and without -l")

// CheckBuild returns ErrBuild in a program in which the collector can free arguments of functions from
// reflect.MakeFunc, so those of methods with a Func too: one in which moveMakeFuncArgPtrs of package reflect
// calls a function that it normally contains (see the package's documentation). The product is never built like
// that; tests that run while the collector does ask for it.
func CheckBuild() error {
	fn := reflect.MakeFunc(reflect.TypeFor[func()](), func([]reflect.Value) []reflect.Value { return nil })
	stub := *(*uintptr)(closureOf(fn))
	work, seen := []uintptr{stub}, map[uintptr]bool{}
	found := false
	for len(work) > 0 {
		entry := work[0]
		work = work[1:]
		if seen[entry] {
			continue
		}
		seen[entry] = true
		for _, callee := range calls(entry) {
			name := runtime.FuncForPC(callee).Name()
			switch {
			case name == "reflect.moveMakeFuncArgPtrs":
				found = true
				work = append(work, callee)
			case entry != stub && !strings.HasPrefix(name, "runtime."):
				return ErrBuild
			}
		}
	}
	if stub, _ := sizes(); !found && stub > 0 {
		return errors.New("package reflect moves the arguments of functions from reflect.MakeFunc in an unexpected way")
	}
	return nil
}

// calls returns the functions that the function at an address calls directly.
func calls(entry uintptr) (callees []uintptr) {
	const longest = 4096
	for pc := entry; pc < entry+longest; {
		f := runtime.FuncForPC(pc)
		if f == nil || f.Entry() != entry {
			break
		}
		code := *(*unsafe.Pointer)(unsafe.Pointer(&pc))
		var callee uintptr
		switch runtime.GOARCH {
		case "amd64": // CALL with a relative address, at any byte
			if *(*byte)(code) == 0xe8 {
				callee = pc + 5 + uintptr(*(*int32)(unsafe.Add(code, 1)))
			}
			pc++
		case "arm64": // BL
			if w := *(*uint32)(code); w>>26 == 0x25 {
				callee = pc + uintptr(int64(int32(w<<6)>>6)*4)
			}
			pc += 4
		default:
			return nil
		}
		if f := runtime.FuncForPC(callee); f != nil && f.Entry() == callee {
			callees = append(callees, callee)
		}
	}
	return callees
}
