package kernel

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
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
		if !testenv.Wait(func() bool { got = rss(t, cmd.Process.Pid); return got <= most }) {
			t.Errorf("%d MB, more than %d", got, most)
		}
	}
	c.execute("1+1")
	settled(25)
	for i := range 1000 {
		c.execute(fmt.Sprintf("v%d := %[1]d", i))
	}
	settled(36)
	c.leave()
}
