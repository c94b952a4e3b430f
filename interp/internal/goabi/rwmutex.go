package goabi

import (
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"
)

// WriteLocked is what Readers returns for a sync.RWMutex that is locked for writing.
const WriteLocked = -1 << 30

// readersAt is the offset of the number of readers in a sync.RWMutex.
var readersAt = func() uintptr {
	f, ok := reflect.TypeFor[sync.RWMutex]().FieldByName("readerCount")
	if !ok || f.Type != reflect.TypeFor[atomic.Int32]() {
		return 0
	}
	return f.Offset
}()

// Readers returns the number of goroutines that have locked m for reading, or wait for that, plus WriteLocked while
// another has locked it for writing, or waits for that.
func Readers(m *sync.RWMutex) int32 {
	return (*atomic.Int32)(unsafe.Add(unsafe.Pointer(m), readersAt)).Load()
}

func testRWMutex() error {
	var m sync.RWMutex
	if readersAt == 0 || Readers(&m) != 0 {
		return errors.New("goabi: unexpected layout of sync.RWMutex")
	}
	m.RLock()
	reading := Readers(&m)
	m.RUnlock()
	m.Lock()
	writing := Readers(&m)
	m.Unlock()
	if reading != 1 || writing != WriteLocked {
		return errors.New("goabi: sync.RWMutex counts readers in an unexpected way")
	}
	return nil
}
