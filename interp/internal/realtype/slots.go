package realtype

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// NumSlots is the number of compiled entry points for methods. A method with a pointer receiver takes one, a method
// with a value receiver two: one for pointers and one for values.
const NumSlots = 1 << 17

// groupSize is the number of entry points that share a tail.
const groupSize = 32

// ErrSlots is returned when no entry points are left.
var ErrSlots = errors.New("no entry points are left for the methods of types made at run time")

// ErrMethods is returned on processors without compiled entry points: types cannot have methods there.
var ErrMethods = errors.New("types made at run time have no methods on " + runtime.GOARCH)

// groups holds the function values that entry points jump to, as *[groupSize]unsafe.Pointer, allocated on demand. It
// keeps them alive for the garbage collector.
var groups [NumSlots / groupSize]unsafe.Pointer

var (
	slotMu   sync.Mutex
	slotUsed int
)

// stubBase is the address of the first entry point. It is set by assembly; it is 0 if there are none.
var stubBase uintptr

// sizes returns the sizes in bytes of an entry point and of the tail that follows the first half of a group.
func sizes() (stub, tail int) {
	switch runtime.GOARCH {
	case "amd64":
		return 5, 16
	case "arm64":
		return 8, 12
	}
	return 0, 0
}

// Slots returns the number of entry points in use, and their total number.
func Slots() (used, all int) {
	slotMu.Lock()
	defer slotMu.Unlock()
	if stubBase == 0 {
		return 0, 0
	}
	return slotUsed, NumSlots
}

// reserve reserves n consecutive entry points, or none.
func reserve(n int) (first int, err error) {
	if n == 0 {
		return 0, nil
	}
	if stubBase == 0 {
		return 0, ErrMethods
	}
	slotMu.Lock()
	defer slotMu.Unlock()
	if slotUsed+n > NumSlots {
		return 0, fmt.Errorf("%w: %d of %d are in use and %d are needed", ErrSlots, slotUsed, NumSlots, n)
	}
	first = slotUsed
	slotUsed += n
	for g := first / groupSize; g <= (slotUsed-1)/groupSize; g++ {
		if groups[g] == nil {
			atomic.StorePointer(&groups[g], unsafe.Pointer(new([groupSize]unsafe.Pointer)))
		}
	}
	return first, nil
}

// entryPoint returns the code of a slot.
func entryPoint(slot int) unsafe.Pointer {
	stub, tail := sizes()
	p := stubBase + uintptr(slot*stub+slot/groupSize*tail)
	if slot%groupSize >= groupSize/2 {
		p += uintptr(tail)
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&p))
}

// Called returns the func value that the entry point at code calls, or nil if code is no entry point.
func Called(code uintptr) unsafe.Pointer {
	stub, tail := sizes()
	whole := groupSize*stub + tail
	at := int(code - stubBase)
	if stubBase == 0 || code < stubBase || at >= NumSlots/groupSize*whole {
		return nil
	}
	g, at := at/whole, at%whole
	if at >= groupSize/2*stub {
		at -= tail
	}
	group := (*[groupSize]unsafe.Pointer)(atomic.LoadPointer(&groups[g]))
	if group == nil || at%stub != 0 {
		return nil
	}
	return atomic.LoadPointer(&group[at/stub])
}

var changes atomic.Uint64

// Changes returns how often the function of an entry point has changed.
func Changes() uint64 { return changes.Load() }

// fill sets the function of a reserved slot.
func fill(slot int, closure unsafe.Pointer) {
	defer changes.Add(1)
	group := (*[groupSize]unsafe.Pointer)(atomic.LoadPointer(&groups[slot/groupSize]))
	atomic.StorePointer(&group[slot%groupSize], closure)
}

// closureOf returns the pointer to the closure of a function value.
func closureOf(fn reflect.Value) unsafe.Pointer {
	x := fn.Interface()
	return (*eface)(unsafe.Pointer(&x)).Data
}

// funcValue returns a function with a type and a closure.
func funcValue(t reflect.Type, closure unsafe.Pointer) reflect.Value {
	e := eface{unsafe.Pointer(rtypeOf(t)), closure}
	return reflect.ValueOf(*(*any)(unsafe.Pointer(&e)))
}
