package kernel

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestResidentMemory: an open kernel that waits takes little, also after many definitions. The pages of the program's
// file do not count: the system maps more or fewer of them by chance, 19 to 27 MB of the same file.
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
		if !testenv.Wait(func() bool { got = heapKB(t, cmd.Process.Pid); return got <= most<<10 }) {
			t.Errorf("%d kB, more than %d MB", got, most)
		}
	}
	c.execute("1+1")
	settled(8)
	for i := range 1000 {
		c.execute(fmt.Sprintf("v%d := %[1]d", i))
	}
	settled(16)
	c.leave()
}
