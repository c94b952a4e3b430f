package kernel

import (
	"fmt"
	"testing"
	"time"
)

// TestResidentMemory: an open kernel that waits takes little, also after many definitions.
func TestResidentMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand cells")
	}
	conn := tcpConnection(t, "key")
	cmd := startProcess(t, conn)
	c := connect(t, conn)
	settled := func(most int) {
		t.Helper()
		got := 0
		for end := time.Now().Add(20 * idleTrim); time.Now().Before(end); time.Sleep(idleTrim / 4) {
			if got = rss(t, cmd.Process.Pid); got <= most {
				return
			}
		}
		t.Errorf("%d MB, more than %d", got, most)
	}
	c.execute("1+1")
	settled(25)
	for i := range 1000 {
		c.execute(fmt.Sprintf("v%d := %[1]d", i))
	}
	settled(35)
	c.leave()
}
