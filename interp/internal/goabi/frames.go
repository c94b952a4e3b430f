package goabi

import (
	"errors"
	"reflect"
	"runtime"
	"unsafe"
)

// framesAt is the offset of the remaining frames in a runtime.Frames.
var framesAt = func() uintptr {
	f, ok := reflect.TypeFor[runtime.Frames]().FieldByName("frames")
	if !ok || f.Type != reflect.TypeFor[[]runtime.Frame]() {
		return 0
	}
	return f.Offset
}()

// Frames returns the iterator over a list of frames, none of which may be in compiled code.
func Frames(list []runtime.Frame) *runtime.Frames {
	f := runtime.CallersFrames(nil)
	*(*[]runtime.Frame)(unsafe.Add(unsafe.Pointer(f), framesAt)) = list
	return f
}

func testFrames() error {
	if framesAt == 0 {
		return errors.New("goabi: unexpected layout of runtime.Frames")
	}
	f := Frames([]runtime.Frame{{Function: "a", Line: 1}, {Function: "b", Line: 2}, {Function: "c", Line: 3}})
	for line, name := range []string{"a", "b", "c"} {
		if got, more := f.Next(); got.Function != name || got.Line != line+1 || more != (name != "c") {
			return errors.New("goabi: runtime.Frames returns unexpected frames")
		}
	}
	return nil
}
