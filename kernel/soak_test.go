package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestSoak lets three clients send random requests to one kernel, connect, disconnect, stall and
// interrupt. MSREPL_SOAK says for how long (make soak); 20 seconds otherwise, two
// minutes in CI. Every request must end
// with its idle message, and the memory of the kernel must stay what it was after the first quarter,
// apart from what a session keeps of its cells by design: their texts and Out. So that this counts for
// little, a long soak has longer pauses, not more cells.
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
	begin := time.Now()
	var clients sync.WaitGroup
	for i := range 3 {
		clients.Go(func() { soakClient(t, conn, begin.Add(duration), duration/2000, rand.New(rand.NewPCG(uint64(i), 1))) })
	}
	// The collector breathes: what counts is the most that the kernel takes in a while.
	most := func(until time.Duration) (m int) {
		for ; time.Since(begin) < until; time.Sleep(duration / 100) {
			m = max(m, rss(t, cmd.Process.Pid))
		}
		return m
	}
	time.Sleep(duration / 4)
	warm, late := most(duration/2), most(duration)
	clients.Wait()
	t.Logf("at most %d MB in the second quarter, %d MB afterwards", warm, late)
	if late > warm+warm/4+16 {
		t.Errorf("the kernel grows from %d to %d MB", warm, late)
	}
	expectCalm(t, conn, cmd)
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
}

// soakClient sends requests until the end, in bursts with pauses between them, and now and then leaves without a word and comes
// back, or leaves a subscriber behind that does not read.
func soakClient(t *testing.T, conn connection, end time.Time, pause time.Duration, random *rand.Rand) {
	c := connect(t, conn)
	sent := 0
	for ; time.Now().Before(end); time.Sleep(time.Duration(random.Int64N(int64(2 * pause)))) {
		var burst []string
		for range 1 + random.IntN(5) {
			r := soakRequests[random.IntN(len(soakRequests))]
			burst = append(burst, c.send(r.channel, r.msgType, rawf(r.content, random.IntN(20))))
		}
		sent += len(burst)
		switch random.IntN(20) {
		case 0: // without waiting for the answers
			c.leave()
			c = connect(t, conn)
			continue
		case 1:
			stalled := dialRaw(t, fmt.Sprintf("127.0.0.1:%d", conn.IOPubPort))
			stalled.shake(t, "SUB")
			stalled.send(t, shortFrame(0, "\x01"))
			time.AfterFunc(2*time.Second, func() { _ = stalled.Close() })
		}
		for _, id := range burst {
			c.finish(id, true)
		}
		c.kept = c.kept[:0]
	}
	c.leave()
	t.Logf("%d requests", sent)
}
