package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestSoak lets three clients send random requests to one kernel, connect, disconnect, stall and
// interrupt. MSREPL_SOAK says for how long (make soak); 20 seconds otherwise, two
// minutes in CI. Every request must end with its idle message, and the kernel must not grow.
func TestSoak(t *testing.T) {
	duration := 20 * time.Second
	if text := os.Getenv("MSREPL_SOAK"); text != "" {
		var err error
		if duration, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	} else if testing.Short() {
		duration = 2 * time.Second
	} else if os.Getenv("CI") == "true" {
		duration = 2 * time.Minute
	}
	conn := tcpConnection(t, "key")
	cmd := startProcess(t, conn)
	first := connect(t, conn)
	for range 3 { // what is made at first use is no leak
		for _, r := range soakRequests {
			first.finish(first.send(r.channel, r.msgType, rawf(r.content, 1)), strings.HasSuffix(r.msgType, "_request"))
		}
	}
	first.leave()
	begin := time.Now()
	s := &soak{conn: conn, end: begin.Add(duration), pause: duration / 2000}
	var clients sync.WaitGroup
	for i := range 3 {
		clients.Go(func() { s.client(t, rand.New(rand.NewPCG(uint64(i), 1))) })
	}
	time.Sleep(duration / 4)
	warm, before := s.resting(t, cmd.Process.Pid)
	time.Sleep(time.Until(s.end))
	clients.Wait()
	late, cells := s.resting(t, cmd.Process.Pid)
	cells -= before
	most := warm + soakSlack + cells*soakKept/1000
	testenv.Wait(func() bool { // on a busy machine it may be late in giving memory back
		late = min(late, heapKB(t, cmd.Process.Pid))
		return late <= most
	})
	t.Logf("%d kB after a quarter, %d kB after %d more cells", warm, late, cells)
	if late > most {
		t.Errorf("the kernel grows by %d kB, from %d to %d kB", late-warm, warm, late)
	}
	expectCalm(t, conn, cmd)
}

const (
	// soakKept is what a session keeps of a cell, in bytes: its text, its value in Out, its places for messages, its
	// line of the history (TestCellsKeepLittle in package interp has each kind of cell), and the signature of its
	// request.
	soakKept = 1500
	// soakSlack is by how much a heap that rests differs from one that rested before, in kB: pages that are used in
	// part.
	soakSlack = 6000
)

// soak is what the clients have in common.
type soak struct {
	conn  connection
	end   time.Time
	pause time.Duration // between bursts, on average: a long soak has longer pauses, not many more cells
	gate  sync.RWMutex  // held by those who wait for answers
	cells atomic.Int64
}

// resting returns the memory of the kernel, in kB, when it has nothing to do and the collector has given back what
// is not used, and how many cells it has run until then. Pages of the binary, which the system takes back when it
// needs them, do not count.
func (s *soak) resting(t *testing.T, pid int) (kb, cells int) {
	s.gate.Lock()
	defer s.gate.Unlock()
	time.Sleep(3 * idleTrim)
	return heapKB(t, pid), int(s.cells.Load())
}

// expectCalm asks the kernel a last time and ends it.
func expectCalm(t *testing.T, conn connection, cmd *exec.Cmd) {
	t.Helper()
	c := connect(t, conn)
	if x := c.execute("6 * 7"); x.reply.content["status"] != "ok" {
		t.Errorf("in the end: %s", x.reply.raw)
	}
	c.leave()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Errorf("the kernel has crashed: %v: %s", err, cmd.Stderr)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, cmd.Stderr)
	}
}

// soakRequests are what clients send; %d is a small number.
var soakRequests = []struct{ channel, msgType, content string }{
	{"shell", "execute_request", `{"code":"a%d := %[1]d\na%[1]d * 2","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"t%d := tensor.New([]float32{1, 2, 3})\n2*t%[1]d + 1","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"for i := range %d { fmt.Println(i) }","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"display.Show(display.HTML(\"<b>%d</b>\"))","store_history":false,"stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"func f%d(x int) int { return x + %[1]d }\ng := func() int { return f%[1]d(1) }\ng()","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"type T%d struct { A int }\nfmt.Println(T%[1]d{A: 1})","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"bar := display.Progress(%d, \"steps\"); bar.Add(1); bar.Done()","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"display.ShowID(%d).Update(tensor.Ones(3))","user_expressions":{"x":"1 + 1"},"stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"var s []int\ns[%d]","stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"undefined%d","silent":true,"stop_on_error":false}`},
	{"shell", "execute_request", `{"code":"time.Sleep(%d * time.Millisecond)","stop_on_error":false}`},
	{"shell", "complete_request", `{"code":"fmt.Pr%d","cursor_pos":6}`},
	{"shell", "inspect_request", `{"code":"a%d","cursor_pos":2,"detail_level":1}`},
	{"shell", "is_complete_request", `{"code":"for %d {"}`},
	{"shell", "history_request", `{"hist_access_type":"tail","n":%d}`},
	{"control", "kernel_info_request", `{"x":%d}`},
	{"control", "interrupt_request", `{"x":%d}`},
	{"shell", "comm_info_request", `{"x":%d}`},
	{"shell", "comm_open", `{"comm_id":"c%d","target_name":"nobody","data":{}}`},
}

// client sends requests until the end, in bursts with pauses between them, and now and then leaves without a word
// and comes back, or leaves a subscriber behind that does not read.
func (s *soak) client(t *testing.T, random *rand.Rand) {
	c := connect(t, s.conn)
	sent := 0
	for ; time.Now().Before(s.end); time.Sleep(time.Duration(random.Int64N(int64(2 * s.pause)))) {
		s.gate.RLock()
		replies := map[string]bool{} // whether there will be one, by request
		for range 1 + random.IntN(5) {
			r := soakRequests[random.IntN(len(soakRequests))]
			id := c.send(r.channel, r.msgType, rawf(r.content, random.IntN(20)))
			replies[id] = strings.HasSuffix(r.msgType, "_request")
			if r.msgType == "execute_request" {
				s.cells.Add(1)
			}
		}
		sent += len(replies)
		switch random.IntN(20) {
		case 0: // without waiting for the answers
			c.leave()
			c = connect(t, s.conn)
			clear(replies)
		case 1:
			stalled := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", s.conn.IOPubPort))
			stalled.shake(t, "SUB")
			stalled.send(t, shortFrame(0, "\x01"))
			time.AfterFunc(2*time.Second, func() { _ = stalled.Close() })
		}
		for id, reply := range replies {
			c.finish(id, reply)
		}
		c.kept = c.kept[:0]
		s.gate.RUnlock()
	}
	c.leave()
	t.Logf("%d requests", sent)
}
