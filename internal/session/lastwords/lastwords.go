//go:build unix

// Package lastwords reports why Go itself has ended a process: concurrent map writes, unlocking an unlocked mutex,
// stack overflow, out of memory. Programs cannot recover from these.
//
// A child of the process, the same binary, waits for its end. It is started with the first goroutine of a cell, since
// most of these errors need one, and reads the runtime's last message. The positions of cells are in a file that both
// share.
package lastwords

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/msrepl/msrepl/internal/session/gls"
)

// env is an environment variable that is set for the child.
const env = "MSREPL_LAST_WORDS"

// The shared file holds the mark that a cell has reached last, the marks at which the last goroutines were started,
// their number, and after the first page the positions of the marks.
const (
	page       = 4096
	starts     = 8
	placeSize  = 64
	startsFrom = 8
	countFrom  = startsFrom + 8*starts
)

var (
	once   sync.Once
	ready  atomic.Bool // the program calls Main, so it can run as its own child
	on     atomic.Bool
	shared []byte
	places *os.File
	link   int // the socket on which the child is notified of cells

	mu   sync.Mutex
	tell func() (note []byte, fds []int) // see Tell
)

// Tell sets the function that returns data for the child when a cell begins or ends: a note, and file descriptors to
// write to. Both are passed to the function of Main.
func Tell(f func() (note []byte, fds []int)) {
	mu.Lock()
	defer mu.Unlock()
	tell = f
}

// Start starts the child, once, if the program calls Main. It returns the variable for the mark that cells have
// reached last, or nil without a child.
func Start() *int {
	once.Do(func() {
		if ready.Load() && start() == nil {
			on.Store(true)
			Changed()
		}
	})
	if !on.Load() {
		return nil
	}
	return (*int)(unsafe.Pointer(&shared[0]))
}

// Changed notifies the child that another cell runs.
func Changed() {
	mu.Lock()
	defer mu.Unlock()
	if !on.Load() || tell == nil {
		return
	}
	note, fds := tell()
	_ = syscall.Sendmsg(link, note, syscall.UnixRights(fds...), nil, 0) // if it fails, the child has an older note
	for _, fd := range fds {
		_ = syscall.Close(fd)
	}
}

// On reports whether there is a child.
func On() bool { return on.Load() }

// Started records that the cell that has reached a mark, if there is one, starts a goroutine.
func Started(mark int) {
	if !on.Load() || mark < 0 {
		return
	}
	n := atomic.AddUint64((*uint64)(unsafe.Pointer(&shared[countFrom])), 1)
	atomic.StoreInt64((*int64)(unsafe.Pointer(&shared[startsFrom+8*((n-1)%starts)])), int64(mark))
}

// Place records the position of a mark.
func Place(mark int, place string) {
	if on.Load() {
		record := make([]byte, placeSize)
		copy(record, place)
		_, _ = places.WriteAt(record, page+int64(mark)*placeSize) // if it fails, the report lacks a line
	}
}

// start starts the child.
func start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if places, err = os.CreateTemp("", "msrepl"); err != nil {
		return err
	}
	_ = os.Remove(places.Name()) // both keep the open file
	if err := places.Truncate(page); err != nil {
		return err
	}
	if shared, err = syscall.Mmap(int(places.Fd()), 0, page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED); err != nil {
		return err
	}
	pair, err := socketpair()
	if err != nil {
		return err
	}
	link = pair[0]
	theirs := os.NewFile(uintptr(pair[1]), "notes")
	defer theirs.Close()
	report, words, err := os.Pipe()
	if err != nil {
		return err
	}
	defer report.Close()
	defer words.Close() // descriptor 2 is a duplicate by then
	child := exec.Command(self)
	child.Env = append(os.Environ(), env+"=1")
	child.Stderr = stderr
	child.ExtraFiles = []*os.File{report, theirs, places}
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // no signals of the terminal
	if err := child.Start(); err != nil {
		return err
	}
	gls.Go(func() { _ = child.Wait() })
	return divert(words)
}

// stderr is os.Stderr with which the process starts: a session assigns another file to the variable.
var stderr = os.Stderr

// own keeps the original file of stderr reachable; its finalizer would close descriptor 2.
var own os.File

// divert redirects only what the runtime writes to descriptor 2 to the child. debug.SetCrashOutput omits the first
// line, the important one.
func divert(words *os.File) error {
	fd, err := unix.FcntlInt(2, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return err
	}
	own = *stderr
	*stderr = *os.NewFile(uintptr(fd), own.Name())
	return unix.Dup2(int(words.Fd()), 2)
}

// socketpair returns a pair of sockets that other children do not inherit.
func socketpair() ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_DGRAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	return pair, err
}

// read returns the content of the shared file: the position of the cell, and those at which its last goroutines were
// started.
func read(file *os.File) (at string, started []string) {
	head := make([]byte, page)
	if _, err := file.ReadAt(head, 0); err != nil {
		return "", nil
	}
	at = placeOf(file, int64(binary.NativeEndian.Uint64(head)))
	seen := map[string]bool{}
	for i := range min(binary.NativeEndian.Uint64(head[countFrom:]), starts) {
		p := placeOf(file, int64(binary.NativeEndian.Uint64(head[startsFrom+8*i:])))
		if p != "" && !seen[p] {
			seen[p] = true
			started = append(started, p)
		}
	}
	return at, started
}

func placeOf(file *os.File, mark int64) string {
	record := make([]byte, placeSize)
	if _, err := file.ReadAt(record, page+mark*placeSize); mark < 0 || err != nil {
		return ""
	}
	return string(bytes.TrimRight(record, "\x00"))
}
